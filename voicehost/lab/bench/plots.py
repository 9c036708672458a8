"""Small plots as SVG text: enough for a report that needs nothing but a browser."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Final

import numpy as np

WIDTH: Final = 560
HEIGHT: Final = 260
LEFT, RIGHT, TOP, BOTTOM = 56, 16, 34, 44  # margins
COLOURS: Final = ("#2b6cb0", "#c05621", "#2f855a", "#6b46c1")

Points = Sequence[tuple[float, float]]


def lines(title: str, x_name: str, y_name: str, curves: Mapping[str, Points], dots: bool = False) -> str:
    """One curve per name. Axes run from the least to the greatest value."""
    points = [point for curve in curves.values() for point in curve]
    if not points:
        return ""
    axes = _Axes([x for x, _ in points], [y for _, y in points])
    drawn = []
    for colour, curve in zip(COLOURS, curves.values(), strict=False):
        path = " ".join(f"{axes.x(x):.1f},{axes.y(y):.1f}" for x, y in curve)
        drawn.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        if dots:
            drawn += [f'<circle cx="{axes.x(x):.1f}" cy="{axes.y(y):.1f}" r="4" fill="{colour}"/>' for x, y in curve]
    return _svg(title, axes.drawn(x_name, y_name) + drawn + _legend(list(curves)))


def histogram(title: str, x_name: str, groups: Mapping[str, Sequence[float]], bins: int = 30) -> str:
    """How often each value occurs, one transparent set of bars per group."""
    values = [value for group in groups.values() for value in group]
    if not values:
        return ""
    edges = np.linspace(min(values), max(values) + 1e-9, bins + 1)
    counts = {name: np.histogram(group, edges)[0] for name, group in groups.items()}
    axes = _Axes(edges.tolist(), [0.0, float(max(count.max() for count in counts.values()))])
    drawn = []
    for colour, count in zip(COLOURS, counts.values(), strict=False):
        for low, high, n in zip(edges[:-1], edges[1:], count, strict=True):
            x, y = axes.x(low), axes.y(float(n))
            drawn.append(
                f'<rect x="{x:.1f}" y="{y:.1f}" width="{axes.x(high) - x - 1:.1f}"'
                f' height="{HEIGHT - BOTTOM - y:.1f}" fill="{colour}" fill-opacity="0.6"/>'
            )
    return _svg(title, axes.drawn(x_name, "clips") + drawn + _legend(list(groups)))


class _Axes:
    """From values to places on the page."""

    def __init__(self, xs: Sequence[float], ys: Sequence[float]) -> None:
        self._x0, self._x1 = _range(xs)
        self._y0, self._y1 = _range(ys)

    def x(self, value: float) -> float:
        return LEFT + (value - self._x0) / (self._x1 - self._x0) * (WIDTH - LEFT - RIGHT)

    def y(self, value: float) -> float:
        return HEIGHT - BOTTOM - (value - self._y0) / (self._y1 - self._y0) * (HEIGHT - TOP - BOTTOM)

    def drawn(self, x_name: str, y_name: str) -> list[str]:
        """Five grid lines each way with their numbers, and the names."""
        found = []
        for value in np.linspace(self._x0, self._x1, 5):
            at = self.x(float(value))
            found.append(f'<line x1="{at:.1f}" x2="{at:.1f}" y1="{TOP}" y2="{HEIGHT - BOTTOM}" stroke="#ddd"/>')
            found.append(_text(at, HEIGHT - BOTTOM + 16, f"{value:.3g}", "middle"))
        for value in np.linspace(self._y0, self._y1, 5):
            at = self.y(float(value))
            found.append(f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{at:.1f}" y2="{at:.1f}" stroke="#ddd"/>')
            found.append(_text(LEFT - 6, at + 4, f"{value:.3g}", "end"))
        found.append(_text(WIDTH / 2, HEIGHT - 8, x_name, "middle"))
        found.append(_text(8, TOP - 8, y_name, "start"))
        return found


def _range(values: Sequence[float]) -> tuple[float, float]:
    low, high = float(min(values)), float(max(values))
    return (low, high) if high > low else (low - 0.5, low + 0.5)


def _legend(names: Sequence[str]) -> list[str]:
    found = []
    for row, (name, colour) in enumerate(zip(names, COLOURS, strict=False)):
        y = TOP + 14 + 16 * row
        found.append(f'<rect x="{WIDTH - 180}" y="{y - 9}" width="10" height="10" fill="{colour}"/>')
        found.append(_text(WIDTH - 165, y, name, "start"))
    return found if len(names) > 1 else []


def _text(x: float, y: float, text: str, anchor: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'


def _svg(title: str, parts: Sequence[str]) -> str:
    head = f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(title, quote=True)}">'
    name = f'<text x="{WIDTH / 2}" y="14" text-anchor="middle" font-weight="bold">{escape(title)}</text>'
    return "\n".join([head, name, *parts, "</svg>"])
