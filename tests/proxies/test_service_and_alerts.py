"""The unit for systemd, and what Prometheus is told to watch by."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from tests.docs.commands import read
from tests.proxies.proxies import FILES, filled

from tablefolk.hosting import counting, process

UNIT = FILES / "tablefolk.service"
PROGRAM = "/opt/tablefolk/bin/tablefolk"
EXPOSURE = 1.5  # of 10; systemd calls anything below 2 well protected


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="no systemd on this machine")
def test_systemd_understands_the_unit_and_finds_it_well_protected(tmp_path: Path) -> None:
    own = str(Path(sys.executable).with_name("tablefolk"))
    (tmp_path / UNIT.name).write_text(filled(UNIT.read_text("utf-8"), {PROGRAM: own}))
    unit = str(tmp_path / UNIT.name)
    verified = analyzed("verify", unit)
    assert (verified.returncode, verified.stderr) == (0, "")
    found = re.search(
        r"exposure level for \S+: ([\d.]+)", analyzed("security", "--offline=true", unit).stdout
    )
    assert found
    assert float(found[1]) <= EXPOSURE


def analyzed(*words: str) -> subprocess.CompletedProcess[str]:
    command = ["systemd-analyze", *words]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_the_service_is_started_by_words_that_tablefolk_knows() -> None:
    started = re.search(rf"ExecStart={PROGRAM} (.+)", UNIT.read_text("utf-8"))
    assert started
    read(started[1].split())


def test_alerts_ask_only_for_what_there_is() -> None:
    rules = yaml.safe_load((FILES / "alerts.yml").read_text("utf-8"))
    asked = {
        name
        for group in rules["groups"]
        for rule in group["rules"]
        for name in re.findall(r"(?:tablefolk|process)_\w+", rule["expr"])
    }
    known = {f"tablefolk_{name}_total" for name in counting.COUNTED}
    known |= {f"tablefolk_{name}_bucket" for name in counting.TIMED}
    known |= {f"process_{name}" for name in process.WORDS}
    assert len(asked) >= 5
    assert asked <= known


def test_prometheus_is_told_of_the_rules_and_of_the_door() -> None:
    told = yaml.safe_load((FILES / "prometheus.yml").read_text("utf-8"))
    assert [(FILES / name).is_file() for name in told["rule_files"]] == [True]
    (job,) = told["scrape_configs"]
    (targets,) = [one["targets"] for one in job["static_configs"]]
    assert targets[0].endswith(":9464")
    assert "--metrics 9464" in UNIT.read_text("utf-8")
