"""Commands with anything in them: what the table knows, and what it does not."""

from __future__ import annotations

import random
from contextlib import suppress

import msgspec

from tablefolk.core.game import Command
from tablefolk.testing.playing import Evening


def any_commands(evening: Evening, rng: random.Random, times: int = 2) -> list[Command]:
    """Commands of every kind, filled with what the table knows and with what it does not."""
    words = texts(msgspec.to_builtins(evening.table))
    kinds = (kind for kind in evening.at.commands for _ in range(times))
    return [made for kind in kinds if (made := filled(kind, rng, words))]


def filled(kind: type[Command], rng: random.Random, words: list[str]) -> Command | None:
    """A command of that kind, known or absurd; None where its types do not let it be."""
    fields = msgspec.structs.fields(kind)
    some = {f.encode_name: _value(msgspec.inspect.type_info(f.type), rng, words) for f in fields}
    with suppress(msgspec.ValidationError):
        return msgspec.convert(some, kind, strict=False)
    return None


def texts(value: object) -> list[str]:
    """All that is written anywhere in it, keys too."""
    if isinstance(value, dict):
        return sorted({t for k, v in value.items() for t in (str(k), *texts(v))})
    if isinstance(value, list | tuple):
        return sorted({t for v in value for t in texts(v)})
    return [value] if isinstance(value, str) else []


def _value(info: msgspec.inspect.Type, rng: random.Random, words: list[str]) -> object:
    numbers = (-1, 0, 1, 2, 3, 5, 7, 100, 10**9)
    match info:
        case msgspec.inspect.StrType(max_length=most):
            return rng.choice(("", "  ", "nobody", *rng.choices(words, k=6)))[:most]
        case msgspec.inspect.IntType(ge=low, le=high):
            fit = [n for n in numbers if (low is None or n >= low) and (high is None or n <= high)]
            return rng.choice(fit or [low if low is not None else high])
        case msgspec.inspect.FloatType():
            return float(rng.choice(numbers))
        case msgspec.inspect.BoolType():
            return rng.random() < 0.5
        case msgspec.inspect.LiteralType(values=values):
            return rng.choice(values)
        case msgspec.inspect.EnumType(cls=kind):
            return rng.choice([one.value for one in kind])
        case msgspec.inspect.NoneType():
            return None
        case msgspec.inspect.UnionType(types=types):
            return _value(rng.choice(types), rng, words)
        case (
            msgspec.inspect.VarTupleType(item_type=inner, max_length=most)
            | msgspec.inspect.ListType(item_type=inner, max_length=most)
        ):
            count = min(rng.randint(0, 5), 5 if most is None else most)
            return [_value(inner, rng, words) for _ in range(count)]
        case msgspec.inspect.StructType(fields=fields, tag=tag, tag_field=tag_field):
            found = {f.encode_name: _value(f.type, rng, words) for f in fields}
            return {tag_field: tag, **found} if tag_field else found
        case msgspec.inspect.DictType(value_type=msgspec.inspect.AnyType()):
            return {"type": rng.choice(("Say", "Nonsense")), "text": "x"}
        case msgspec.inspect.DictType(key_type=key, value_type=inner):
            return {_value(key, rng, words): _value(inner, rng, words) for _ in range(3)}
    raise NotImplementedError(f"The laws cannot fill in a field of this type: {info}")
