"""A real server on a real file, and real browsers at its tables."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import (
    Browser,
    BrowserContext,
    Page,
    ViewportSize,
    expect,
    sync_playwright,
)
from tests import patience

PATIENCE = 2 * patience.SECONDS * 1000  # the first page of a browser may take a minute by itself
expect.set_options(timeout=PATIENCE)
FLAGS = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    # Nobody looks at these pages: half as many points each way are a quarter of the painting.
    "--force-device-scale-factor=0.5", "--num-raster-threads=1",
    # Each window would load an address bar with suggestions: a second of work for every person.
    "--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup,"
    "AiModeOmniboxEntryPoint,AimEnabled,HttpsUpgrades,Translate,OptimizationHints,MediaRouter",
]  # fmt: skip
WIDE: ViewportSize = {"width": 1360, "height": 900}
PHONE: ViewportSize = {"width": 390, "height": 844}


class Server:
    """`tablefolk serve` in a process of its own."""

    program: tuple[str, ...] = ("-m", "tablefolk.cli")

    def __init__(self, data: Path, port: int = 0) -> None:
        self.data, self.port = data, port
        self.start()

    def start(self) -> None:
        command = [sys.executable, *self.program, "serve", "--host", "127.0.0.1"]
        command += ["--port", str(self.port), "--data", str(self.data), "--limits", "free"]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.search(r"http://localhost:(\d+)", line)
        assert found, f"the server did not start: {line!r}"
        self.port = int(found[1])

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def kill(self) -> None:
        """As a power cut would."""
        self.process.kill()
        self.process.wait()

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(timeout=patience.SECONDS)


@contextmanager
def chromium() -> Iterator[Browser]:
    """Debian's Chromium, driven by Playwright."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"),
            args=FLAGS,
            headless=True,
            timeout=2 * PATIENCE,
        )
        yield browser
        browser.close()


def person(browser: Browser, address: str, **kind: bool) -> Page:
    """Somebody's own browser, with its own cookies."""
    return own_browser(browser, address, **kind).new_page()


def own_browser(
    browser: Browser,
    address: str,
    *,
    phone: bool = False,
    dark: bool = False,
    moving: bool = False,
) -> BrowserContext:
    """A browser with no page open yet: it can ask and send, and costs next to nothing."""
    context = browser.new_context(
        base_url=address,
        viewport=PHONE if phone else WIDE,
        color_scheme="dark" if dark else "light",
        has_touch=phone,
        reduced_motion="no-preference" if moving else "reduce",
    )
    context.set_default_timeout(PATIENCE)
    return context
