"""Who asks: the address that is counted as one household, whatever is counted by it.

Behind a proxy that is trusted (`serve --trust-proxy`) it is the one that the proxy forwards; what
anybody else says about forwarding is not believed, for then nobody could be counted at all.
"""

from __future__ import annotations

from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network
from typing import TYPE_CHECKING

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
