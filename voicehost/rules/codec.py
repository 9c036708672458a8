"""Dataclasses and named tuples to JSON values and back, by their type hints alone.

One reader serves every action, option and state, so that a new game needs no code for its journal. It is
strict: what does not have exactly the declared shape is refused, because a journal may have been edited.
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints


class Malformed(ValueError):  # noqa: N818 - said of the value
    """A JSON value that does not have the declared shape."""


def encode(value: Any) -> Any:
    """A value of the rules as JSON: dataclasses and named tuples become objects, other tuples arrays."""
    names = _field_names(value.__class__)
    if names is not None:
        return {name: encode(getattr(value, name)) for name in names}
    if isinstance(value, tuple):
        return [encode(item) for item in value]
    return value


def decode(shape: Any, value: Any) -> Any:
    """The value of type `shape` that `encode` turned into `value`. Raises Malformed."""
    if _field_names(shape) is not None:
        return _decode_object(shape, value)
    origin = get_origin(shape)
    if origin is tuple:
        return _decode_tuple(get_args(shape), value)
    if origin in (Union, UnionType):
        return _decode_union(get_args(shape), value)
    if origin is Literal:
        if value in get_args(shape) and isinstance(value, str):
            return value
    elif shape is float:
        if isinstance(value, float | int) and not isinstance(value, bool):
            return float(value)
    elif isinstance(shape, type) and type(value) is shape:
        return value
    raise Malformed(f"{value!r} is not {getattr(shape, '__name__', shape)}")


@cache
def _field_names(shape: Any) -> tuple[str, ...] | None:
    """The fields of a dataclass or named tuple, or None for any other type."""
    if is_dataclass(shape):
        return tuple(field.name for field in fields(shape))
    return getattr(shape, "_fields", None)


@cache
def _hints(shape: Any) -> dict[str, Any]:
    hints = get_type_hints(shape)
    return {name: hints[name] for name in _field_names(shape) or ()}


def _decode_object(shape: Any, value: Any) -> Any:
    hints = _hints(shape)
    if not isinstance(value, dict) or value.keys() != hints.keys():
        raise Malformed(f"{shape.__name__} has the fields {', '.join(hints) or 'none'}, not {value!r}")
    return shape(**{name: decode(hint, value[name]) for name, hint in hints.items()})


def _decode_tuple(parts: tuple[Any, ...], value: Any) -> tuple[Any, ...]:
    if not isinstance(value, list):
        raise Malformed(f"{value!r} is not a list")
    if len(parts) == 2 and parts[1] is Ellipsis:
        return tuple(decode(parts[0], item) for item in value)
    if len(parts) != len(value):
        raise Malformed(f"{value!r} does not have {len(parts)} parts")
    return tuple(decode(part, item) for part, item in zip(parts, value, strict=True))


def _decode_union(choices: tuple[Any, ...], value: Any) -> Any:
    if value is None and NoneType in choices:
        return None
    for choice in choices:
        if choice is not NoneType:
            try:
                return decode(choice, value)
            except Malformed:
                continue
    raise Malformed(f"{value!r} fits none of {choices}")
