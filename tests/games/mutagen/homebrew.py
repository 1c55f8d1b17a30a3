"""A playbook of our own for tests: what Common and Sorcerer have no example of."""

from __future__ import annotations

from tests.games.mutagen.table import Played

from tablefolk.games.mutagen.playbooks import effects as op
from tablefolk.games.mutagen.playbooks.effects import Band, Entry, Numbered, Roll
from tablefolk.games.mutagen.playbooks.model import (
    Aptitude,
    Child,
    Cost,
    Criterion,
    Gm,
    Hook,
    Input,
    Mod,
    Move,
    Need,
    Note,
    Option,
    Picklist,
    Playbook,
    Rank,
    Resource,
    Section,
    Story,
    Term,
    When,
    WriteIn,
)

RESOURCES = Section(
    "duellist.resources",
    "Resources",
    items=(
        Resource(
            "breath",
            "Breath",
            ranks=(Rank(1, 2, "prebought"), Rank(2, 1, "buy"), Rank(3, 1, "grant")),
        ),
        Resource("stances", "Stances", ranks=(Rank(1, 3, note=True),)),
        Resource("fame", "Fame", mark="buy", ranks=(Rank(1, 2),)),
    ),
)
APTITUDES = Section(
    "duellist.aptitudes",
    "Aptitudes",
    items=(
        Aptitude(
            "blade",
            "The Blade",
            mark="prebought",
            dots=5,
            prebought=1,
            fields=(WriteIn("weapon", "Its name"),),
        ),
        Aptitude("gift_of_tongues", "Gift of tongues", mark="grant", dots=2),
    ),
)
ROLLED = (
    Move(
        "lunge",
        "Lunge",
        mark="buy",
        cost=(Cost("breath"),),
        roll=Roll("aptitude", "blade"),
        bands=(
            Band(("crit", "full"), effects=(op.Restore("breath"),)),
            Band(
                ("some",),
                pick=1,
                options=(Entry("you are seen"), Entry("you pant", (op.Lose("breath"),))),
            ),
            Band(("fail",), gm="consequence"),
        ),
    ),
    Move(
        "gamble",
        "Gamble",
        roll=Roll("choice", choices=(Numbered("careful", -1), Numbered("bold", 1))),
    ),
    Move("nerve", "Nerve", roll=Roll("number", n=2)),
    Move(
        "footwork",
        "Footwork",
        inputs=(Input("steps", "items", "Steps", required=False, rule="MU-47"),),
        terms=(Term("flow", "count_minus_one", "steps", most=3),),
        roll=Roll("term", "flow"),
    ),
    Move("duel", "Duel", child=Child("story:any", Roll("aptitude", "blade"))),
    Move(
        "whisper",
        "Whisper",
        child=Child("schmooze_em", reads_result=True),
        bands=(Band(("crit", "full", "some"), effects=(op.Restore("breath"),)),),
    ),
)
UNROLLED = (
    Move("salute", "Salute", effects=(op.Restore("breath"),)),
    Move("all_in", "All in", cost=(Cost("breath", "all"),), effects=(op.Modifier(2),)),
    Move(
        "vow",
        "Vow",
        needs=(Need(fact="nobody else hears it"),),
        effects=(op.Modifier(1, "scene"),),
    ),
    Move(
        "settle_stance",
        "Settle a stance",
        cost=(Cost("stances"),),
        effects=(op.NoteBox("stances"),),
    ),
    Move(
        "oath",
        "Oath",
        choices=(
            Option("kind", effects=(op.Restore("breath"),)),
            Option("cruel", consult=True, effects=(op.Lose("breath"),)),
        ),
    ),
    Move(
        "fortune",
        "Fortune",
        lists=(Picklist("lots", (Entry("sun", (op.Restore("breath"),)), Entry("moon"))),),
        effects=(op.PickFrom("lots", by="random"),),
    ),
    Move("give_up", "Give up", effects=(op.SetResource("health", 0),)),
    Move("blood_price", "Blood price", cost=(Cost("health", 3),)),
    Move(
        "dare",
        "Dare",
        effects=(op.RollNow(Roll("number"), (Band(("fail",), effects=(op.Lose("breath"),)),)),),
    ),
    Move("lend_heart", "Lend heart", effects=(op.Modifier(1, "fool_em", "ask"),)),
    Move("open_letter", "Open letter", actor="player", effects=(op.Narrate(prompt="To whom?"),)),
)
BOUGHT = (
    Move("riposte", "Riposte", mark="buy", gate=12),
    Move("feint", "Feint", mark="buy", requires=(Criterion("lunge"),)),
    Move(
        "secret_art", "Secret art", mark="buy", requires=(Criterion(text="a master teaches you"),)
    ),
    Move(
        "iron_body", "Iron body", mark="buy", hooks=(Hook("bought", then=(op.Grant("health", 2),)),)
    ),
    Move("laurels", "Laurels", mark="grant"),
    Move(
        "swagger",
        "Swagger",
        mark="buy",
        mods=(Mod(1, "schmooze_em"), Mod(2, "fool_em", fact="they know your name")),
    ),
    Move(
        "second_wind",
        "Second wind",
        mark="buy",
        automatic=True,
        hooks=(Hook("resource_emptied", When(resource="breath"), (op.Restore("breath"),)),),
    ),
)
GATED = Section(  # the ladder of T-23: one from the start, two bought, then the gate opens
    "duellist.ladder",
    "Ladder",
    items=(
        Move("rung_one", "Rung one", mark="prebought"),
        Move("rung_two", "Rung two", mark="buy"),
        Move("rung_three", "Rung three", mark="buy", gate=0),
        Move("rung_four", "Rung four", mark="buy", gate=3),
        Note("ladder_note", "About ladders"),
    ),
)
STORY = Section(
    "duellist.story",
    "Story Moves",
    items=(Story("draw_first", "Draw first", want="to be the one who strikes", target="someone"),),
)
STEPS = Section(
    "duellist.steps",
    "Steps",
    items=tuple(Aptitude(f"step_{n}", f"Step {n}", mark="buy") for n in range(1, 6)),
)
DUELLIST = Playbook(
    "duellist",
    "Duellist",
    requires=("meta", "common"),
    sections=(
        RESOURCES,
        APTITUDES,
        Section("duellist.moves", "Moves", items=(*ROLLED, *UNROLLED, *BOUGHT)),
        GATED,
        STORY,
        STEPS,
    ),
)

