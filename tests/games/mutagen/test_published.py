"""The published files' shapes, in words of our own, counted as the digest says (MU-156).

Three more are in `test_markup.py`. The author's texts stay with the author: what is kept here is
how they are built.
"""

from __future__ import annotations

import pytest

from tablefolk.games.mutagen.playbooks.markup import (
    Counts,
    Imported,
    read_definitions,
    read_markup,
    write_markup,
)
from tablefolk.games.mutagen.playbooks.model import Child, Criterion, Move, Roll

GAP = "\n\n##\n\n"


def items(*names: str, text: str = "Words.") -> str:
    """Items that hold nothing but words."""
    return "\n\n".join(f"{name} ► {text}" for name in names)


# -- Common, in four files that a fifth includes -----------------------------------------------

INCLUDED = {
    "set/notes": """§ Everyman Resources

Call me ► A write-in without a label.
[[
]]


Deal ► See ⌞picture it⌝.
[[
||
||
||
]]


Wants ► 1 will do, but 2 are better.
[[
1.
]]

[[
2.
]]


##🗣Trade ► Gone, field and all.
##[[
##]]


Flesh ► When you ⌞bleed⌝ you may lose flesh. The last one gone, {{you fall}}.

|● 1. ▢ ▢ ▢  (Plain)
|△ 2. ▢ ▢ ▢  (More than plain)
|△ 3. ▢ ▢ ▢  (Much more)


Nerve ▢ ▢ ► At the start of each session, restore 1 Nerve.


Lessons ▢ ▢ ▢ ▢ ▢ ▢ ▢ ▢ ► When you fill your last one, ⌞grow⌝.
""",
    "set/skills": "\n\n".join(
        [
            "~~~§ Everyman Aptitudes\nWhat many could be good at.",
            *(f"○ Skill {n} ○ ○ ○ ► Words." for n in range(11)),
            "○ 🗣Eerie ○ ○ ○ ► Words.",
            "○ 🗣Taught ○ ○ ○ ► Words. Write it down.\n[[\n]]",
        ]
    ),
    "set/stories": "~~~§ Story Moves\n“Someone” lives.\n\n"
    + items(*(f"Want {n}" for n in range(12)), text="You want this, so you do that."),
    "set/deeds": """
§ Everyman Moves

Bleed ► You bleed ⌞flesh⌝ when hurt.

Go through these steps:

    1. Ask how bad it is.
    4. Make what you __can__.
    5. If now ⌊harm ≤ 0⌋, it is over.
    10. With nothing left, ⌞you fall⌝.

##

Mail ► Worn, it takes 1-3 off.

##

You fall ► Or… you come back later with 1 flesh and a ⌞scar⌝.

##

Mend ► It takes 1 month to heal 1 flesh. If you lose flesh again, start over.

##

Refuse ► When you 🡖🡐 on a ⌞story move⌝, speak up and __spend 1 Nerve__ for something milder.

##

##

Trade down ► Whenever you 🡕🡒, you may turn it to 🡖 and restore 1 Nerve.

##

Go first ► Spend 1 Nerve. You lead others; use your result below:

🡕 You restore 1 Nerve.
🡒🡖 The others roll; if everyone 🡕🡒🡖, you restore 1 Nerve.

##

Work at it --> You fill a {{bar}}; !+[any appropriate aptitude] like when you {{make a story move}}.

🡕🡒🡖 Tick the bar 3, 2, or 1 time(s) respectively.
🡐 No tick at all.

##

Send for it --> Not worth {{story moves}}: !+[any appropriate aptitude].

🡕 More than that.
🡒 That.
🡖 That, but pick 1:
  * it costs.
  * it hurts.
🡐 Not now.

##

Be of help --> You help with a {{story move}}. !+[Any appropriate aptitude].

🡕🡒🡖 They add _[+2]_, _[+1]_, or _[+0]_ respectively.
🡐 You are in the way: _[−1]_.

##

Clench ► How near does it come?
    • ⊞⌊−1⌋ if it is like you.
    • ⊞⌊+0⌋ if it is neither.
    • ⊞⌊+1⌋ if it is unlike you.

🡕 You hold, and get 1 Nerve.
🡒 You hold.
🡖 You hold, shaking.
🡐 You spend 1 Nerve __or__ let go.

##


Learn ► You get 1 lesson for each that is true.
    • You never ⌞fell⌝.
    • It was a ⌞story move⌝.

Grow ► Fill a ○. 🗣 Instead of a ○ the GM may grant something else; perhaps a △.

##
""",
}
COMMON = "\n".join(f"#!include set/{name}" for name in ("notes", "skills", "stories", "deeds"))

