"""`tablefolk playbook`: checked, imported and exported in the terminal (MU-156, MU-159, MU-160)."""

from __future__ import annotations

from pathlib import Path

from tests.cli.terminal import Terminal

from tablefolk.games.mutagen.playbooks.files import read_data
from tablefolk.games.mutagen.playbooks.library import our_playbook
from tablefolk.games.mutagen.playbooks.markup import read_markup

GARDENER = """\
§ Resources

Sap ▢ ▢ ► What rises in you.

§ Moves

#!include parts/more
"""
MORE = "Water ► Spend 1 Sap. ⊞⌊Nurturing⌋.\n🡕🡒 It thrives.\n[[\n"


def gardener(terminal: Terminal) -> str:
    (terminal.folder / "parts").mkdir()
    (terminal.folder / "parts" / "more.txt").write_text(MORE, "utf-8")
    file = terminal.folder / "gardener.txt"
    file.write_text(GARDENER, "utf-8")
    return str(file)


def test_a_playbook_is_checked_with_file_and_line__MU_156(terminal: Terminal) -> None:
    said = terminal("playbook", "check", gardener(terminal))
    assert said.code == 0
    assert "parts/more, line 3: warning: This “[[”" in said.out
    assert said.out.endswith("It is a playbook.\n")


def test_a_broken_playbook_is_a_finding__MU_156(terminal: Terminal) -> None:
    file = terminal.folder / "bad.txt"
    file.write_text("§ Moves\nA ► ⊞⌊+0⌋\n🡕 a\n🡕 b\n#!include none", "utf-8")
    said = terminal("playbook", "check", str(file), "--json")
    assert said.code == 1
    twice = "Critical Success has 2 results, so nobody knows which one counts."
    assert said.json["errors"] == [
        {"file": "", "line": 4, "place": "bad.a", "why": twice},
        {"file": "", "line": 5, "place": "", "why": "There is no text “none” to include."},
    ]
    assert terminal("playbook", "import", str(file)).code == 1
    refused = terminal("playbook", "export", str(file))
    assert (refused.code, refused.out) == (2, "")
    assert "line 4" in refused.err
    (terminal.folder / "x.txt").write_bytes(b"\xff\xfe")
    assert terminal("playbook", "check", str(terminal.folder / "x.txt")).code == 2
    (terminal.folder / "x.txt").write_bytes(b"x" * 1_000_001)
    assert "far too long" in terminal("playbook", "check", str(terminal.folder / "x.txt")).err
    assert terminal("playbook", "check", str(terminal.folder / "nowhere.txt")).code == 2


def test_markup_is_imported_as_data_with_a_report__MU_160(terminal: Terminal) -> None:
    out = terminal.folder / "gardener.toml"
    said = terminal("playbook", "import", gardener(terminal), "-o", str(out), "--name", "Gardener")
    assert said.code == 0
    assert "2 items (1 resource, 1 move); 1 suggestions to confirm, 1 of them costs." in said.err
    loaded = read_data(out.read_text("utf-8")).playbook
    assert loaded
    assert (loaded.id, loaded.name) == ("gardener", "Gardener")
    assert terminal("playbook", "check", str(out)).code == 0
    told = terminal("playbook", "import", str(terminal.folder / "gardener.txt"), "--json")
    assert (told.json["ok"], told.json["counts"]["costs"]) == (True, 1)


def test_our_playbooks_are_exported_in_every_form__MU_159(terminal: Terminal) -> None:
    sorcerer = our_playbook("sorcerer")
    said = terminal("playbook", "export", "sorcerer")
    assert read_markup(said.out, "sorcerer").playbook == sorcerer
    for name in ("a.toml", "a.json"):
        out = terminal.folder / name
        assert terminal("playbook", "export", "sorcerer", "-o", str(out)).code == 0
        assert read_data(out.read_text("utf-8")).playbook == sorcerer
    again = terminal("playbook", "export", str(terminal.folder / "a.toml"))
    assert again.out == said.out
    assert terminal("playbook", "export", "sorcerer", "-o", "a.gif").code == 2


def test_a_set_of_playbooks_is_imported_by_its_definition_file__MU_156(terminal: Terminal) -> None:
    gardener(terminal)
    (terminal.folder / "meta.txt").write_text("§ Meta\nPatience ► Wait.\n", "utf-8")
    file = terminal.folder / "playbooks.txt"
    file.write_text("GAMESHORT=Gdn\nThe Gardener = pc_gardener = gardener\nOdd = one\n", "utf-8")
    out = terminal.folder / "out"
    said = terminal("playbook", "import", str(file), "--set", "-o", str(out))
    assert said.code == 0
    assert said.out.startswith("gdn_pc_gardener: 3 sections, 3 items")
    loaded = read_data((out / "gdn_pc_gardener.toml").read_text("utf-8")).playbook
    assert loaded
    assert [item.name for item in loaded.items] == ["Sap", "Water", "Patience"]
    file.write_text("# nothing\n", "utf-8")
    assert terminal("playbook", "import", str(file), "--set").code == 2


STREET = Path(__file__).parents[1] / "data" / "lantern-street"


def test_a_byte_order_mark_is_no_part_of_a_text__MU_156(terminal: Terminal) -> None:
    """Every file of this set begins with one, the one with the includes first of all."""
    assert terminal("playbook", "check", str(STREET / "pcs" / "warden.txt")).code == 0
    out = terminal.folder / "out"
    said = terminal("playbook", "import", str(STREET / "playbooks.txt"), "--set", "-o", str(out))
    assert said.code == 0
    assert [line.partition(" items")[0] for line in said.out.splitlines()] == [
        "lantern_pc_warden: 6 sections, 20",
        "lantern_gm_street: 2 sections, 2",
    ]
    warden = read_data((out / "lantern_pc_warden.toml").read_text("utf-8")).playbook
    assert warden
    assert warden.credit == "Lantern Street, The Tablefolk people"
