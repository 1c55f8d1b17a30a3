"""What `import tablefolk` gives, and what it does not bring in."""

from __future__ import annotations

import subprocess
import sys
import time

import pytest

import tablefolk

HEAVY = ("asyncio", "sqlite3", "litestar", "jinja2", "numpy", "uvicorn")


def loaded(code: str) -> list[str]:
    """The modules that are there once a Python of its own has run this."""
    ask = f"import sys\n{code}\nprint(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", ask], capture_output=True, text=True, check=True)
    return done.stdout.split()


def test_importing_it_loads_no_game_and_nothing_heavy() -> None:
    found = loaded("import tablefolk")
    assert "tablefolk" in found
    assert [name for name in found if name.startswith("tablefolk.")] == []
    assert [name for name in (*HEAVY, "msgspec", "typing") if name in found] == []


def test_a_table_brings_in_its_own_game_and_no_server() -> None:
    found = loaded("import tablefolk; t = tablefolk.open('wheel-of-fate'); t.save(); t.view('gm')")
    games = {name.split(".")[2] for name in found if name.startswith("tablefolk.games.")}
    assert games == {"wheel_of_fate"}
    assert [name for name in HEAVY if name in found] == []
    assert [name for name in found if name.startswith(("tablefolk.web", "tablefolk.cli"))] == []


def test_the_odds_of_dice_alone_bring_in_no_game() -> None:
    found = loaded("import tablefolk; tablefolk.odds('3d6++')")
    assert [name for name in found if name.startswith("tablefolk.games")] == []


def test_importing_it_takes_next_to_no_time() -> None:
    code = "import time; t = time.process_time(); import tablefolk; print(time.process_time() - t)"
    took = [
        float(subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout)
        for _ in range(3)
    ]
    assert min(took) < 0.03


@pytest.mark.parametrize("name", tablefolk.__all__)
def test_every_name_of_the_surface_is_there(name: str) -> None:
    assert getattr(tablefolk, name) is not None
    assert name in dir(tablefolk)


def test_any_other_name_is_not() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'chess'"):
        _ = tablefolk.chess  # type: ignore[attr-defined]


def test_it_says_its_version() -> None:
    assert tablefolk.__version__[0].isdigit()


def test_the_games_are_listed_without_being_loaded() -> None:
    assert {"wheel-of-fate", "mutagen"} <= {*tablefolk.games.names()}
    found = loaded("import tablefolk; tablefolk.games.names()")
    assert [name for name in found if name.startswith("tablefolk.games.")] == []


def test_the_clock_is_the_real_one_unless_another_is_given() -> None:
    before = time.time()
    assert before <= tablefolk.open("wheel-of-fate").log[0].at <= time.time()
    assert tablefolk.open("wheel-of-fate", clock=lambda: 7.0).log[0].at == 7.0
