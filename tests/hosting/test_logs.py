"""The server's log: its lines, what is not in them, and that nobody can flood it."""

from __future__ import annotations

import json
import logging
from typing import Any

import pytest

from tablefolk.hosting import logs

log = logging.getLogger("tablefolk.test")


def lines(capsys: pytest.CaptureFixture[str]) -> list[str]:
    return capsys.readouterr().err.splitlines()


def objects(capsys: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    return [json.loads(line) for line in lines(capsys)]


def test_a_line_for_machines_has_time_level_event_and_its_fields(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with logs.written("json"):
        log.warning("fault %s", "00042", extra={"event": "fault", "fault": "00042"})
        logging.getLogger("uvicorn.error").warning("Invalid HTTP request received.")
        log.debug("of no interest")
    ours, theirs = objects(capsys)
    assert (ours["level"], ours["event"], ours["fault"]) == ("warning", "fault", "00042")
    assert ours["time"].endswith("+00:00")
    assert (theirs["event"], theirs["text"]) == ("uvicorn.error", "Invalid HTTP request received.")


def test_a_traceback_is_one_field_of_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    with logs.written("json"):
        try:
            raise ZeroDivisionError("on purpose, with\na line of its own")
        except ZeroDivisionError:
            log.exception("it broke")
    (one,) = objects(capsys)
    assert one["text"] == "it broke"
    assert "test_logs.py" in one["trace"]
    assert "a line of its own" in one["trace"]


def test_a_line_for_people_reads_as_one(capsys: pytest.CaptureFixture[str]) -> None:
    with logs.written("plain"):
        log.warning("the disk is full")
    (one,) = lines(capsys)
    assert one.endswith(" warning: the disk is full")


@pytest.mark.parametrize("kind", logs.KINDS)
@pytest.mark.parametrize(
    "secret",
    [
        "GET /s/c2VjcmV0LXNlYXQta2V5LTE= failed",
        "GET /key/c2VjcmV0LXNlYXQta2V5LTE= failed",
        "GET /j/c2VjcmV0LXNlYXQta2V5LTE= failed",
        "at /t/0123456789abcdef0123456789abcdef/sit/c2VjcmV0LXNlYXQta2V5LTE= it broke",
        "postgresql://folk:c2VjcmV0LXNlYXQta2V5LTE=@db.example/tables",
    ],
)
def test_no_line_holds_a_key__TF_3(
    kind: str, secret: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with logs.written(kind):
        try:
            raise ValueError(secret)
        except ValueError:
            log.exception("it broke: %s", secret, extra={"store": secret})
    said = capsys.readouterr().err
    assert "it broke" in said
    assert "c2VjcmV0" not in said
    assert "0123456789abcdef" not in said


def test_the_same_line_is_said_once_and_then_counted(capsys: pytest.CaptureFixture[str]) -> None:
    with logs.written("json"):
        for _ in range(1000):
            log.warning("somebody knocks", extra={"event": "knock"})
        log.warning("another thing")
    first, other, more = objects(capsys)
    assert first["text"] == "somebody knocks"
    assert other["text"] == "another thing"
    assert (more["event"], more["level"], more["times"]) == ("knock", "warning", 999)
    assert more["text"] == "999 more like it within a minute: somebody knocks"


def test_lines_that_somebody_else_words_are_bounded_too(capsys: pytest.CaptureFixture[str]) -> None:
    with logs.written("json"):
        for number in range(1000):
            log.warning("no such thing as %s", number)
    *said, more = objects(capsys)
    assert len(said) == logs.MOST
    assert more["times"] == 1000 - logs.MOST


def test_after_a_minute_it_is_said_again(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [0.0]
    monkeypatch.setattr(logs, "monotonic", lambda: now[0])
    with logs.written("json"):
        for _ in range(2):
            log.warning("still there")
            now[0] += logs.MINUTE + 1
    assert [one["text"] for one in objects(capsys)] == ["still there"] * 2


def test_how_many_there_were_is_said_when_the_minute_is_over(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(logs, "MINUTE", 0.2)
    with logs.written("json"):
        for _ in range(5):
            log.warning("knock knock")
        lines_handler = logging.getLogger().handlers[-1]
        assert isinstance(lines_handler, logs.Lines)
        for timer in list(lines_handler.calm.timers.values()):
            timer.join()
        assert [one.get("times", 1) for one in objects(capsys)] == [1, 4]


def test_a_very_long_line_is_cut(capsys: pytest.CaptureFixture[str]) -> None:
    with logs.written("plain"):
        log.warning("%s", "a" * 1_000_000)
    assert len(capsys.readouterr().err) <= logs.LONG + 1


def test_when_it_is_over_nothing_is_left_behind() -> None:
    before = list(logging.getLogger().handlers)
    with logs.written("json"):
        assert logging.getLogger().handlers != before
    assert logging.getLogger().handlers == before