# -- Meta --------------------------------------------------------------------------------------

META = GAP.join(
    [
        "!~~~$ Our Meta Playbook",
        *(f"Entry {n} ► See ⌞entry 0⌝. __So__ it is." for n in range(27)),
        "##[Only an example] ► ⌞Gone⌝, with ⌊5 × (a ÷ b)⌋ and ⊞⌊a roll⌋.",
        "Behind a fence (0) ► A number alone in brackets.",
        "🗣Ask first ► Whatever has a 🗣 is asked for.",
        "(Slow) Dials ► Brackets with words are no gate. Items with ● or ▢ are explained here.",
        "How it reads ►  Each has a sign:\n\n"
        "🡕 More !!_[13 or more]_!!\n🡒 All !!_[10 to 12]_!! \n🡖 Some !!_[7 to 9]_!! \n"
        "🡐 None !!_[6 or less]_!! \n\nGroups (e.g. 🡕🡒) mean any of them.",
        "Throw ► It looks ⊞⌊like this⌋ in a move:\n    • with a skill: ⊞⌊Skill⌋. \n"
        "    • with a number: ⊞⌊−1⌋ or ⊞⌊+0⌋.\n    • with a ⊞⌊word⌋ of its own.\n\n"
        "Throw !!⌊2d6 + total⌋!!.\n\nRead the next signs (🡕🡒🡖🡐).",
        "Other throws ► “⊞⌊something odd⌋ for/to/on [another]” takes the place of the usual.",
        "⚠ Tell a story ⚠ ► Say how it rests on !!⌊any ⌞skill⌝⌋!! you have.\n\n"
        "⊞⌊Any appropriate aptitude⌋; __or__ ⊞⌊−1⌋ if none applies.\n\n"
        "🡕 More.\n🡒 All.\n🡖 Some.\n🡐 None.",
    ]
)

# -- Playbooks for players ---------------------------------------------------------------------

