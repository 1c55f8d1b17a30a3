"""What of the story is fiction, what an act comes to, what is kept; events say the rest."""

from __future__ import annotations

from tablefolk.core.story import Setting

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
        "AdventureStarted": "fact", "FightStarted": "fact", "ShapingResisted": "throw",
        "ItemGiven": "reward", "RaiseGranted": "grew", "LessonTaken": "grew",
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
)  # fmt: skip
