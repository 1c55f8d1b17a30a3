"""Our own files, and the scripts, typefaces and icons that npm installs, are found and served."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path

import pytest
from tools import build, signs_font

import tablefolk
from tablefolk.games.mutagen.playbooks.markup import signs
from tablefolk.web import assets, static, vendored
from tablefolk.web.render import TEMPLATES
from tablefolk.web.vendored import MODULES


def test_every_public_file_is_installed() -> None:
    assert vendored.missing() == []
    vendored.need()


@pytest.mark.parametrize("name", [name for name in vendored.PUBLIC if name.endswith(".woff2")])
def test_a_typeface_is_a_woff2_file(name: str) -> None:
    assert static.file(name).body.startswith(b"wOF2")
    assert static.file(name).kind == "font/woff2"


def test_htmx_is_the_version_whose_behaviour_we_know() -> None:
    assert "4.0.0" in static.file("htmx.js").body.decode()


def test_the_stream_extension_registers_itself() -> None:
    assert "registerExtension" in static.file("hx-sse.js").body.decode()


@pytest.mark.parametrize(
    "name", ["../assets.py", "../templates/base.html", "htmx.org/package.json", "", "/etc/passwd"]
)
def test_only_named_files_can_be_asked_for(name: str) -> None:
    with pytest.raises(LookupError):
        static.file(name)


@pytest.fixture
def own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Path]:
    """A folder in place of our own; nothing of it is remembered."""
    monkeypatch.setattr(static, "FOLDER", tmp_path)
    for kept in (static.file, static._ours):
        kept.cache_clear()
    yield tmp_path
    for kept in (static.file, static._ours):
        kept.cache_clear()


def test_our_own_files_are_found(own: Path) -> None:
    (own / "small.css").write_text("p { color: red }")
    (own / "notes.txt").write_text("not for browsers")
    assert static.file("small.css").body == b"p { color: red }"
    assert static.file("small.css").kind.startswith("text/css")
    with pytest.raises(LookupError):
        static.file("notes.txt")


def test_an_address_changes_when_a_file_does(own: Path) -> None:
    (own / "small.css").write_text("p { color: red }")
    before = static.url("small.css")
    assert before == static.url("small.css")
    assert before.startswith("/static/small.css?v=")
    (own / "small.css").write_text("p { color: blue }")
    static.file.cache_clear()
    assert static.url("small.css") != before


def test_an_icon_without_a_label_is_hidden_from_screen_readers() -> None:
    drawing = ET.fromstring(assets.icon("dice"))
    assert drawing.attrib["aria-hidden"] == "true"
    assert "role" not in drawing.attrib


def test_an_icon_with_a_label_is_an_image_of_that_name() -> None:
    drawing = ET.fromstring(assets.icon("dice", "Throw <these> & “those”"))
    assert drawing.attrib["role"] == "img"
    assert drawing.attrib["aria-label"] == "Throw <these> & “those”"
    assert "aria-hidden" not in drawing.attrib


def test_an_icon_is_drawn_in_the_colour_of_the_text() -> None:
    drawing = ET.fromstring(assets.icon("dice", shared=False))
    assert [path.tag for path in drawing] == ["path"]
    assert drawing[0].attrib["fill"] == "currentColor"


def test_what_is_drawn_often_is_on_the_sheet_in_the_same_colour() -> None:
    (use,) = ET.fromstring(assets.icon("dice"))
    sheet, _, name = use.attrib["href"].partition("#")
    assert sheet.startswith(f"/static/{assets.SYMBOLS}?v=")
    symbols = {symbol.attrib["id"]: symbol for symbol in ET.fromstring(assets.symbols())}
    assert [path.attrib["fill"] for path in symbols[name]] == ["currentColor"]
    assert set(symbols) == assets.sharedicons()
    for symbol in symbols.values():
        assert {path.attrib["fill"] for path in symbol} == {"currentColor"}


def test_an_icon_is_read_from_the_disk_only_once(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    before = assets.icon("dice-six")
    monkeypatch.setattr(vendored, "MODULES", tmp_path)
    assert assets.icon("dice-six") == before


@pytest.mark.parametrize("name", ["no-such-icon", "../solid/dice", "Dice", "", "dice.svg"])
def test_an_unknown_icon_is_an_error(name: str) -> None:
    with pytest.raises(assets.MissingAsset):
        assets.icon(name)


# -- The files of others ---------------------------------------------------------------------------


@pytest.fixture
def carried(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """The folder that an installed Tablefolk carries, as a build makes it."""
    folder = tmp_path / "vendor"
    build.carry(vendored.MODULES, folder)
    monkeypatch.setattr(vendored, "CARRIED", folder)
    monkeypatch.setattr(vendored, "MODULES", tmp_path / "nowhere")
    vendored._packed.cache_clear()
    return folder


def test_what_is_carried_is_what_npm_has(carried: Path) -> None:
    for name, source in vendored.PUBLIC.items():
        assert vendored.file(name) == carried / name
        assert (carried / name).read_bytes() == (MODULES / source).read_bytes()
    assert vendored.missing() == []


def test_every_icon_is_carried_with_its_drawing(carried: Path) -> None:
    files = {path.stem: path for path in (MODULES / vendored.SOLID).glob("*.svg")}
    assert len(files) > 1900
    assert vendored.icons() == set(files)
    for name, path in files.items():
        view_box, drawn = vendored.drawing(name)
        assert f'viewBox="{view_box}"' in (source := path.read_text("utf-8"))
        assert source.endswith(f"{drawn}</svg>")


def test_the_licence_of_everything_carried_lies_beside_it(carried: Path) -> None:
    listed = (carried / "LICENCES.md").read_text("utf-8")
    packages = {build.package_of(path) for path in (*vendored.PUBLIC.values(), vendored.SOLID)}
    assert len(packages) == 4
    for package in packages:
        text = carried / f"LICENCE-{package.rpartition('/')[2]}.txt"
        assert text.name in listed
        assert text.read_bytes() == build.licence_of(MODULES / package).read_bytes()
    assert all(f"`{name}`" in listed for name in (*vendored.PUBLIC, vendored.ICONS))


def test_a_carried_file_that_is_gone_is_named_with_what_helps(carried: Path) -> None:
    (carried / "hx-sse.js").unlink()
    (carried / vendored.ICONS).unlink()
    with pytest.raises(
        FileNotFoundError, match=r"^cannot serve without hx-sse\.js, its icons: inst"
    ):
        vendored.need()
    with pytest.raises(vendored.MissingAsset, match="install Tablefolk again"):
        vendored.file("hx-sse.js")


def test_a_checkout_without_them_says_how_to_get_them(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(vendored, "MODULES", tmp_path)
    with pytest.raises(vendored.MissingAsset, match=r"dev\.py run"):
        vendored.file("htmx.js")
    with pytest.raises(FileNotFoundError, match=r"without htmx\.js, .*its icons: `python3 dev\.py"):
        vendored.need()


# -- How things move -------------------------------------------------------------------------------


def test_dice_tumble_only_as_they_come_to_the_table() -> None:
    """What a page is drawn with lies still; a script marks what comes later (js/dice.js)."""
    style = (Path(static.__file__).parent / "static/css/dice.css").read_text()
    moving = [rule for rule in style.splitlines() if ".die-body" in rule and "animation" in rule]
    assert moving
    assert all(rule.strip().startswith(".tumbling ") for rule in moving)
    assert "tumbling" not in (TEMPLATES / "macros.html").read_text()


# -- The signs of Mutagen ------------------------------------------------------------------------


def test_every_sign_of_a_playbook_has_a_letter_of_our_own() -> None:
    """Few machines can draw the arrows; the file is what its code makes, and the page uses it."""
    assert signs_font.FILE.read_bytes() == signs_font.built()
    printed = {*signs.ARROWS, *signs.MARKS, *"►🗣⚠👎⊞⌊⌋⌞⌝▸🡑🡔🡗"}
    assert {ord(sign) for sign in printed} <= set(signs_font.GLYPHS)
    css = (signs_font.FILE.parents[1] / "css" / "game.css").read_text("utf-8")
    for faces in re.findall(r"/signs.ttf[^}]*unicode-range: ([^;]*);", css):
        ranges = [part.strip().removeprefix("U+").split("-") for part in faces.split(",")]
        there = {n for r in ranges for n in range(int(r[0], 16), int(r[-1], 16) + 1)}
        assert {ord(sign) for sign in printed} <= there
    assert css.count("/signs.ttf") == 5  # running text and headings, upright or not; code
    assert static.file("mutagen/signs.ttf").kind == "font/ttf"


def test_nothing_looks_chosen_because_a_finger_was_there() -> None:
    """A touch screen keeps the last thing touched hovered: only a pointer that hovers may do so."""
    for sheet in Path(tablefolk.__file__).parent.rglob("*.css"):
        hovering = r"@media \(hover: hover\) \{(?:[^{}]*\{[^{}]*\})+\s*\}"
        for line in re.sub(hovering, "", sheet.read_text("utf-8")).splitlines():
            assert ":hover" not in line, f"{sheet.name}: {line.strip()[:80]}"
