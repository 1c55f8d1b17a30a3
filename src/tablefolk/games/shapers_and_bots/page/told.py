"""What of the story is fiction, what an act comes to, what is kept; events say the rest."""

from __future__ import annotations

from tablefolk.core.story import Moment, Setting

SPARED = ("_spared", "_spared_bot")
told_as = Setting(
    narrated={
        "StoryTold": "text", "OutcomeRuled": "text", "TieRuled": "text", "AttackRuled": "instead",
        "ThingRuled": "answer", "BugRuled": "text", "ClockSet": "text",
    },
    leads=frozenset({
        "ChallengeRolled", "ContestWon", "ContestTied", "TimeBent", "ShapingResisted",
        "AttackEnded", "WakingRolled", "AutomaticGranted", "RaiseGranted", "LessonTaken",
    }),
    noted=frozenset(),  # the events say so themselves
    keeps={
        "OutcomeRuled": "fact", "TieRuled": "fact", "StoryTold": "fact",
        "ChallengeRolled": "throw", "ContestWon": "throw", "ContestTied": "throw",
        "ShapingResisted": "throw", "AdventureStarted": "turn",
        "ReadyTaken": "turn", "SheetFinished": "turn", "CharacterBrought": "turn",
        "ItemGiven": "reward", "RaiseGranted": "grew", "LessonTaken": "grew",
        "Harmed": "turn", "Fell": "turn", "FarewellBid": "turn", "StoryLeft": "turn",
        "WakingRolled": "turn", "FightEnded": "turn", "AdventureEnded": "turn",
    },
    undoes={  # what was let be; what is told or ruled anew
        "ChallengeWithdrawn": ("ChallengeOpened",), "StoryTold": ("StoryTold",),
        "OutcomeRuled": ("OutcomeRuled",),
    },
    about={
        "ChallengeOpened": "challenge.id", "ChallengeWithdrawn": "challenge",
        "StoryTold": "roll", "OutcomeRuled": "challenge",
    },
    numbers={"Injured": "", "Harmed": "source", "DamageRolled": ""},
    stakes={
        "StoryTold": "text", "OutcomeRuled": "text", "TieRuled": "text", "AttackRuled": "instead",
        "ThingRuled": "answer",
    },
    moments={
        "RollMade": Moment("throw", "{name}", "{total}", faces="faces"),
        "ChallengeRolled": Moment("throw", number="{total}", poor=("_failure", "_fumble")),
        # Whoever threw last is named by their dice.
        "ContestWon": Moment("throw", ""), "ContestTied": Moment("throw", ""),
        "AttackRolled": Moment("throw", "{attacker}", "{total}"),
        "DefenceRolled": Moment("throw", "{target}", "{total}"),
        "DamageRolled": Moment("throw", "{target}", "{through}", faces="faces"),
        "Harmed": Moment("throw", "{name}", "{through}", faces="faces", when="faces"),
        "Injured": Moment("throw", "{name}", only=SPARED, poor=SPARED),
        "AttackEnded": Moment("throw", "{whom}", poor=("_missed", "_scratch")),
        "KnockoutRolled": Moment("throw", "{name}", "{total}", poor=("_out", "_out_bot")),
        "BerserkRolled": Moment("throw", "{name}", "{face}", faces="faces"),
        "ShapingResisted": Moment("throw", number="{total}"),
        "TimeBent": Moment("throw", "{name}", "{total}", poor=("_failed",)),
        "WakingRolled": Moment("throw", "{name}", "{total}", poor=("_not", "_not_bot")),
        "ItemGiven": Moment("reward", "{name}", icon="gift"),
        "SheetFinished": Moment("finished", "{name}", only=("",)),
        "ReadyTaken": Moment("finished", "{sheet.name}", only=("",)),
        "CharacterBrought": Moment("finished", "{name}", only=("",)),
        "RaiseGranted": Moment("growth", "{name}", "{now}", "{was}"),
        "LessonTaken": Moment("growth", "{name}", "{level}"),
        "Fell": Moment("farewell", "{name}", only=("_dead", "_dead_bot")),
        "StoryLeft": Moment("farewell", "{name}"),
    },
)  # fmt: skip
