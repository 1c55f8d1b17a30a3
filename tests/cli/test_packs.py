"""`tablefolk pack`: faults with their lines, and every form a pack is taken along in (RB-182 …)."""

from __future__ import annotations

import zipfile

from tests.cli.terminal import Terminal

from tablefolk.games.rotate_bird.rules.packs import default_pack, read_pack


def test_the_game_s_own_pack_is_written_and_is_a_pack__RB_190(terminal: Terminal) -> None:
    file = terminal.folder / "own.toml"
    assert terminal("pack", "export", "-o", str(file)).code == 0
    assert read_pack(file.read_text("utf-8").splitlines()) == default_pack()
    said = terminal("pack", "check", str(file))
    assert (said.code, said.out) == (0, "It is a pack.\n")


def test_a_broken_pack_is_named_line_by_line__RB_182(terminal: Terminal) -> None:
    file = terminal.folder / "own.toml"
    terminal("pack", "export", "-o", str(file))
    lines = file.read_text("utf-8").splitlines()
    lines[4] = lines[4].replace('icon = "anchor"', 'icon = "nothing-like-it"')
    del lines[9]
    file.write_text("\n".join(lines), "utf-8")
    said = terminal("pack", "check", str(file), "--json")
    assert said.code == 1
    assert [(f["line"], f["why"][:21]) for f in said.json] == [
        (4, "There is no row for 1"),
        (5, "There is no icon call"),
    ]
    refused = terminal("pack", "export", str(file), "-o", str(terminal.folder / "x.md"))
    assert refused.code == 2
    assert "line 4" in refused.err


def test_a_pack_comes_in_every_form__RB_190(terminal: Terminal) -> None:
    for name, holds in (("a.md", "| ⚓ | Anchor |"), ("a.html", "⚓ Anchor")):
        assert terminal("pack", "export", "-o", str(terminal.folder / name)).code == 0
        assert holds in (terminal.folder / name).read_text("utf-8")
    assert terminal("pack", "export", "-o", str(terminal.folder / "a.zip")).code == 0
    with zipfile.ZipFile(terminal.folder / "a.zip") as file:
        assert "being/anchor.png" in file.namelist()
    assert terminal("pack", "export", "-o", str(terminal.folder / "a.gif")).code == 2
    (terminal.folder / "bad.toml").write_bytes(b"\xff\xfe")
    assert terminal("pack", "check", str(terminal.folder / "bad.toml")).code == 2
