"""`voicehost settings`: what is set, and where it comes from."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from voicehost.settings import Settings


def settings(
    name: Annotated[str | None, typer.Argument(help="A setting to be changed, such as tail_ms.")] = None,
    value: Annotated[str | None, typer.Argument(help="Its new value; several microphones with commas.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object per line.")] = False,
) -> None:
    """Show the settings file, every setting and where it comes from; or change one in the file."""
    from voicehost.errors import Trouble
    from voicehost.settings import NAMES, read_settings, settings_path, write_setting

    if (name is None) != (value is None):
        raise Trouble("Name a setting and its new value, or neither to see all.")
    if name is not None and value is not None:
        write_setting(name, value)
    path = settings_path()
    found = read_settings(path)
    if not as_json:
        print(f"{path}{'' if path.is_file() else '  (not there yet)'}")
    width = max(map(len, NAMES))
    for each in NAMES:
        facts = {"setting": each, "value": _plain(getattr(found, each)), "from": found.origin(each)}
        if each == "ear":
            facts |= _chosen(found)
        if as_json:
            print(json.dumps({"type": "setting", "path": str(path), **facts}, ensure_ascii=False))
        else:
            origin = "settings file" if facts["from"] == str(path) else facts["from"]
            print(f"{each:{width}}  {json.dumps(facts['value'], ensure_ascii=False)}  ({origin})")
            if "why" in facts:
                print(f"{'':{width}}  {facts['chosen'] or 'none'}: {facts['why']}")


def _plain(value: Any) -> Any:
    """A setting as JSON takes it."""
    from collections.abc import Mapping

    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, tuple):
        return [v if isinstance(v, str) else {"name": v.name, "lang": v.lang} for v in value]
    return value


def _chosen(found: Settings) -> dict[str, Any]:
    """Which ear will listen with these settings, and why."""
    from voicehost.cli.devices import data_folder
    from voicehost.errors import Trouble
    from voicehost.live.ears import chosen_ear
    from voicehost.resources import need_languages

    try:
        choice = chosen_ear(found.ear, need_languages(found.lang, data_folder(found, None)))
    except Trouble as trouble:
        return {"chosen": None, "why": str(trouble)}
    return {"chosen": choice.name, "why": choice.why}
