"""Odds that show themselves: as bars in a terminal, as a small plot in a notebook."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from fractions import Fraction
from html import escape
from operator import index
from typing import Any

from msgspec import Struct

from tablefolk.core.game import Refusal
from tablefolk.core.notation import Pool, parse, totals
from tablefolk.core.odds import Odds, margin, percent
from tablefolk.core.words import listing
from tablefolk.library.showing import STYLE, words

WIDTH = 40  # characters of the longest bar
FEW = 4
DEEPER = ": "  # between the title of a chart and what lies deeper in it
ROW, LABELS, BARS = 18, 150, 240  # of the plot, in pixels


class Chart(Struct, frozen=True):
    """Some chances that belong together, in their order."""

    title: str
    rows: tuple[tuple[str, Fraction], ...]


class Chances:
    """How something would turn out, exactly.

    `exact` is what was counted: a game's own answer, or the odds of all totals. A chance can be
    asked for by its name, as a fraction: `chances["success"]`; one that stands in a chart with a
    title by both: `chances["total"]["10"]`.
    """

    def __init__(self, title: str, exact: Any, charts: Iterable[Chart]) -> None:
        self.title, self.exact, self.charts = title, exact, tuple(charts)

    def __getitem__(self, name: str | int) -> Any:
        """A chance by its name, or the chart of that title; nothing that could mean two things."""
        sought, titles = str(name), {chart.title: chart for chart in self.charts if chart.title}
        own = [one for one in self.charts if len(self.charts) == 1 or DEEPER not in one.title]
        every = ((chart.title, *row) for chart in own for row in chart.rows)
        found = {title: chance for title, label, chance in every if label == sought}
        if len(found) == 1:
            return next(iter(found.values()))
        if sought in titles:
            return Chances(f"{self.title}, {sought}", titles[sought], (titles[sought],))
        if found:
            raise KeyError(f"“{sought}” stands in {listing(found)}: say the chart's title first.")
        raise KeyError(f"There is no “{sought}” here; there are: {', '.join((*self, *titles))}.")

    def __iter__(self) -> Iterator[str]:
        return iter(dict.fromkeys(label for chart in self.charts for label, _ in chart.rows))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Chances) and self.exact == other.exact

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return "\n".join((self.title, *(line for chart in self.charts for line in _bars(chart))))

    def _repr_html_(self) -> str:
        plots = "".join(_plot(chart) for chart in self.charts)
        return (
            f'<figure style="{STYLE}"><figcaption>{escape(self.title)}</figcaption>{plots}</figure>'
        )


# -- Dice alone --------------------------------------------------------------------------------


def odds(dice: str, against: int | None = None, versus: str | None = None) -> Chances:
    """The exact odds of dice like `3d6`, `3d6+2d6` or `3d6++`.

    Alone: of every total. `against` a number: of reaching it. `versus` other dice: of being above.
    """
    if against is not None and versus is not None:
        raise _bad("Dice are held against a number or against other dice, not both.")
    pool = _pool(dice)
    if versus is not None:
        return _versus(pool, _pool(versus))
    sums = totals(pool)
    facts = {"mean": sums.mean()} if against is None else {"success": _success(sums, against)}
    title = f"{pool}" if against is None else f"{pool} against {against}"
    return Chances(title, sums, (_chart("", facts), _chart("total", _sorted(sums))))


def _versus(mine: Pool, theirs: Pool) -> Chances:
    ahead = margin(totals(mine), totals(theirs))
    facts = {
        "win": ahead.at_least(1),
        "tie": ahead.chance(0),
        "lose": ahead.where(lambda by: by < 0),
    }
    charts = _chart("", facts), _chart("ahead by", _sorted(ahead))
    return Chances(f"{mine} versus {theirs}", ahead, charts)


def _pool(dice: str) -> Pool:
    """Dice from how they are written; or a refusal in one sentence."""
    if not isinstance(dice, str):
        raise _bad("Dice are written as a text like “3d6”.")
    return parse(dice)


def _success(sums: Odds, against: int) -> Fraction:
    try:
        return sums.at_least(index(against))
    except TypeError:
        raise _bad("Dice are held against a whole number.") from None


def _bad(why: str) -> Refusal:
    return Refusal("TF-13", "bad_notation", why, firm=True)


# -- What a game answers -----------------------------------------------------------------------


def told(title: str, exact: object) -> Chances:
    """What a game says of a command's odds, whatever it is made of."""
    return Chances(title, exact, charts("", exact))


