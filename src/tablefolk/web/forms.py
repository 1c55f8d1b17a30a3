"""What a form says, as the fields of a command."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache

import msgspec
from msgspec import inspect

from tablefolk.core.game import Refusal

OURS = frozenset({"do", "id", "page", "faces", "for", "from", "anonymous", "back"})
FACES = 200  # more dice than anybody throws by hand
Pairs = Sequence[tuple[str, str]]


class Sent(msgspec.Struct, frozen=True):
    """A command as it came in, before any rule has seen it."""

    do: str
    fields: Mapping[str, object]
    id: str = ""
    page: str = ""
    faces: tuple[int, ...] | None = None
    for_seat: str = ""
    anonymous: bool = False


def sent(pairs: Pairs, kinds: Mapping[str, type]) -> Sent:
    """A filled-in form as a command; `dice.kung-fu=2` makes dicts, repeats make lists."""
    one = dict(pairs)
    kind = kinds.get(one.get("do", ""))
    return Sent(
        do=one.get("do", ""),
        fields=fields([(k, v) for k, v in pairs if k not in OURS], kind),
        id=one.get("id", "")[:200],
        page=one.get("page", "")[:200],
        faces=faces(one.get("faces", "")),
        for_seat=one.get("for", ""),
        anonymous=one.get("anonymous", "") in ("true", "on", "1"),
    )


def fields(pairs: Pairs, kind: type | None) -> dict[str, object]:
    """The fields of a command of this kind, as its form wrote them."""
    shape = _shape(kind) if kind else {}
    made: dict[str, object] = {name: [] for name, how in shape.items() if how == "list!"}
    for name, value in pairs:
        _put(made, name, value, shape)
    return made


def faces(text: str) -> tuple[int, ...] | None:
    """Dice typed in from the real table: `3 4 6`, `3,4,6` or `346` (TF-21)."""
    text = text.strip()
    if not text:
        return None
    words = list(text) if text.isdigit() and len(text) > 1 else text.replace(",", " ").split()
    if len(words) > FACES or not all(w.isascii() and w.isdigit() and len(w) < 5 for w in words):
        why = "Type the dice as numbers, like 3 4 6."
        raise Refusal("TF-21", "bad_dice", why, firm=True)
    return tuple(int(w) for w in words)


def first(pairs: Iterable[tuple[str, str]], name: str) -> str:
    """The first value of that name, or nothing."""
    return next((value for key, value in pairs if key == name), "")


def _put(made: dict[str, object], name: str, value: str, shape: Mapping[str, str]) -> None:
    name, _, key = name.partition(".")
    listed = name.endswith("[]")
    name = name.removesuffix("[]")
    how = shape.get(name, "text")
    if key and how.startswith("list"):
        _list(made, name).extend([value] if value else [])
    elif key:
        inner = made.setdefault(name, {})
        if isinstance(inner, dict) and (value or key not in inner):
            inner[key] = value
    elif listed or how.startswith("list"):
        _list(made, name).append(value)
    elif how == "dict":
        made[name] = _decoded(value)
    elif value or how == "text":
        made[name] = value


def _list(made: dict[str, object], name: str) -> list[object]:
    found = made.setdefault(name, [])
    return found if isinstance(found, list) else []


def _decoded(value: str) -> object:
    try:
        return msgspec.json.decode(value)
    except msgspec.DecodeError:
        return value


@cache
def _shape(kind: type) -> dict[str, str]:
    """How each field of a command is written: as text, another plain thing, a list, a dict."""
    info = inspect.type_info(kind)
    assert isinstance(info, inspect.StructType)
    return {field.encode_name: _how(field) for field in info.fields}


def _how(field: inspect.Field) -> str:
    match field.type:
        case inspect.VarTupleType() | inspect.ListType() | inspect.TupleType():
            return "list!" if field.required else "list"
        case inspect.DictType():
            return "dict"
        case inspect.StrType() | inspect.LiteralType():
            return "text"
        case inspect.UnionType(types=(inspect.StrType(), inspect.NoneType())):
            return "text"  # nothing written is not the same as nothing said
    return "plain"
