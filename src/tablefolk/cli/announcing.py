"""The addresses of a house, told to whoever has started it."""

from __future__ import annotations

import socket

from tablefolk.web.address import Known, joined, reach_of

# A door open to all, and an address reserved for documentation that lies the same way.
EVERY = {"0.0.0.0": "192.0.2.1", "::": "2001:db8::1"}


def announce(known: Known, netloc: str, path: str, open_browser: bool) -> None:
    """Say where the table is: on this machine, and for whoever else can come."""
    own = f"http://{netloc}{known.root}"
    here, there = f"{own}{path}", known.address("http", netloc)
    print(f"Tablefolk is at {here}", flush=True)
    if there.origin != own:
        where = "In your network" if there.reach == "network" else "For everybody"
        print(f"{where}: {there.origin}{path}", flush=True)
        import segno

        segno.make(f"{there.origin}{path}", error="l").terminal(compact=True, border=1)
    if open_browser:
        import webbrowser

        webbrowser.open(here)


def announce_key(known: Known, netloc: str, key: str) -> None:
    """Say by which link somebody gets the key; whoever has it opens tables."""
    if key:
        link = f"{known.address('http', netloc).origin}/key/{key}"
        print(f"Tables are opened with the key: {link}", flush=True)


def own_address(door: socket.socket) -> str:
    """Where somebody at this machine finds the door."""
    host, port = door.getsockname()[:2]
    return joined("localhost" if reach_of(host) == "here" else host, port)


def lan_address(door: socket.socket) -> str:
    """This machine's own address in its network, if the door is open to all; nothing is sent."""
    if door.getsockname()[0] not in EVERY:
        return ""
    with socket.socket(door.family, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((EVERY[door.getsockname()[0]], 9))  # UDP connects silently
            address: str = probe.getsockname()[0]
        except OSError:
            return ""
    return "" if reach_of(address) == "here" else address
