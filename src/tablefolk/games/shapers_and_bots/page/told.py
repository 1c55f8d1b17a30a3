"""What of the story is fiction, what an act comes to, and what is mere bookkeeping."""

from __future__ import annotations

from tablefolk.core.story import Setting

told_as = Setting(
    narrated={
        "StoryTold": "text", "OutcomeRuled": "text", "TieRuled": "text", "AttackRuled": "instead",
        "ThingRuled": "answer", "BugRuled": "text", "ClockSet": "text",
    },
    leads=frozenset({
        "ChallengeRolled", "ContestWon", "ContestTied", "TimeBent", "ShapingResisted",
    }),
    noted=frozenset({
        "SheetDropped", "Described", "NumberFixed", "NumberFreed", "BlackBeltGranted",
        "SheetBegun", "SpeciesChosen", "FeatureChanged", "PointsSpread", "CharacterNamed",
        "SheetReopened", "SpecialtyNamed", "SpecialtyForgotten", "SkillBought", "BundleTaken",
        "ShaperMade", "ShaperUnmade", "LocomotionChosen", "PartDropped", "PenaltyDropped",
        "PartTaken", "PenaltyTaken", "NoseAllowed", "SizeRuled", "ReloadRuled", "HomemadeAdded",
        "HomemadeDropped", "ExtraMade", "AdventureWritten", "NotedDown", "NoteStruck",
        "SecretNoted", "TimerStarted", "TimerStopped", "DifficultySet", "ModifierAdded",
        "RatingNamed", "ModifierGiven", "ModifierTaken", "ChallengeWithdrawn", "AutomaticAsked",
        "AutomaticDeclined", "RulingRecorded", "SideModified", "FightPlanned", "TiesRanked",
        "TimeLeft", "TurnsBegun", "TurnBegun", "RoundClosed", "ActionSpent", "DefencePaid",
        "AttackAdjusted", "ActionReturned", "WakingCalled", "Corrected", "ShapingPaid",
        "ResistanceAllowed", "PartAsked", "PartGranted", "PowerKept", "PowerStepped",
        "UnseenSet", "RaisePassed", "HolderNoted", "LedgerMarked", "WeaponEmptied",
    }),
)  # fmt: skip
