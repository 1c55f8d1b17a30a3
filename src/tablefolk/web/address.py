"""Where others reach this house: what stands in every link that is handed on (TF-3)."""

from __future__ import annotations

import re
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import TYPE_CHECKING, Literal
from urllib.parse import urlsplit

from msgspec import Struct

from tablefolk.core.language import said

if TYPE_CHECKING:
    from tablefolk.web.place import Asked

Reach = Literal["everywhere", "network", "here"]
# A name or an IPv4 address, or an IPv6 address in brackets; then a port.
PLACE = re.compile(r"([A-Za-z0-9_.-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(?::(\d{1,5}))?")
PORTS = 65535
BELOW = re.compile(r"(/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)+")
# The first words of the house's own addresses: below one of them nobody could tell which is meant.
OWN = frozenset({
    "about", "app.webmanifest", "bring", "games", "health", "healthz", "icons", "j", "key", "new",
    "r", "rules", "s", "static", "t", "theme", "try",
})  # fmt: skip
HERE = "127.0.0.1"
USUAL = {"http": 80, "https": 443}
ONLY_HERE = said(
    "This link works on this machine only, for no other address of it is known: open the page by "
    "one that your friends can reach, or start Tablefolk with --url."
)


class BadAddress(ValueError):
    """No address of a site; its text says why in one sentence."""


class Address(Struct, frozen=True):
    """Where links begin, such as http://192.168.1.20:8000, and from where that is reached."""

    origin: str
    reach: Reach

    @property
    def words(self) -> str:
        """Who can open a link that begins like this, in one sentence."""
        if self.reach == "everywhere":
            return said(
                "Works everywhere that can reach {netloc}.", netloc=urlsplit(self.origin).netloc
            )
        return said("Works on this network.") if self.reach == "network" else ONLY_HERE


class Link(Struct, frozen=True):
    """A link to hand on, and what there is to know about it."""

    url: str
    words: str
    warning: bool


class Known(Struct, frozen=True):
    """What a server was told, or has found out, about its own addresses."""

    lan: str = ""  # this machine's address in its network, where others can come by it
    url: str = ""  # the public origin, as --url says it
    root: str = ""  # the path of the site below which everything is, as --root-path says it

    def address(self, scheme: str, netloc: str) -> Address:
        """The address for others, where somebody has opened the page at this one."""
        if self.url:
            return Address(self.url + self.root, reach_of(split(urlsplit(self.url).netloc)[0]))
        host, port = split(netloc)
        if reach_of(host) != "here":
            return Address(f"{scheme}://{netloc}{self.root}", reach_of(host))
        if self.lan:
            return Address(f"{scheme}://{joined(self.lan, port)}{self.root}", "network")
        return Address(f"{scheme}://{netloc}{self.root}", "here")


UNKNOWN = Known()


def address(request: Asked) -> Address:
    """This site, as somebody else's browser can reach it."""
    known: Known = request.app.state.place.known
    return known.address(request.url.scheme, request.url.netloc)


def origin(request: Asked) -> str:
    """The beginning of every link that is handed on."""
    return address(request).origin


def link(request: Asked, path: str) -> Link:
    """A link to hand on."""
    found = address(request)
    return Link(f"{found.origin}{path}", found.words, found.reach == "here")


def site(text: str) -> str:
    """The origin that --url names; or BadAddress."""
    try:
        parts = urlsplit(text.strip())
        host, port = split(parts.netloc)
    except ValueError:
        raise BadAddress(
            f"--url needs an address such as https://table.example, not “{text}”."
        ) from None
    if parts.scheme not in USUAL:
        raise BadAddress(f"--url begins with http:// or https://, and “{text}” does not.")
    if parts.path not in ("", "/") or parts.query or parts.fragment:
        raise BadAddress(f"--url names a site and no page of it: “{text}” goes on after the name.")
    return f"{parts.scheme}://{joined(host.lower(), 0 if port == USUAL[parts.scheme] else port)}"


def metrics_door(said: str) -> tuple[str, int]:
    """Where --metrics is to be answered; on this machine, if it names only a port."""
    wrong = f"--metrics needs a port such as 9464, or host and port, not “{said}”."
    try:
        found = split(f"{HERE}:{said}" if said.isdecimal() else said)
    except BadAddress:
        raise BadAddress(wrong) from None
    if not said.isdecimal() and not said.endswith(f":{found[1]}"):
        raise BadAddress(wrong)
    return found


def root(said: str) -> str:
    """The path that --root-path names, without a slash at its end; or BadAddress."""
    path = said.strip().rstrip("/")
    if path and not BELOW.fullmatch(path):
        raise BadAddress(f"--root-path needs a path such as /table, not “{said}”.")
    if path.split("/")[1:2] and path.split("/")[1] in OWN:
        raise BadAddress(f"--root-path cannot begin with /{path.split('/')[1]}: pages are there.")
    return path


def split(netloc: str) -> tuple[str, int]:
    """Host and port (0 where none is named); or BadAddress."""
    found = PLACE.fullmatch(netloc)
    if found is None or int(found[2] or 0) > PORTS:
        raise BadAddress(f"“{netloc}” is no address.")
    if found[1].startswith("[") and _number(found[1]) is None:
        raise BadAddress(f"“{netloc}” is no address.")
    return found[1].strip("[]"), int(found[2] or 0)


def joined(host: str, port: int) -> str:
    """Host and port as they stand in an address."""
    return f"{f'[{host}]' if ':' in host else host}{f':{port}' if port else ''}"


def reach_of(host: str) -> Reach:
    """From where a host is reached, as far as its name tells."""
    number = _number(host)
    if number is None:
        name = host.lower().rstrip(".")
        if name == "localhost" or name.endswith(".localhost"):
            return "here"
        return "everywhere" if "." in name and not name.endswith(".local") else "network"
    if number.is_loopback or number.is_unspecified:
        return "here"
    return "network" if number.is_private or number.is_link_local else "everywhere"


def _number(host: str) -> IPv4Address | IPv6Address | None:
    try:
        return ip_address(host.strip("[]"))
    except ValueError:
        return None
