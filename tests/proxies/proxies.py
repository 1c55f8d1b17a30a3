"""nginx and Caddy as processes of their own, set up by the files that operators copy."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple, Self

from tests import patience

FILES = Path(__file__).resolve().parents[2] / "docs" / "hosting"
NAME = "table.example"  # what the files call the site


class Certificate(NamedTuple):
    """A certificate for table.example that signs itself."""

    public: Path
    key: Path


def certificate(folder: Path) -> Certificate:
    made = Certificate(folder / "public.pem", folder / "key.pem")
    command = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"]
    command += ["-nodes", "-days", "2", "-subj", f"/CN={NAME}"]
    command += ["-addext", f"subjectAltName=DNS:{NAME}"]
    command += ["-keyout", str(made.key), "-out", str(made.public)]
    subprocess.run(command, check=True, capture_output=True, timeout=patience.SECONDS)
    return made


def found(name: str) -> str | None:
    """Where a program is; nginx is where only root looks."""
    return shutil.which(name, path=f"{os.environ.get('PATH', os.defpath)}:/usr/sbin")


def filled(text: str, changes: Mapping[str, str]) -> str:
    """A file as its operator changes it; what is to be changed must be there."""
    for old, new in changes.items():
        assert old in text, f"the file has no “{old}”"
        text = text.replace(old, new)
    return text


def free_ports(number: int) -> list[int]:
    """Ports that were free a moment ago: a proxy cannot tell which one it was given."""
    held = [socket.create_server(("127.0.0.1", 0)) for _ in range(number)]
    ports = [int(one.getsockname()[1]) for one in held]
    for one in held:
        one.close()
    return ports


class Proxy:
    """A proxy that runs while the block lasts."""

    def __init__(self, folder: Path, trusted: Certificate, backends: Sequence[int]) -> None:
        self.folder, self.trusted, self.backends = folder, trusted, list(backends)
        self.log = folder / "log"
        self.plain, self.port, self.admin = free_ports(3)

    def command(self) -> list[str]:
        raise NotImplementedError

    def __enter__(self) -> Self:
        home = {"HOME": str(self.folder), "XDG_DATA_HOME": str(self.folder)}
        with self.log.open("w") as log:
            self.process = subprocess.Popen(
                self.command(), cwd=self.folder, stdout=log, stderr=log, env={**os.environ, **home}
            )
        until = time.monotonic() + patience.SECONDS
        while not self._answers():
            assert self.process.poll() is None, self.log.read_text()
            assert time.monotonic() < until, self.log.read_text()
            time.sleep(0.02)
        return self

    def _answers(self) -> bool:
        try:
            socket.create_connection(("127.0.0.1", self.port), 1).close()
        except OSError:
            return False
        return True

    def __exit__(self, *_: object) -> None:
        self.process.terminate()
        self.process.wait(timeout=patience.SECONDS)

    def logged(self) -> str:
        """All that it has written down so far."""
        written = [path for path in self.folder.iterdir() if path.name.endswith("log")]
        return "\n".join(path.read_text() for path in written)


class Nginx(Proxy):
    """nginx, with docs/hosting/nginx.conf as one site of it."""

    def command(self) -> list[str]:
        first, *others = self.backends
        text = filled(
            (FILES / "nginx.conf").read_text("utf-8"),
            {
                "listen [::]:80;": "",
                "listen [::]:443 ssl http2;": "",
                "listen 80;": f"listen 127.0.0.1:{self.plain};",
                "listen 443 ": f"listen 127.0.0.1:{self.port} ",
                "/etc/letsencrypt/live/table.example/fullchain.pem": str(self.trusted.public),
                "/etc/letsencrypt/live/table.example/privkey.pem": str(self.trusted.key),
                "/var/log/nginx/": f"{self.folder}/",
                "server 127.0.0.1:8000 ": f"server 127.0.0.1:{first} ",
            },
        )
        for other in others:
            text = filled(text, {"# server 127.0.0.1:8001 ": f"server 127.0.0.1:{other} "})
        (self.folder / "site.conf").write_text(text)
        (self.folder / "nginx.conf").write_text(self.around())
        return [
            found("nginx") or "nginx",
            "-p",
            str(self.folder),
            "-c",
            str(self.folder / "nginx.conf"),
        ]

    def around(self) -> str:
        """What is in /etc/nginx/nginx.conf, as far as it is needed."""
        kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        places = "".join(f"{one}_temp_path {self.folder}/{one};\n" for one in kinds)
        user = "user root;" if os.geteuid() == 0 else ""
        return (
            f"daemon off; pid {self.folder}/pid; {user} worker_processes 1;\n"
            f"error_log {self.folder}/main.log; events {{ worker_connections 512; }}\n"
            f"http {{ {places} gzip on; access_log off; include {self.folder}/site.conf; }}\n"
        )


class Caddy(Proxy):
    """Caddy, with docs/hosting/Caddyfile."""

    def command(self) -> list[str]:
        backends = " ".join(f"127.0.0.1:{port}" for port in self.backends)
        text = filled(
            (FILES / "Caddyfile").read_text("utf-8"),
            {
                "http_port 80\n": f"http_port {self.plain}\n",
                "https_port 443\n": f"https_port {self.port}\n",
                "admin localhost:2019\n": f"admin 127.0.0.1:{self.admin}\n",
                "# bind 127.0.0.1\n": "bind 127.0.0.1\n",
                "# tls /etc/ssl/table.example.pem /etc/ssl/table.example.key": (
                    f"tls {self.trusted.public} {self.trusted.key}"
                ),
                "reverse_proxy 127.0.0.1:8000 {": f"reverse_proxy {backends} {{",
            },
        )
        (self.folder / "Caddyfile").write_text(text)
        return ["caddy", "run", "--config", str(self.folder / "Caddyfile")]


PROXIES: dict[str, type[Proxy]] = {"nginx": Nginx, "caddy": Caddy}
