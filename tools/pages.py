"""What the documentation says that is known elsewhere: rules in words, options of commands.

mkdocs calls it while it builds (mkdocs.yml, `hooks`). The rules' pages are made of the very files
that a tapped rule shows, the tables of options of the very parsers that read them.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator, Mapping
from itertools import groupby
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files

from tablefolk import cli
from tablefolk.cli import commands
from tablefolk.web import rules
from tablefolk.web.rules import Rule

SOURCE = Path(__file__).resolve().parents[1] / "src" / "tablefolk"
ID = re.compile(r"\b([A-Z]{2})-\d+\b")
OPTIONS = re.compile(r"^<!-- options of ([\w-]+) -->$", re.M)
Books = Mapping[str, list[Rule]]  # by the name of the page


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Put the rules' pages beside those that are written by hand."""
    every = books()
    for page in every:
        files.append(File.generated(config, f"rules/{page}.md", content=book(page, every)))
    return files


def on_page_markdown(markdown: str, page: Any, **others: Any) -> str:
    """Fill in the options of the commands; a command that the page forgets stops the build."""
    if page.file.src_uri != "command-line.md":
        return markdown
    named, known = set(OPTIONS.findall(markdown)), set(every_command())
    for wrong in sorted(named ^ known):
        said = "is not on the page" if wrong in known else "does not exist"
        raise PluginError(f"command-line.md: the command {wrong} {said}.")
    return OPTIONS.sub(lambda match: options(match[1]), markdown)


# -- Rules -----------------------------------------------------------------------------------


def books() -> Books:
    """Every rulebook of the project by the name of its page; the table's own comes last."""
    games = sorted((SOURCE / "games").glob(f"*/{rules.RULEBOOK}"))
    named = {at.parent.name.replace("_", "-"): at for at in games} | {"table": rules.OWN}
    return {page: rules.read(at) for page, at in named.items()}


def book(page: str, every: Books) -> str:
    """One book, rule by rule, in its own order and chapters."""
    found = every[page]
    pages = {rule.id[:2]: name for name, held in every.items() for rule in held[:1]}
    title = re.split(r":| —", found[0].book)[0]
    parts = [f"# {title}: the rules", INTRODUCTION]
    for chapter, held in groupby(found, key=lambda rule: rule.chapter):
        parts += [f"## {chapter}", *(words(rule, pages) for rule in held)]
    return "\n\n".join(parts) + "\n"


INTRODUCTION = (
    "In people's words. Whatever the table refuses, offers or explains names one of these rules by "
    "its number."
)


def words(rule: Rule, pages: Mapping[str, str]) -> str:
    """One rule under its number, which is the anchor as well."""
    plain = rule.plain
    said = [f"### {rule.id} {plain.title} {{ #{rule.id} }}", linked(plain.text, rule.id, pages)]
    if plain.example:
        said.append(f"*For example:* {linked(plain.example, rule.id, pages)}")
    return "\n\n".join(said)


def linked(text: str, own: str, pages: Mapping[str, str]) -> str:
    """The text, with links from the numbers in it to the rules that they name."""

    def link(match: re.Match[str]) -> str:
        page = pages.get(match[1])
        return f"[{match[0]}]({page}.md#{match[0]})" if page and match[0] != own else match[0]

    return ID.sub(link, " ".join(text.split()))


# -- Options of the command line -------------------------------------------------------------


def every_command() -> list[str]:
    """The house's commands, and those that the games bring."""
    return [*commands.HOUSE, *commands.brought().commands]


def options(name: str) -> str:
    """What goes with a command, as a table; of several in one, a table for each."""
    parser = cli.parser(name, commands.fetch(name))
    return "\n\n".join(part for one in parsers(parser) if (part := table(one)))


def parsers(parser: argparse.ArgumentParser) -> Iterator[argparse.ArgumentParser]:
    """The parser, or those of the next word where it is that word that says what to do."""
    inner = [a for a in parser._actions if isinstance(a, argparse._SubParsersAction)]
    if not inner:
        yield parser
    for action in inner:
        yield from (one for made in action.choices.values() for one in parsers(made))


def table(parser: argparse.ArgumentParser) -> str:
    rows = [row(a) for a in parser._actions if not isinstance(a, argparse._HelpAction)]
    head = [f"| `{parser.prog}` | |", "|---|---|"]
    return "\n".join([*head, *rows]) if rows else ""


def row(action: argparse.Action) -> str:
    """One argument: how it is written, what it is, and what holds without it."""
    takes = "" if action.nargs == 0 else value(action)
    written = ", ".join(f"{name} {takes}".strip() for name in action.option_strings) or takes
    usual = action.default if action.option_strings and takes else None
    otherwise = f" (otherwise `{usual}`)" if usual not in (None, "") else ""
    said = f"{action.help or ''}{otherwise}".replace("|", "\\|")
    return f"| `{written}` | {said} |"


def value(action: argparse.Action) -> str:
    """What stands in the place of an argument's value."""
    if action.choices:
        return " / ".join(map(str, action.choices))
    shown = action.metavar or (action.dest.upper() if action.option_strings else action.dest)
    return f"[{shown}]" if action.nargs == "?" else str(shown)
