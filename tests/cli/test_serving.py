"""`tablefolk serve` and `tablefolk demo`, in processes of their own."""

from __future__ import annotations

import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from tests import patience
from tests.cli.terminal import Terminal

from tablefolk.cli.announcing import announce, lan_address, own_address
from tablefolk.cli.serving import listening
from tablefolk.cli.setting import chosen_limits
from tablefolk.hosting.limits import HOME, INTERNET
from tablefolk.web.address import Known

PROGRAM = Path(sys.executable).with_name("tablefolk")


@contextmanager
def running(*words: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The server, and the address it has told."""
    command = [str(PROGRAM), *words, "--host", "127.0.0.1", "--port", "0"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        assert process.stdout
        line = process.stdout.readline()
        found = re.fullmatch(r"Tablefolk is at (http://localhost:(\d+)(/.*))\n", line)
        assert found, line
        yield process, f"http://127.0.0.1:{found[2]}{found[3]}"
    finally:
        process.kill()
        process.communicate()


def test_serve_says_where_it_is_and_answers_there(terminal: Terminal) -> None:
    with running("serve", "--data", str(terminal.data)) as (_, address):
        answer = httpx.get(address, timeout=patience.SECONDS)
    assert answer.status_code == 200
    assert "Wheel of Fate" in answer.text


def test_demo_opens_a_table_with_a_scene_under_way(terminal: Terminal) -> None:
    with running("demo", "--data", str(terminal.data)) as (_, address):
        answer = httpx.get(address, follow_redirects=True, timeout=patience.SECONDS)
    assert answer.status_code == 200
    assert "Saltmouth" in answer.text
    assert re.search(r"/t/[0-9a-f]{32}$", str(answer.url))


def test_asked_to_stop_it_stops_and_leaves_the_file_whole(terminal: Terminal) -> None:
    with running("demo", "--data", str(terminal.data)) as (process, address):
        assert httpx.get(address, timeout=patience.SECONDS).status_code == 303
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=patience.SECONDS) in (0, -signal.SIGTERM)
    assert terminal.kept("check").code == 0


def test_a_start_brings_in_nothing_that_only_some_evenings_need() -> None:
    """How long a start takes is measured in bench/; this is what keeps it short."""
    said = "import sys, tablefolk.cli.serving, tablefolk.web.serve; print(*sorted(sys.modules))"
    done = subprocess.run([sys.executable, "-c", said], capture_output=True, text=True, check=True)
    assert not {"numpy", "hypothesis", "playwright"} & set(done.stdout.split())


def test_a_file_has_one_server_at_a_time(terminal: Terminal) -> None:
    with running("serve", "--data", str(terminal.data)):
        words = ("serve", "--host", "127.0.0.1", "--port", "0", "--data", str(terminal.data))
        said = terminal.really(*words)
    assert said.code == 2
    assert "is being served by another process" in said.err
    assert said.err.count("\n") == 1


def test_a_port_that_is_taken_is_told_in_a_sentence(terminal: Terminal) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        words = ("serve", "--host", "127.0.0.1", "--port", port, "--data", str(terminal.data))
        said = terminal.really(*words)
    assert said.code == 2
    assert said.err.startswith(f"tablefolk: cannot listen on 127.0.0.1:{port}: ")
    assert not terminal.data.exists()


def test_there_is_no_demo_of_an_unknown_game(terminal: Terminal) -> None:
    words = ("demo", "chess", "--host", "127.0.0.1", "--port", "0", "--data", str(terminal.data))
    said = terminal.really(*words)
    assert (said.code, said.out) == (2, "")
    assert "There is no such game here" in said.err


def test_a_public_address_that_is_none_is_told_in_a_sentence(terminal: Terminal) -> None:
    words = ("serve", "--url", "play.example", "--port", "0", "--data", str(terminal.data))
    said = terminal.really(*words)
    assert (said.code, said.out, said.err.count("\n")) == (2, "", 1)
    assert said.err.startswith("tablefolk: --url needs an address such as https://")
    assert not terminal.data.exists()


@pytest.mark.parametrize(
    ("known", "at", "told"),
    [
        (Known("192.168.1.20"), "localhost:8000", "In your network: http://192.168.1.20:8000/s/x"),
        (Known("2001:db8::7"), "localhost:80", "In your network: http://[2001:db8::7]:80/s/x"),
        (
            Known(url="https://play.example"),
            "localhost:81",
            "For everybody: https://play.example/s/x",
        ),
        (Known(), "localhost:8000", ""),
        (Known(), "192.168.1.7:8000", ""),
    ],
)
def test_the_terminal_tells_the_address_that_invites_carry(
    capsys: pytest.CaptureFixture[str], known: Known, at: str, told: str
) -> None:
    announce(known, at, "/s/x", open_browser=False)
    here, *there = capsys.readouterr().out.splitlines()
    assert here == f"Tablefolk is at http://{at}/s/x"
    assert there[:1] == ([told] if told else [])


@pytest.mark.parametrize("host", ["127.0.0.1", "::1"])
def test_a_door_for_this_machine_has_no_address_in_the_network(host: str) -> None:
    with listening(host, 0) as door:
        assert lan_address(door) == ""
        assert own_address(door) == f"localhost:{door.getsockname()[1]}"


@pytest.mark.parametrize("port", ["99999", "-1"])
def test_a_port_that_is_none_is_told_in_a_sentence(terminal: Terminal, port: str) -> None:
    said = terminal("serve", f"--port={port}", "--data", str(terminal.data))
    assert said.code == 2
    assert said.err == f"tablefolk: cannot listen on port {port}: a port is from 0 to 65535.\n"


def test_a_folder_is_no_data_file(terminal: Terminal, tmp_path: Path) -> None:
    said = terminal("serve", "--host=127.0.0.1", "--port=0", "--data", str(tmp_path))
    assert said.code == 2
    assert said.err == f"tablefolk: {tmp_path} is a folder, not a data file.\n"


# -- Limits and the host's key (TF-43) ---------------------------------------------------------


def test_a_house_is_a_home_unless_everybody_can_come__TF_43() -> None:
    assert chosen_limits("", "", "") == HOME
    assert chosen_limits("", "", "http://192.168.1.20:8000") == HOME
    assert chosen_limits("", "", "https://table.example.org") == INTERNET
    assert chosen_limits("home", "", "https://table.example.org") == HOME


def test_who_opens_is_said_for_tables_and_for_those_to_try__TF_43() -> None:
    locked = chosen_limits("", "key", "")
    assert (locked.opening, locked.demos) == ("key", "key")
    public = chosen_limits("internet", "anybody", "")
    assert (public.opening, public.demos) == ("anybody", "anybody")


def test_a_served_house_prints_the_link_that_gives_its_key__TF_43(terminal: Terminal) -> None:
    words = ("serve", "--data", str(terminal.data), "--who-opens", "key")
    with running(*words) as (process, address):
        assert process.stdout
        found = re.fullmatch(r"Tables are opened .*(/key/.{24})\n", process.stdout.readline())
        assert found
        with httpx.Client(base_url=address, timeout=patience.SECONDS) as browser:
            form = {"game": "wheel-of-fate", "name": "Friday", "gm": "Gil"}
            assert browser.post("/new", data=form).status_code == 403
            assert browser.get(found[1]).status_code == 303
            assert browser.post("/new", data=form).status_code == 303


def test_limits_that_do_not_fit_keep_the_door_shut__TF_43(terminal: Terminal) -> None:
    file = terminal.folder / "limits.toml"
    file.write_text("membres = 3", "utf-8")
    said = terminal.kept("serve", "--port", "0", "--limits", str(file))
    assert (said.code, said.err) == (2, f"tablefolk: {file}: there is no limit “membres”.\n")
    assert not terminal.data.exists()
