"""What of the story is fiction, what an act comes to, what is bookkeeping, and what is kept."""

from __future__ import annotations

from tablefolk.core.story import Setting

told_as = Setting(
    narrated={
        "FalloutDescribed": "text", "TestClosed": "outcome", "IncidentWritten": "text",
        "CharacterDescribed": "text", "TrackSettled": "text",
    },
    leads=frozenset({"TrackFilled", "OffsetPaid", "NpcOut"}),  # a pick is a throw anyhow
    noted=frozenset({
        "TitleRead", "PictureReplaced", "PackLoaded", "PackUsed", "PackDropped",
        "CharacterMade", "CharacterNamed", "DoingNamed", "ThemeSet", "Framed",
        "Untapped", "TraitRuled", "TestWithdrawn", "TestClosed", "DoingTakenOut", "SymbolAssigned",
        "MeaningSuggested", "EdgeFlagged", "OffsetPassed", "ReadingAsked", "ReadingSuggested",
        "FalloutPrepared", "FalloutUsed", "FalloutDropped", "RecoveryWritten",
        "TrackDropped", "TrackSettled", "ChallengeSet", "NpcMade", "NpcTraitsRolled", "NpcEdited",
        "NpcDoingEdited", "NpcTraitDropped", "NpcChallengesSet", "NpcRemoved",
        "WorksheetStarted", "LaidAside", "CircleRolled", "WordingSuggested", "FactReworded",
        "EntityNamed", "ComboRenamed",
    }),
    keeps={
        "IncidentWritten": "fact", "FactWritten": "fact", "FalloutDescribed": "fact",
        "TestClosed": "fact", "TrackFilled": "fact", "TrackSettled": "fact",
        "NpcOut": "fact", "EntityLost": "fact",
        "DiePicked": "throw", "ShruggedOff": "throw", "EdgeEarned": "reward",
        "EdgeAwarded": "reward", "MeaningSaid": "reward", "EdgeGiven": "reward",
        "AdvanceGiven": "reward", "SymbolSwapped": "grew", "SymbolAdded": "grew",
        "ComboMade": "grew",
    },
    undoes={  # a success that came to nothing; an edge that has found its name, or its holder
        "ShruggedOff": ("DiePicked",), "MeaningSaid": ("EdgeEarned", "MeaningSaid"),
        "EdgeGiven": ("EdgeEarned",),
    },
    about={
        "DiePicked": "test", "ShruggedOff": "test", "EdgeEarned": "edge.id",
        "MeaningSaid": "edge", "EdgeGiven": "edge",
    },
)  # fmt: skip