MONK = "\n\n".join(
    [
        "§ Monk Aptitudes",
        "● Old Way ○ ○ ○ ○ ► Words.\n[[\nSign:\n]]",
        "○ Breath ○ ○ ○ ► Words.",
        "§ Monk Moves",
        *(f"○ Form {n} ► It reaches about 10m." for n in range(13)),
        "○ Stone skin ► You permanently get rank 2 of ⌞Health⌝.",
        "○ Palm ► Instead of Old Way, ⊞⌊Breath⌋.",
        "○ Outside ► ⊞⌊Old Way⌋ to ⌞get out the way⌝. If you 🡕🡒🡖, they come along.",
        "○ Return it ► You must already have ⌞form 3⌝ to buy this move.",
        "○ Leave the body ► You drift. ⊞⌊Breath⌋.\n\n🡕 A day.\n🡒 Hours.\n🡖 Moments.\n🡓 Never.",
        "○ Hand over ► Spend 1 ⌞Health⌝ to give someone ⌊+1⌋ for the rest of the scene.",
        "○ Slow blow ► ⊞⌊Old Way⌋ to ⌞fuck ‘em up⌝. They ⌞take harm⌝ later.",
    ]
)
WEAVER = "\n\n".join(
    [
        "~~~$ Weaver Meta Moves",
        "With care... --> Keep to the spirit of it.",
        "§ Weaver Resources",
        "Patience --> What it takes.\n|● 1. ▢ ▢ ▢ \n|○ 2. ▢\n|○ 3. ▢",
        "§ Weaver Aptitudes: Strands",
        "They differ in how far they go.",
        *(f"○ Strand {n} ○ ► Words." for n in range(10)),
        *(f"○ Short strand {n} ► Words." for n in range(4)),
        "○ 🗣Grey strand ○ ► Words.",
        "○ Last strand ○ --> Words.",
        "△ 🗣Back again ► Words.",
        "§ Weaver Moves",
        "Take heart ► You restore 1 Patience when you 🡕🡒 on any {{story move}}.",
        "Lose heart ► You lose 1 Patience when you 🡐 on any ⌞story move⌝.",
        "Weave ► It rests on the ⌞Strands⌝. Not with 0 Patience. The rules:\n"
        "    * one target.\n    * nearby.\n\nThe lowest is the !!⌊thin strand⌋!!; "
        "if none fits, ⌊thin strand⌋ is !!⌊−1⌋!!.\n\n"
        "When you weave to ⌞make a story move⌝, !+[thin strand] for the story move.",
    ]
)
HEDGE = "\n\n".join(
    [
        "~~~$ Hedge Moves",
        "Rite --> You need a ⌞tie⌝ to it.\n\nWhen you hold a rite to ⌞make a story move⌝, "
        "⊞⌊joined ways⌋. This starts at ⌊+0⌋; each __further__ way adds ⌊+1⌋ to "
        "!!_[joined ways]_!! (to a max of ⌊+3⌋).\n\n🡖🡐 on your story move: it turns on you.",
        "Companion ► It always gets away.\n[[\nName/kind:\n]]",
        *(f"○ Errand {n} ► Words." for n in range(2)),
        "§ Ties",
        "● Touch ► Words.",
        *(f"○ Tie {n} ► Same as ⌞touch⌝." for n in range(5)),
        *(f"○ Far tie {gate} ({gate}) ► Words." for gate in (3, 4, 5, 8)),
        "§ Ends",
        "● What you did... ► Words.",
        *(f"○ End {n}! ► You take 1 harm." for n in range(6)),
        "○ End 6? ► Words.\n○ Harsh end 3 (3) ► Words.",
        *(f"○ Harsh end {gate} ({gate}) ► Words." for gate in (4, 6)),
        "§ Ways",
        "## it was too strong\n## ● Offering ► Words.",
        "● Things ► Words.",
        *(f"○ Way {n} ► Words." for n in range(5)),
    ]
)

# -- Playbooks for the GM ----------------------------------------------------------------------

GM_META = GAP.join(
    [
        "~~~$ GM Meta Playbook",
        *(f"Advice {n} ► Words.\n\nA shot does 2 harm." for n in range(27)),
        "Signs ► Here △, ○, and ● mean something else.",
        "Not an item, only a paragraph of the one above.",
        "🗣Ask first --> Whatever has 🗣 gets you talking.",
        "(Slow) Dials --> An ugly one:\n|It blows up: ▢▢▢▢\nWords.",
        "Momentum --> The usual is 🡒 (on the way).\n\nWhen they 🡐 (lose it), go on.",
        "Less of it --> You want to ⊞Fighting to cook?\n\nYou want to ⊞Fighting to plant?",
        "● Make it harder ► Words, with −1.",
    ]
)
GM_PLACES = "\n".join(
    [
        "$ GM Places Playbook", "", "Where we are --> Words.", "", "Words.", "",
        "$ Places", "They might come here.", "",
        *(f"Place {n} --> Words." for n in range(10)), '"The Oven" --> Words.',
        "", "##", "", "$ Co-Moves", "",
        "Open it --> Some ideas.", "", "🡐 Pick 1:", "  * tick a bar.", "  * it ticks. 10... 9...",
    ]
)  # fmt: skip

# -- Counted -----------------------------------------------------------------------------------

