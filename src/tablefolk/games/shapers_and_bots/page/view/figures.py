"""Portraits and numbers as many blocks show them, with what each number comes from (SB-10)."""

from __future__ import annotations

from zlib import crc32

from tablefolk.games.shapers_and_bots.page.blocks.base import Figure, Piece, Portrait, Purse
from tablefolk.games.shapers_and_bots.rules import sheet
from tablefolk.games.shapers_and_bots.rules.content import RATED, content
from tablefolk.games.shapers_and_bots.rules.state import World
from tablefolk.games.shapers_and_bots.rules.values import Character
from tablefolk.games.shapers_and_bots.rules.wording import say

HUES = 8
BADGES = {
    "earth": "mountain",
    "air": "wind",
    "light": "sun",
    "water": "droplet",
    "luck": "clover",
    "time": "hourglass-half",
}
MOVES = {"tracks": "link", "wheels": "dharmachakra", "legs": "shoe-prints"}
ICONS = {
    "SIZ": "up-right-and-down-left-from-center",
    "FIT": "person-running",
    "DEX": "hand",
    "INT": "brain",
    "AWR": "eye",
    "STR": "dumbbell",
    "HGT": "ruler-vertical",
    "WGT": "weight-hanging",
    "SGT": "eye",
    "HER": "ear-listen",
    "SML": "wind",
    "CRG": "shield-heart",
    "HON": "handshake",
}
SKILLS = {
    "acrobatics": "person-falling", "animal_handling": "paw", "boating": "sailboat",
    "brawling": "hand-fist", "camouflage": "leaf", "camping": "campground",
    "charisma": "comments", "climbing": "mountain", "computers": "computer", "craft": "hammer",
    "dancing": "music", "driving": "car", "escapology": "link", "farming": "wheat-awn",
    "fine_art": "palette", "first_aid": "kit-medical", "flying": "feather", "gambling": "dice",
    "hiding": "mask", "hypnotism": "eye", "jumping": "up-long", "lore": "book",
    "mechanics": "wrench", "medicine": "stethoscope", "navigation": "compass",
    "picking_pockets": "hand-holding", "riding": "horse", "sailing": "ship",
    "singing": "microphone", "sixth_sense": "lightbulb", "skating": "person-skating",
    "skiing": "person-skiing", "stage_magic": "hat-wizard", "stealth": "shoe-prints",
    "swimming": "person-swimming", "throwing": "baseball", "tracking": "magnifying-glass",
    "trapping": "fish", "tunnelling": "person-digging", "ventriloquism": "comment-dots",
    "weapon": "sword",
}  # fmt: skip


WEAPONS = (
    ("crossbow", "crosshairs"), ("bow", "bullseye"), ("pistol", "gun"), ("rifle", "gun"),
    ("sling", "bullseye"), ("ax", "gavel"), ("hammer", "hammer"), ("club", "gavel"),
    ("stick", "staff-snake"), ("staff", "staff-snake"), ("knife", "utensils"),
    ("dagger", "utensils"),
    ("rock", "hill-rockslide"), ("shield", "shield"), ("saw", "gear"), ("drill", "screwdriver"),
    ("laser", "bolt"), ("grinder", "gears"), ("net", "border-all"),
)  # fmt: skip
SWORD = "sword"


def skill_icon(key: str) -> str:
    """A picture for anything that can be rolled with; of a weapon, its own."""
    skill, _, special = key.partition(":")
    weapon = weapon_icon(special) if skill == "weapon" else ""
    return ICONS.get(key) or weapon or SKILLS.get(skill, "star")


def weapon_icon(name: str) -> str:
    """A picture for a weapon by its name; "" where no word of it is known."""
    return next((icon for word, icon in WEAPONS if word in name.casefold()), "")


# -- Portraits -----------------------------------------------------------------------------------