def charts(title: str, value: object) -> Iterator[Chart]:
    """Every chance in a value: those side by side in one chart, what lies deeper in its own."""
    parts = dict(_parts(value))
    rows = {name: one for name, one in parts.items() if isinstance(one, Fraction)}
    if rows:
        yield _chart(title, rows)
    for name, one in parts.items():
        if name not in rows:
            yield from charts(f"{title}{DEEPER}{name}" if title else name, one)


def _parts(value: object) -> Iterator[tuple[str, object]]:
    """What something is made of, by name."""
    if isinstance(value, Odds):
        yield from _sorted(value).items()
    elif isinstance(value, Mapping):
        yield from ((str(key), one) for key, one in value.items())
    elif isinstance(value, Struct):
        derived = [n for n, made in vars(type(value)).items() if isinstance(made, property)]
        yield from ((words(n), getattr(value, n)) for n in (*value.__struct_fields__, *derived))
    elif isinstance(value, tuple | list):
        yield from (_named(number, one) for number, one in enumerate(value, 1))


def _named(number: int, one: object) -> tuple[str, object]:
    """One of several, by its own name where it has one."""
    if isinstance(one, tuple) and len(one) == 2 and isinstance(one[0], str):
        return one
    if isinstance(chance := getattr(one, "chance", None), Fraction):
        return str(getattr(one, "key", number)), chance
    return str(number), one


def _sorted(every: Odds) -> dict[str, Fraction]:
    rows = every.chances().items()
    with suppress(TypeError):  # outcomes that have no order keep the one they came in
        return {str(outcome): chance for outcome, chance in sorted(rows)}
    return {str(outcome): chance for outcome, chance in rows}


def _chart(title: str, rows: Mapping[str, Fraction]) -> Chart:
    return Chart(title, tuple(rows.items()))


# -- The two drawings --------------------------------------------------------------------------


def _says(name: str, value: Fraction) -> str:
    """A chance as people read it; an average as a number."""
    return f"{float(value):.2f}" if "mean" in name or not 0 <= value <= 1 else percent(value)


def _shares(chart: Chart) -> Iterator[tuple[str, str, float]]:
    """Each row with its words, and how long its bar is; an average has none.

    Of many outcomes, one of which comes to be, the likeliest has the longest bar.
    """
    counted = {name: value for name, value in chart.rows if "mean" not in name and value <= 1}
    many = len(counted) > FEW and sum(counted.values()) == 1
    top = max(counted.values()) if many else Fraction(1)
    for name, value in chart.rows:
        yield name, _says(name, value), float(counted.get(name, 0) / top)


def _bars(chart: Chart) -> Iterator[str]:
    if chart.title:
        yield f"  {chart.title}"
    width = max(len(name) for name, _ in chart.rows)
    for name, said, share in _shares(chart):
        bar = "█" * round(share * WIDTH) or ("▏" if share else "")
        yield f"    {name:>{width}} {bar}{' ' * bool(bar)}{said}"


def _plot(chart: Chart) -> str:
    rows = list(_shares(chart))
    drawn = "".join(_row(number, *row) for number, row in enumerate(rows))
    spoken = escape(
        f"{chart.title} {', '.join(f'{name} {said}' for name, said, _ in rows)}".strip()
    )
    title = f"<div><b>{escape(chart.title)}</b></div>" if chart.title else ""
    size = f'width="{LABELS + BARS + 90}" height="{ROW * len(rows)}"'
    return f'{title}<svg role="img" aria-label="{spoken}" {size} fill="currentColor">{drawn}</svg>'


def _row(number: int, name: str, said: str, share: float) -> str:
    y, long = number * ROW, round(share * BARS)
    text = f'y="{y + 13}" font-size="12"'
    return (
        f'<text x="{LABELS - 6}" {text} text-anchor="end">{escape(name)}</text>'
        f'<rect x="{LABELS}" y="{y + 3}" width="{long}" height="{ROW - 6}" opacity="0.6"/>'
        f'<text x="{LABELS + long + 6}" {text}>{escape(said)}</text>'
    )
