"""What of the story is fiction, what an act comes to, and what is mere bookkeeping."""

from __future__ import annotations

from tablefolk.core.story import Setting

told_as = Setting(
    narrated={
        "FalloutDescribed": "text", "TestClosed": "outcome", "IncidentWritten": "text",
        "CharacterDescribed": "text",
    },
    leads=frozenset({"DiePicked"}),
    noted=frozenset({
        "TitleRead", "PictureReplaced", "PackLoaded", "PackUsed", "PackDropped", "MarkCorrected",
        "SymbolCorrected", "CharacterMade", "CharacterNamed", "DoingNamed", "ThemeSet", "Framed",
        "Untapped", "TraitRuled", "TestWithdrawn", "TestClosed", "DoingTakenOut", "SymbolAssigned",
        "MeaningSuggested", "EdgeFlagged", "OffsetPassed", "ReadingAsked", "ReadingSuggested",
        "FalloutPrepared", "FalloutUsed", "FalloutDropped", "RecoveryWritten", "BoxesSet",
        "TrackDropped", "ChallengeSet", "NpcMade", "NpcTraitsRolled", "NpcEdited",
        "NpcDoingEdited", "NpcTraitDropped", "NpcChallengesSet", "NpcRemoved", "NpcCorrected",
        "WorksheetStarted", "CircleRolled", "WordingSuggested", "FactReworded", "CircleCorrected",
        "EntityNamed", "ComboRenamed",
    }),
)  # fmt: skip
