"""Who asks: the address that is counted as one household, whatever is counted by it.

Behind a proxy that is trusted (`serve --trust-proxy`) it is the one that the proxy forwards; what
anybody else says about forwarding is not believed, for then nobody could be counted at all.
"""

from __future__ import annotations

from functools import lru_cache
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import TYPE_CHECKING

from tablefolk.web.address import BadAddress

if TYPE_CHECKING:
    from litestar.types import Scope

    from tablefolk.web.place import Asked

NOBODY = "unknown"  # no address at all: a socket in the file system, or a proxy's riddle
HOUSEHOLD = 64  # bits of an IPv6 address that a provider gives to one household


def who_asks(request: Asked) -> str:
    """The address that a request comes from: IPv4 as it is, IPv6 by its network of 64 bits."""
    return asking(request.scope)


def asking(scope: Scope) -> str:
    """The same, before there is a request."""
    client = scope.get("client")
    return household(client[0]) if client else NOBODY


@lru_cache(maxsize=4096)
def household(address: str) -> str:
    """An address as it is counted: `2001:db8:1:2::/64` for every machine of that network."""
    try:
        number = ip_address(address.partition("%")[0])
    except ValueError:
        return NOBODY
    if not isinstance(number, IPv6Address):
        return str(number)
    if number.ipv4_mapped:
        return str(number.ipv4_mapped)
    return str(ip_network((number, HOUSEHOLD), strict=False))


class Trusted:
    """The proxies whose word about who asks is believed: addresses, and networks of them."""

    def __init__(self, *places: str) -> None:
        self.places = tuple(map(_network, places))

    def __contains__(self, address: str) -> bool:
        try:
            number = ip_address(address.partition("%")[0])
        except ValueError:
            return False
        return any(number in one for one in self.places)

    def __str__(self) -> str:
        return ",".join(map(str, self.places))


def _network(place: str) -> IPv4Network | IPv6Network:
    try:
        return ip_network(place)
    except ValueError:
        raise BadAddress(
            f"--trust-proxy needs an address such as 192.0.2.7 or 10.0.0.0/8, not “{place}”."
        ) from None


LOOPBACK = Trusted("127.0.0.0/8", "::1")
