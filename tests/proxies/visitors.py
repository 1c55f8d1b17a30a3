"""People who come through a proxy, as curl: by TLS, by HTTP/2, from an address of their own."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from typing import NamedTuple

from tests import patience
from tests.proxies.proxies import NAME, Proxy


class Answer(NamedTuple):
    """What came back."""

    status: int
    protocol: str
    headers: dict[str, list[str]]
    text: str


class Visitor:
    """A browser of its own; 127.0.0.2 and so on are addresses of this machine, too."""

    def __init__(self, proxy: Proxy, folder: Path, name: str, address: str = "127.0.0.1") -> None:
        self.proxy, self.address = proxy, address
        self.jar = folder / f"{name}.cookies"
        self.site = f"https://{NAME}:{proxy.port}"

    def curl(self, path: str, *more: str) -> list[str]:
        command = ["curl", "--silent", "--http2", "--cacert", str(self.proxy.trusted.public)]
        command += ["--resolve", f"{NAME}:{self.proxy.port}:127.0.0.1"]
        command += ["--interface", self.address, "--max-time", str(patience.SECONDS)]
        command += ["--cookie", str(self.jar), "--cookie-jar", str(self.jar)]
        return [*command, *more, f"{self.site}{path}" if path.startswith("/") else path]

    def ask(self, path: str, *more: str) -> Answer:
        command = self.curl(path, "--include", *more)
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 0, f"curl ended with {done.returncode}: {done.stderr}"
        head, _, text = re.sub(r"^HTTP/\S+ 100.*?\n\r?\n", "", done.stdout, flags=re.S).partition(
            "\n\n"
        )
        first, *lines = head.splitlines()
        headers: dict[str, list[str]] = {}
        for line in lines:
            name, _, value = line.partition(": ")
            headers.setdefault(name.lower(), []).append(value.strip())
        protocol, status = first.split()[:2]
        return Answer(int(status), protocol, headers, text)

    def send(self, path: str, *more: str, **form: str) -> Answer:
        """A form, as a page of this site sends it."""
        fields = [
            part for name, value in form.items() for part in ("--data-urlencode", f"{name}={value}")
        ]
        return self.ask(path, "--header", f"Origin: {self.site}", *fields, *more)

    def stream(self, table: str, *more: str) -> subprocess.Popen[str]:
        """The live stream of a page, read as it comes."""
        page = self.ask(f"/t/{table}").text
        found = re.search(r"/live\?page=(\w+)&amp;at=0", page)
        assert found, page[:500]
        command = self.curl(f"/t/{table}/live?page={found[1]}&at=0", "--no-buffer", *more)
        return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
