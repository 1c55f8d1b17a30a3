"""The game as one value: a table with its people, characters, adventures, and what is open now."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from zlib import crc32

from msgspec import Struct, field
from msgspec.structs import replace

from tablefolk.core.book import Overheard
from tablefolk.core.game import Seat, must, need
from tablefolk.core.table.company import Company
from tablefolk.games.shapers_and_bots.rules.content import (
    BotFeature,
    BotPenalty,
    Category,
    Gear,
    ShapingKind,
    Skill,
    Species,
    content,
)
from tablefolk.games.shapers_and_bots.rules.values import (
    Adventure,
    Challenge,
    Character,
    Combatant,
    Contest,
    Example,
    Fight,
    Handout,
    Item,
    Lesson,
    Plan,
    Roll,
    Ruling,
    Specialty,
    Timer,
    Wound,
)

SHOWN = 40  # rolls kept at hand; the log has them all
UNSEEN = 1_000_000  # numbers from here on are seen by the Director alone
THINGS = 2**32  # and from here on they are those of extras’ things


class Homemade(Struct, frozen=True, omit_defaults=True):
    """What this table has made for itself (SB-57, SB-66, SB-69, SB-172)."""

    species: dict[str, Species] = field(default_factory=dict)
    skills: dict[str, Skill] = field(default_factory=dict)
    specialties: tuple[Specialty, ...] = ()
    gear: dict[str, Gear] = field(default_factory=dict)
    bot_features: dict[str, BotFeature] = field(default_factory=dict)
    bot_penalties: dict[str, BotPenalty] = field(default_factory=dict)
    shaping: tuple[Example, ...] = ()


class World(Struct, frozen=True, omit_defaults=True):
    """A table of Shapers and Bots."""

    options: dict[str, str | int | bool] = field(default_factory=dict)
    company: Company = Company()
    cast: dict[str, Character] = field(default_factory=dict)  # players' characters and extras
    playing: dict[str, str] = field(default_factory=dict)  # member -> the one they play (SB-2)
    adventures: dict[int, Adventure] = field(default_factory=dict)
    running: int = 0  # the adventure that is being played
    challenges: dict[int, Challenge] = field(default_factory=dict)
    contests: dict[int, Contest] = field(default_factory=dict)
    fight: Fight | None = None
    plan: Plan = Plan()  # the Director's own (SB-105)
    wounds: tuple[Wound, ...] = ()  # knock-out and berserk rolls to come, in order
    rolls: dict[int, Roll] = field(default_factory=dict)  # the latest, and those without story
    ground: dict[int, Item] = field(default_factory=dict)  # what lies about
    rulings: tuple[Ruling, ...] = ()
    handouts: tuple[Handout, ...] = ()
    lessons: tuple[Lesson, ...] = ()
    timers: dict[int, Timer] = field(default_factory=dict)
    homemade: Homemade = Homemade()
    scene: str = ""  # above, underground, underwater: where a radio is dead (SB-159)
    title: str = ""  # of the scene that is under way (TF-14)
    count: int = 0  # numbers given so far to all whose number players may come to see
    unseen: int = UNSEEN  # and to all the rest: none tells that a hidden thing is there (TF-29)

    # -- Finding -----------------------------------------------------------------------------

    @property
    def gm(self) -> str:
        return self.company.gm

    @property
    def adventure(self) -> Adventure | None:
        """The adventure being played."""
        return self.adventures.get(self.running)

    def character(self, who: str) -> Character:
        return must(self.cast.get(who), "SB-2", "unknown", "There is nobody of that name here.")

    def own(self, seat: Seat, who: str, rule: str = "SB-2") -> Character:
        """A character this seat may command: one's own; the Director, anybody's (SB-2)."""
        hero = self.character(who)
        mine = seat.gm or (bool(hero.player) and hero.player == seat.id)
        named = "That one" if hero.extra or not hero.name else hero.name
        need(mine, rule, "not_your_character", f"{named} is not yours to play.")
        return hero

    def played(self, seat: Seat, who: str, rule: str = "SB-2") -> Character:
        """A finished character that this seat plays just now: one at a time (SB-2)."""
        hero = self.own(seat, who, rule)
        why = f"{hero.name or 'This character'} is not finished yet."
        need(hero.finished, "SB-44", "not_ready", why)
        one = seat.gm or self.playing.get(seat.id) == who
        why = f"You play {self.name(self.playing.get(seat.id, ''))} just now; one at a time."
        need(one, "SB-2", "one_at_a_time", why)
        return hero

    def able(self, hero: Character, rule: str = "SB-100") -> None:
        """Only the living and conscious act (SB-100, SB-104)."""
        need(hero.life != "dead", "SB-104", "dead", f"{hero.name} is {gone(hero)}.")
        again = "be started again" if hero.kind == "bot" else "wake up"
        why = f"{hero.name} is {out_cold(hero)} and must {again} first."
        need(hero.life == "conscious", rule, "not_conscious", why)

    def of(self, member: str) -> Character | None:
        """The character a member plays."""
        return self.cast.get(self.playing.get(member, ""))

    def players_characters(self) -> Iterator[Character]:
        return (hero for hero in self.cast.values() if not hero.extra)

    def extras(self) -> Iterator[Character]:
        return (hero for hero in self.cast.values() if hero.extra)

    def here(self) -> Iterator[Character]:
        """Everybody in the story: without those who left, or are of another adventure (SB-104)."""
        return (hero for hero in self.cast.values() if not hero.left and not self.elsewhere(hero))

    def elsewhere(self, hero: Character) -> bool:
        """Whether somebody is of an adventure that lies on the shelf while another is played."""
        away = hero.extra and bool(self.running) and hero.adventure not in (0, self.running)
        return away and self.combatant(hero.id) is None

    def name(self, who: str) -> str:
        """What somebody is called: a character or a member."""
        hero = self.cast.get(who)
        return hero.name or hero.id if hero else self.company.people.get(who, who)

    def combatant(self, who: str) -> Combatant | None:
        return self.fight.combatants.get(who) if self.fight else None

    def flag(self, option: str) -> bool:
        """An option of this table that is on or off."""
        return bool(self.options.get(option, False))

    # -- Content: the game's own, and what was made here (SB-172) ------------------------------

    def find_species(self, id: str) -> Species | None:
        return self.homemade.species.get(id) or content().species.get(id)

    def species(self, id: str) -> Species:
        return must(self.find_species(id), "SB-36", "unknown", "There is no such species.")

    def all_species(self) -> dict[str, Species]:
        return {**content().species, **self.homemade.species}

    def find_skill(self, id: str) -> Skill | None:
        return self.homemade.skills.get(id) or content().skills.get(id)

    def all_skills(self) -> dict[str, Skill]:
        return {**content().skills, **self.homemade.skills}

    def category(self, id: str) -> Category | None:
        return content().categories.get(id)

    def find_gear(self, id: str) -> Gear | None:
        return self.homemade.gear.get(id) or content().gear.get(id)

    def all_gear(self) -> dict[str, Gear]:
        return {**content().gear, **self.homemade.gear}

    def bot_feature(self, id: str) -> BotFeature | None:
        return self.homemade.bot_features.get(id) or content().bot_features.get(id)

    def all_bot_features(self) -> dict[str, BotFeature]:
        return {**content().bot_features, **self.homemade.bot_features}

    def bot_penalty(self, id: str) -> BotPenalty | None:
        return self.homemade.bot_penalties.get(id) or content().bot_penalties.get(id)

    def all_bot_penalties(self) -> dict[str, BotPenalty]:
        return {**content().bot_penalties, **self.homemade.bot_penalties}

    def shaping_kind(self, id: str) -> ShapingKind | None:
        return content().shaping.get(id)

    # -- Changing ----------------------------------------------------------------------------

    def with_hero(self, who: str, **changes: object) -> World:
        changed = replace(self.cast[who], **changes)
        return replace(self, cast={**self.cast, who: changed})

    def with_item(self, who: str, number: int, **changes: object) -> World:
        items = self.cast[who].items
        changed = tuple(replace(i, **changes) if i.id == number else i for i in items)
        return self.with_hero(who, items=changed)

    def with_challenge(self, number: int, **changes: object) -> World:
        changed = replace(self.challenges[number], **changes)
        return replace(self, challenges={**self.challenges, number: changed})

    def with_contest(self, number: int, **changes: object) -> World:
        changed = replace(self.contests[number], **changes)
        return replace(self, contests={**self.contests, number: changed})

    def with_fight(self, **changes: object) -> World:
        return replace(self, fight=replace(self.fight, **changes)) if self.fight else self

    def with_combatant(self, who: str, **changes: object) -> World:
        one = self.combatant(who)
        if self.fight is None or one is None:
            return self
        changed = {**self.fight.combatants, who: replace(one, **changes)}
        return self.with_fight(combatants=changed)

    def with_attack(self, **changes: object) -> World:
        attack = self.fight.attack if self.fight else None
        return self.with_fight(attack=replace(attack, **changes)) if attack else self

    def with_adventure(self, number: int, **changes: object) -> World:
        changed = replace(self.adventures[number], **changes)
        return replace(self, adventures={**self.adventures, number: changed})

    def with_roll(self, number: int, **changes: object) -> World:
        if number not in self.rolls:
            return self
        return replace(self, rolls={**self.rolls, number: replace(self.rolls[number], **changes)})

    def with_ruling(
        self,
        number: int,
        rule: str,
        question: str,
        answer: str,
        reason: str = "",
        about: str = "",
        hidden: bool = False,
    ) -> World:
        """One more decision on record (SB-8)."""
        made = Ruling(number, rule, question, answer, reason, about, hidden)
        return replace(self.counted(number), rulings=(*self.rulings, made))

    def counted(self, *numbers: int) -> World:
        """Numbers up to these are given away."""
        seen = (number for number in numbers if number < UNSEEN)
        unseen = (number for number in numbers if UNSEEN <= number < THINGS)
        count, unseen_count = max(self.count, *seen, 0), max(self.unseen, *unseen, 0)
        return replace(self, count=count, unseen=unseen_count)

    def next_number(self, hidden: bool) -> int:
        return (self.unseen if hidden else self.count) + 1

    def thing_numbers(self, hero: Character) -> Iterator[int]:
        """Numbers for more things of somebody's; an extra's follow from its name alone (TF-29)."""
        if not hero.extra:
            return itertools.count(self.count + 1)
        taken = {item.id for one in self.cast.values() for item in one.items} | {*self.ground}
        named = (f"{hero.id} {place}".encode() for place in itertools.count(1))
        return (n for n in (THINGS + crc32(name) for name in named) if n not in taken)


# -- Words for the living and the built (SB-164) -----------------------------------------------


def gone(hero: Character) -> str:
    return "destroyed" if hero.kind == "bot" else "dead"


def out_cold(hero: Character) -> str:
    return "shut down" if hero.kind == "bot" else "unconscious"


# -- Conditions that several chapters share; each says what is allowed instead (SB-9) -----------


def the_directors(seat: Seat, rule: str, left: object, why: str) -> None:
    """A number that is the Director's to say: a player leaves it, and the answer fills it in."""
    must(left or seat.gm or seat.word, rule, "director_only", why)


def the_director(seat: Seat, rule: str) -> None:
    must(seat.gm, rule, "director_only", "Only the Director does this.")


def words(text: str, rule: str, why: str) -> str:
    """A text that is really there."""
    return must(text.strip(), rule, "text_needed", why)


def one_line(text: str) -> str:
    return " ".join(text.split())


overheard = Overheard[World]()
