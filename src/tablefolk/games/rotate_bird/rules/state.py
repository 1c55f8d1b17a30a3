"""Rotate Bird as one value: a table with its people, sheets, tests, and the packs in use."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct, field
from msgspec.structs import replace

from tablefolk.core.book import Overheard
from tablefolk.core.game import Refusal, Seat, must, need
from tablefolk.core.table.company import Company
from tablefolk.games.rotate_bird.rules.packs import Kind, Pack, Symbol, default_pack, own_part
from tablefolk.games.rotate_bird.rules.values import (
    BeingTrait,
    Character,
    Combo,
    FalloutTable,
    Label,
    Npc,
    Test,
    Track,
    Trait,
    Worksheet,
)


class Bird(Struct, frozen=True, omit_defaults=True):
    """A table of Rotate Bird."""

    options: dict[str, str | int | bool] = field(default_factory=dict)
    company: Company = Company()
    reading: str = ""  # the group's own reading of the title (RB-2)
    theme: str = ""  # where there is one for the whole table (RB-22)
    cast: dict[str, Character] = field(default_factory=dict)
    npcs: dict[str, Npc] = field(default_factory=dict)
    tests: dict[int, Test] = field(default_factory=dict)
    tracks: dict[int, Track] = field(default_factory=dict)
    combos: dict[int, Combo] = field(default_factory=dict)
    packs: dict[str, Pack] = field(default_factory=dict)  # loaded here, their ids `pack/id`
    pack_id: str = ""  # the one in use; "" is the default
    past: dict[str, Symbol] = field(default_factory=dict)  # of packs since replaced or dropped
    bare: tuple[str, ...] = ()  # where edition 1, whose ids named no pack, found them; in order
    plain: Pack | None = None  # the one in use since edition 1: what is drawn names no pack
    own_symbols: dict[str, Symbol] = field(default_factory=dict)  # made here (RB-157)
    fallout_tables: dict[str, FalloutTable] = field(default_factory=dict)
    fallout_id: str = ""  # the one in use; "" is the pack's own
    worksheets: dict[str, Worksheet] = field(default_factory=dict)  # "" is the group's (RB-175)
    session: int = 0
    session_open: bool = False
    scene: int = 0  # the number of the one under way, or of the last
    scene_open: bool = False
    fresh: bool = True  # no scene or test yet since the evening began
    count: int = 0  # numbers given to traits, edges, tests, tracks, combos, facts so far

    # -- Finding -----------------------------------------------------------------------------

    @property
    def gm(self) -> str:
        return self.company.gm

    @property
    def pack(self) -> Pack:
        """The pack in use."""
        return self.plain or self.packs.get(self.pack_id) or default_pack()

    @property
    def worksheet(self) -> Worksheet | None:
        """The group's worksheet."""
        return self.worksheets.get("")

    def own_worksheet(self, seat: Seat) -> Worksheet | None:
        """A member's own; whoever only plays from their seat does not see it (TF-6, RB-175)."""
        return None if seat.by or not seat.id else self.worksheets.get(seat.id)

    def worksheet_at_hand(self, member: str) -> Worksheet | None:
        """The filled worksheet a member's random NPCs come from: the group's, or their own."""
        both = (self.worksheets.get(""), self.worksheets.get(member))
        return next((sheet for sheet in both if sheet and sheet.filled), None)

    @property
    def members(self) -> tuple[str, ...]:
        """The GM and the players (RB-165)."""
        return (self.company.gm, *self.company.seats)

    def find_symbol(self, id: str) -> Symbol | None:
        """A symbol by its id: `pack/id`, or without a pack one made here or of the game itself.

        Whichever pack is in use, and whatever comes to the shelf, an id means what it did.
        """
        lead, slash, _ = id.rpartition("/")
        if slash:
            pack = self.packs.get(lead)
            return (pack.symbols.get(id) if pack else None) or self.past.get(id)
        found = self._without_pack(id)
        return replace(found, id=id) if found and found.id != id else found

    def _without_pack(self, id: str) -> Symbol | None:
        """What an id that names no pack stands for, by the full id of that symbol."""
        first, *others = self.bare or ("",)
        return (
            self._in_pack(first, id)
            or self.own_symbols.get(id)
            or next((found for old in others if (found := self._in_pack(old, id))), None)
            or self._in_pack("", id)
        )

    def _in_pack(self, pack: str, id: str) -> Symbol | None:
        return self.find_symbol(f"{pack}/{id}") if pack else default_pack().symbols.get(id)

    def full_id(self, id: str) -> str:
        """An id with its pack, also where it named none once."""
        found = None if "/" in id else self._without_pack(id)
        return found.id if found else id

    def meant(self, said: str) -> str:
        """The id of a symbol that somebody calls by its id or by its name; else what they said."""
        if not said or self.find_symbol(said):
            return said
        name = " ".join(said.split()).casefold()
        every = (*self.pack.symbols.values(), *self.own_symbols.values())
        every += tuple(default_pack().symbols.values())
        called = ((s.id, {own_part(s.id), s.name.casefold(), s.short.casefold()}) for s in every)
        return next((id for id, names in called if name in names), said)

    def symbol(self, id: str, kind: Kind | None = None) -> Symbol:
        """A symbol that exists, of this kind; else a refusal."""
        found = must(self.find_symbol(id), "RB-10", "unknown", "There is no such symbol.")
        why = f"“{found.name}” is no {(kind or '').title()} symbol."
        must(kind in (None, found.kind), "RB-10", "wrong_symbol_kind", why)
        return found

    def character(self, who: str) -> Character:
        return must(self.cast.get(who), "RB-1", "unknown", "There is no such character.")

    def own(self, seat: Seat, who: str, rule: str, code: str = "not_owner") -> Character:
        """A character that is played from this seat; what is a player's choice is theirs alone."""
        hero = self.character(who)
        need(hero.player == seat.id, rule, code, f"That is for {hero.name}’s player to do.")
        return hero

    def of(self, member: str) -> Character | None:
        """The character of a member."""
        return next((hero for hero in self.cast.values() if hero.player == member), None)

    def holder(self, number: int) -> Character | None:
        """Whose trait or edge that is."""
        return next((hero for hero in self.cast.values() if hero.trait(number)), None)

    def held(self, number: int, rule: str) -> tuple[Character, Trait]:
        """A trait or edge that exists, and whose it is; else a refusal."""
        for hero in self.cast.values():
            if trait := hero.trait(number):
                return hero, trait
        raise Refusal(rule, "not_your_trait", "There is no such trait.", firm=True)

    def label(self, number: int) -> Label:
        """What a trait, an edge or a combo is called and looks like now."""
        if number in self.combos:
            return Label(name=self.combos[number].name)
        hero = self.holder(number)
        trait = hero.trait(number) if hero else None
        if isinstance(trait, BeingTrait):
            return Label((trait.symbol,))
        return Label(trait.symbols, trait.name) if trait else Label()

    def name(self, who: str) -> str:
        """The name of a character, an NPC or a member, for sentences."""
        known = self.cast.get(who) or self.npcs.get(who)
        gone = "somebody" if who.startswith("npc_") else who
        return known.name if known else self.company.people.get(who, gone)

    def test(self, number: int) -> Test:
        return must(self.tests.get(number), "RB-26", "no_test", "There is no such test.")

    def track(self, number: int) -> Track:
        return must(self.tracks.get(number), "RB-106", "no_track", "There is no such track.")

    def npc(self, who: str) -> Npc:
        return must(self.npcs.get(who), "RB-132", "unknown", "There is no such NPC.")

    def running(self) -> Iterator[Test]:
        return (test for test in self.tests.values() if test.running)

    def busy(self, who: str, but: int = 0) -> Test | None:
        """The running test this character takes part in, beside that one (RB-48)."""
        return next((t for t in self.running() if t.id != but and who in t.taking_part), None)

    def engaged(self, who: str) -> bool:
        """Whether somebody has a part in a test that is open, or is set up by it."""
        return any(who in (*t.taking_part, t.beneficiary) for t in self.tests.values() if t.open)

    # -- Changing ----------------------------------------------------------------------------

    def with_hero(self, who: str, **changes: object) -> Bird:
        changed = replace(self.cast[who], **changes)
        return replace(self, cast={**self.cast, who: changed})

    def with_test(self, number: int, **changes: object) -> Bird:
        changed = replace(self.tests[number], **changes)
        return replace(self, tests={**self.tests, number: changed})

    def with_track(self, number: int, **changes: object) -> Bird:
        changed = replace(self.tracks[number], **changes)
        return replace(self, tracks={**self.tracks, number: changed})

    def with_npc(self, who: str, **changes: object) -> Bird:
        return replace(self, npcs={**self.npcs, who: replace(self.npcs[who], **changes)})

    def counted(self, *numbers: int) -> Bird:
        """Numbers up to these are given away."""
        return replace(self, count=max(self.count, *numbers))

    def with_marks(self, who: str, traits: tuple[int, ...], marked: bool) -> Bird:
        """Being and Doing traits of a character marked, or cleared."""
        hero = self.cast[who]
        being = tuple(replace(t, marked=marked) if t.id in traits else t for t in hero.being)
        doing = tuple(replace(t, marked=marked) if t.id in traits else t for t in hero.doing)
        return self.with_hero(who, being=being, doing=doing)

    def with_edge(self, number: int, **changes: object) -> Bird:
        hero = self.holder(number)
        if hero is None:
            return self
        having = tuple(replace(e, **changes) if e.id == number else e for e in hero.having)
        return self.with_hero(hero.id, having=having)

    def without_edge(self, number: int) -> Bird:
        hero = self.holder(number)
        if hero is None:
            return self
        return self.with_hero(hero.id, having=tuple(e for e in hero.having if e.id != number))


# -- Conditions that several chapters share ----------------------------------------------------


def the_gm(seat: Seat, rule: str) -> None:
    must(seat.gm, rule, "not_gm", "Only the GM does this.")


def words(text: str, rule: str, why: str) -> str:
    """A text that is really there."""
    return must(text.strip(), rule, "text_needed", why)


overheard = Overheard[Bird]()