IDEAS = Band(("some",), options=(Entry("somebody heard it"),))
GM_BOOK = Playbook(
    "gm_night",
    "The GM's night",
    role="gm",
    sections=(
        Section(
            "gm_night.moves",
            "GM Moves",
            items=(
                Gm("gm_go_dark", "Go dark!", bands=(IDEAS,)),
                Gm("gm_clock", "Push the clock", mark="prebought", effects=(op.Tick(bar="Dawn"),)),
                Gm(
                    "gm_curse",
                    "A curse on all",
                    mark="grant",
                    effects=(op.Lose("resist", who="everyone"), op.GiveStatus(on="ask")),
                ),
                Gm("gm_parkour", "Parkour!", mark="grant"),
                Note("gm_note", "Be kind"),
            ),
        ),
        Section("gm_night.scope", "Scope it out", bands=(IDEAS,)),
    ),
)

LOSE = op.Lose("resist")
CLOCKWORK = Playbook(
    "clock",
    "Clockwork",
    requires=("meta", "common"),
    sections=(
        Section(
            "clock.moves",
            "Moves",
            items=(
                Resource("tea", "Tea", ranks=(Rank(1, 6),), start="empty"),
                *(
                    Move(f"at_{on}", f"At {on}", hooks=(Hook(on, then=(op.Restore("tea"),)),))  # type: ignore[arg-type]
                    for on in ("scene_start", "scene_end", "session_start", "session_end", "dawn")
                ),
                Move("slow_poison", "Slow poison", effects=(op.Delay((LOSE,), "scene_end"),)),
                Move("slow_word", "Slow word", effects=(op.Delay((LOSE,)),)),
                Move(
                    "pep",
                    "Pep",
                    effects=(op.Modifier(1, "scene"), op.GiveStatus("gone", until="dawn")),
                ),
            ),
        ),
    ),
)


def duellist(*buys: str) -> Played:
    """D, a Duellist in play with these bought, beside F of the digest."""
    played = drafted()
    played.fill("d", *buys)
    played.finish("d")
    played.make("f", "p2")
    return played


def drafted() -> Played:
    """D, a Duellist still being made; ten creation buys."""
    played = Played(options={"creation_buys": 10}, books=(DUELLIST,))
    played.draft("d", "p1", "duellist")
    return played