def portrait(world: World, hero: Character) -> Portrait:
    """Somebody's face: the species, on a ground of their own, with a badge for their gift."""
    face = species_face(world, hero.species if hero.kind == "animal" else hero.kind)
    badge, spoken = badge_of(world, hero)
    return Portrait(face.species, face.name, face.emoji, badge, spoken, hue(hero.id))


def species_face(world: World, id: str) -> Portrait:
    """The face of a species, of a bot, or of a sketch."""
    ground = hue(id)
    if id == "bot":
        return Portrait("bot", say("labels.bot"), hue=ground)
    if id in content().species:
        return Portrait(id, content().species[id].name, hue=ground)
    found = world.find_species(id)
    if found is not None:
        return Portrait("", found.name, found.emoji, hue=ground)
    return Portrait("nobody", say("labels.somebody"), hue=ground)


def badge_of(world: World, hero: Character) -> tuple[str, str]:
    """A shaper's kind, or how a bot moves: an icon, and what it says."""
    if hero.shaping:
        kind = hero.shaping[0]
        return BADGES.get(kind, "wand-sparkles"), sheet.label(world, f"shaping:{kind}")
    if hero.bot is not None and hero.bot.locomotion:
        return MOVES.get(hero.bot.locomotion, "gear"), hero.bot.locomotion
    return "", ""


def hue(name: str) -> int:
    return crc32(name.encode(errors="replace")) % HUES


def kind_name(world: World, hero: Character) -> str:
    """What somebody is: Fox, Bot, or an extra without a species."""
    if hero.kind == "bot":
        return say("labels.bot")
    found = world.find_species(hero.species)
    return found.name if found else say("labels.somebody")


# -- Numbers (SB-10, SB-16) ----------------------------------------------------------------------


def figure(world: World, hero: Character, key: str) -> Figure:
    """A rating as it is written, with its parts."""
    found = sheet.number(world, hero, key)
    skill = world.find_skill(key)
    feature = content().features.get(key)
    return Figure(
        key,
        sheet.label(world, key),
        "?" if found.unset else sheet.signed(found.value),
        tuple(piece(world, hero, part) for part in found.parts),
        skill.use if skill else feature.measures if feature else "",
        ICONS.get(key, ""),
        key in hero.fixed,
        found.known and found.value is None,
        bool(skill and skill.homemade),
    )


def piece(world: World, hero: Character, part: sheet.Part) -> Piece:
    """One part of a number, in words."""
    if part.what in RATED:
        return Piece(of_feature(world, hero, part), sheet.signed(part.value))
    kind = kind_name(world, hero)
    words = say(f"piece.{part.what}", kind=kind, text=part.text)
    return Piece(words, sheet.signed(part.value))


def of_feature(world: World, hero: Character, part: sheet.Part) -> str:
    """A feature in a formula; where it is taken off, Size says that being small helps (SB-62)."""
    name, value = sheet.label(world, part.what), part.value or 0
    if not value or sheet.number(world, hero, part.what).value == value:
        return name
    if part.what == "SIZ":
        return say("piece.small" if value > 0 else "piece.big")
    return say("piece.minus", name=name)


def health(world: World, hero: Character) -> Figure:
    """The most health points, and what they come from (SB-93)."""
    name, use = say("labels.hp"), say("labels.hp_use")
    try:
        most = sheet.hp_max(world, hero)
    except sheet.Unset:
        return Figure("HP", name, "?", (), use, "heart")
    if "HP" in hero.fixed:
        ruled = (Piece(say("piece.ruled"), str(most)),)
        return Figure("HP", name, str(most), ruled, use, "heart", ruled=True)
    strength = sheet.solid(world, hero, "STR")
    pieces = [
        Piece(sheet.label(world, "STR"), sheet.signed(strength)),
        Piece(say("piece.hp"), "+3"),
    ]
    pieces += [Piece(say("piece.at_least"), "1")] if strength + 3 < 1 else []
    return Figure("HP", name, str(most), tuple(pieces), use, "heart")


def purse(budget: sheet.Budget) -> Purse:
    return Purse(budget.total, budget.spent)
