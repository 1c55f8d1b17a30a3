"""A recap in the forms in which it is taken home: text, Markdown, HTML, JSON (TF-15)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec
from markupsafe import Markup, escape

from tablefolk.core.episodes import Argument
from tablefolk.core.language import here, said
from tablefolk.core.recap import Chapter, Kind, Paragraph, Player, Recap
from tablefolk.core.words import listing
from tablefolk.web.prose import plain
from tablefolk.web.render import day

HEADINGS: dict[Kind, str] = {
    "facts": said("What became true"),
    "throws": said("Throws that mattered"),
    "rewards": said("Rewards"),
    "grew": said("Who grew"),
}
NUMBERS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")
BEFORE = said("Before the first scene")
STYLE = (
    "body{font:1.1rem/1.6 Georgia,serif;max-width:38rem;margin:3rem auto;padding:0 1rem}"
    ".when,.who{color:#555}h3{font-size:1em;margin-bottom:.2em}.did,.threw{color:#444}"
)
CAST = Markup("<p><strong>{}:</strong> {}</p>")


def evening(one: Recap) -> str:
    """Which evening it was, in words: our third evening."""
    n = one.session
    nth = said(NUMBERS[n - 1]) if n <= len(NUMBERS) else ""
    return said("Our {nth} evening", nth=nth) if nth else said("Evening {n}", n=n)


def when(one: Recap) -> str:
    """The day, and how long it took; empty where no clock was running."""
    if not one.began:
        return ""
    minutes = int((one.ended - one.began) // 60)
    h, m = divmod(minutes, 60)
    took = said("{h} h {m:02}", h=h, m=m) if h else said("{m} min", m=m)
    date = day(one.began)
    return f"{date}, {took}" if minutes else date


def who(player: Player, gm: str) -> str:
    """Somebody, and whom they played."""
    part = gm if player.gm else player.character
    name = f"{player.name} ({part})" if part else player.name
    return said("{name}, played by {by}", name=name, by=listing(player.by)) if player.by else name


def there(one: Recap, gm: str) -> str:
    """Everybody who was there, in one line."""
    return listing(who(player, gm) for player in one.players)


def heading(chapter: Chapter) -> str:
    return chapter.title or BEFORE


# -- Text and Markdown -------------------------------------------------------------------------


def as_markdown(one: Recap, gm: str) -> str:
    """A text that reads well anywhere."""
    return _written(one, gm, plain, "# {}", "## {}", "### {}", "**{}:** “{}”", "**{}** {}")


def as_text(one: Recap, gm: str) -> str:
    """The same with nothing in it but words, to be put into a chat or a letter."""
    return _written(one, gm, str, "{}", "\n{}", "{}", "{}: “{}”", "{} {}")


def _written(one: Recap, gm: str, mark: Callable[[str], str], *forms: str) -> str:
    title, scene, head, speech, episode = forms
    parts = [
        title.format(mark(one.title)),
        mark(", ".join(filter(None, (evening(one), when(one))))),
    ]
    parts += [mark(there(one, gm))] if one.players else []
    parts += [mark(f"{p.character}: {p.about}") for p in one.players if p.about]
    for chapter in one.chapters:
        parts += [scene.format(mark(heading(chapter)))] if not one.scene else []
        parts += [_said(p, mark, speech, episode) for p in chapter.told]
        for kind, texts in kept(chapter):
            listed = "\n".join(f"- {mark(text)}" for text in texts)
            parts.append(f"{head.format(HEADINGS[kind])}\n\n{listed}")
    return "\n\n".join(parts) + "\n"


def _said(one: Paragraph, mark: Callable[[str], str], speech: str, episode: str) -> str:
    text = mark(one.text)
    if one.kind == "episode":
        argued = (f"- {mark(argued_by(argument))}" for argument in one.arguments)
        text = episode.format(mark(titled(one)), text) if one.title else text
        return "\n".join((text, "", *argued)) if one.arguments else text
    return speech.format(mark(one.who), text) if one.kind == "spoke" else text


def titled(one: Paragraph) -> str:
    """An episode's title; where it is somebody's own words, as their words."""
    return f"{one.who}: “{one.title}”" if one.who else one.title


def argued_by(one: Argument) -> str:
    """Who brought up what, in words alone."""
    pointed = ", ".join(filter(None, (*(drawn.text for drawn in one.drawn), one.about)))
    quoted = f"“{one.text}”" if one.text else ""
    whose = said("{who}, {what}", who=one.who, what=pointed) if pointed else one.who
    return f"{whose}: {quoted}" if quoted else whose


def kept(chapter: Chapter) -> Iterator[tuple[Kind, tuple[str, ...]]]:
    """What is kept of a scene, kind by kind, where there is any of it."""
    for kind in HEADINGS:
        if texts := chapter.listed(kind):
            yield kind, texts


# -- HTML and JSON -----------------------------------------------------------------------------


def as_html(one: Recap, gm: str) -> str:
    """One page that needs nothing else."""
    head = Markup(
        f'<!doctype html><html lang="{here.name}"><meta charset="utf-8"><title>{{}}</title>'
    )
    about = Markup('<h1>{}</h1><p class="when">{}</p><p class="who">{}</p>')
    line = ", ".join(filter(None, (evening(one), when(one))))
    parts = [
        about.format(one.title, line, there(one, gm)),
        *(CAST.format(p.character, p.about) for p in one.players if p.about),
        *(_section(one, c) for c in one.chapters),
    ]
    return f"{head.format(one.title)}<style>{STYLE}</style>{''.join(parts)}</html>"


def _section(one: Recap, chapter: Chapter) -> str:
    title = "" if one.scene else Markup("<h2>{}</h2>").format(heading(chapter))
    lists = (
        f"<h3>{HEADINGS[kind]}</h3><ul>{''.join(f'<li>{escape(t)}</li>' for t in texts)}</ul>"
        for kind, texts in kept(chapter)
    )
    return f"<section>{title}{''.join(map(_paragraph, chapter.told))}{''.join(lists)}</section>"


def _paragraph(one: Paragraph) -> str:
    if one.kind == "episode":
        argued = (Markup("<li>{}</li>").format(argued_by(argument)) for argument in one.arguments)
        listed = Markup("<ul>{}</ul>").format(Markup("").join(argued)) if one.arguments else ""
        title = Markup("<strong>{}</strong> ").format(titled(one)) if one.title else ""
        return Markup("<p>{}{}</p>{}").format(title, one.text, listed)
    if one.kind == "spoke":
        return Markup("<p><strong>{}:</strong> “{}”</p>").format(one.who, one.text)
    return Markup('<p class="{}">{}</p>').format(one.kind, one.text)


def as_json(one: Recap, gm: str) -> bytes:
    """The same for a program."""
    return msgspec.json.encode(one)


FORMS: dict[str, tuple[str, Callable[[Recap, str], str | bytes]]] = {
    "md": ("text/markdown", as_markdown),
    "html": ("text/html", as_html),
    "json": ("application/json", as_json),
}