SHAPES: dict[str, tuple[str, Counts]] = {
    "common": (
        COMMON,
        Counts(
            sections=4,
            items=44,
            kinds={"resource": 6, "aptitude": 13, "story": 12, "move": 13},
            marks={"free": 31, "buy": 13},
            consult=2,
            rolls=6,
            results=14,
            fields=5,
            ranks=3,
            costs=2,
        ),
    ),
    "meta": (
        META,
        Counts(
            sections=1,
            items=34,
            kinds={"meta": 34},
            marks={"free": 34},
            gates=1,
            consult=1,
            rolls=8,
            results=8,
        ),
    ),
    "adept": (
        MONK,
        Counts(
            sections=2,
            items=22,
            kinds={"aptitude": 2, "move": 20},
            marks={"prebought": 1, "buy": 21},
            rolls=4,
            results=4,
            fields=1,
            costs=1,
        ),
    ),
    "sorcerer": (
        WEAVER,
        Counts(
            sections=4,
            items=22,
            kinds={"meta": 1, "resource": 1, "aptitude": 17, "move": 3},
            marks={"free": 5, "buy": 16, "grant": 1},
            consult=2,
            rolls=1,
            ranks=3,
        ),
    ),
    "witch": (
        HEDGE,
        Counts(
            sections=4,
            items=31,
            kinds={"move": 31},
            marks={"free": 2, "buy": 26, "prebought": 3},
            gates=7,
            rolls=1,
            results=1,
            fields=1,
        ),
    ),
    "gm_meta": (
        GM_META,
        Counts(
            sections=1,
            items=33,
            kinds={"gm": 33},
            marks={"free": 32, "prebought": 1},
            consult=1,
            rolls=2,
        ),
    ),
    "gm_xmas": (
        GM_PLACES,
        Counts(sections=3, items=13, kinds={"gm": 13}, marks={"free": 13}, results=1),
    ),
}


def imported(name: str) -> Imported:
    return read_markup(SHAPES[name][0], name, texts=INCLUDED)


@pytest.mark.parametrize("name", SHAPES)
def test_a_file_of_such_a_shape_is_counted_as_the_digest_says__MU_156(name: str) -> None:
    found = imported(name).counts
    wanted = SHAPES[name][1]
    told = ("suggested", "comments")  # the digest does not count these
    assert {f: getattr(found, f) for f in Counts.__struct_fields__ if f not in told} == {
        f: getattr(wanted, f) for f in Counts.__struct_fields__ if f not in told
    }


@pytest.mark.parametrize("name", SHAPES)
def test_such_a_file_comes_back_without_anything_added__MU_159(name: str) -> None:
    made = imported(name).playbook
    assert made
    text = write_markup(made)
    assert "##tablefolk" not in text
    assert read_markup(text, name).playbook == made


def move(book: str, name: str) -> Move:
    made = imported(book).playbook
    assert made
    found = next(item for item in made.items if item.name == name)
    assert isinstance(found, Move)
    return found


def test_numbers_in_brackets_are_told_apart_by_respectively__MU_45() -> None:
    bands = move("common", "Be of help").bands
    assert [band.text for band in bands[:3]] == ["They add +2.", "They add +1.", "They add +0."]


def test_a_roll_for_a_story_move_and_what_must_be_had_first__MU_15() -> None:
    assert move("adept", "Slow blow").child == Child(
        "fuck_em_up", Roll("aptitude", of="adept.old_way")
    )
    (needed,) = move("adept", "Return it").suggested
    assert needed.requires == Criterion("adept.form_3")


def test_a_definition_file_of_three_games_yields_eight_playbooks__MU_156() -> None:
    text = """# A set of three games.
GAME        = First (test)
AUTHOR      = © A. N. 🄯 CC-BY-SA 4.0
HOMEPAGE    = https://example.org/about?a=b
GAMESHORT   = lscwm
PDFSERVER   = https://example.org/sheets/
Playbook: Weaver  =   pc_sorcerer  = common/common  pcs/weaver
Playbook: Scholar =   pc_wizard    = common/common  pcs/scholar
Playbook: Monk    =   pc_adept     = common/common  pcs/monk
Playbook: Hedge   =   pc_witch     = common/common  pcs/hedge
GAME        = Raw
GAMESHORT   = raw
Playbook: Common  =   pc           = common/common
GM Playbook       =   gm           = gm/gm          gm/gm_common
GAME        = Third
GAMESHORT   = xmas21
Playbook: Elf     =   pc_elf       = common/common  pcs/elf
GM Playbook       =   gm           = gm/gm_places
"""
    found, faults = read_definitions(text)
    assert [one.id for one in found] == [
        "lscwm_pc_sorcerer",
        "lscwm_pc_wizard",
        "lscwm_pc_adept",
        "lscwm_pc_witch",
        "raw_pc",
        "raw_gm",
        "xmas21_pc_elf",
        "xmas21_gm",
    ]
    assert [one.role for one in found if one.role != "pc"] == ["gm", "gm"]
    assert {one.homepage for one in found} == {"https://example.org/about?a=b"}
    assert faults == ()
