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
        "TitleRead", "PictureReplaced", "PackLoaded", "PackUsed", "PackDropped",
        "CharacterMade", "CharacterNamed", "DoingNamed", "ThemeSet", "Framed",
        "Untapped", "TraitRuled", "TestWithdrawn", "TestClosed", "DoingTakenOut", "SymbolAssigned",
        "MeaningSuggested", "EdgeFlagged", "OffsetPassed", "ReadingAsked", "ReadingSuggested",
        "FalloutPrepared", "FalloutUsed", "FalloutDropped", "RecoveryWritten",
        "TrackDropped", "ChallengeSet", "NpcMade", "NpcTraitsRolled", "NpcEdited",
        "NpcDoingEdited", "NpcTraitDropped", "NpcChallengesSet", "NpcRemoved",
        "WorksheetStarted", "CircleRolled", "WordingSuggested", "FactReworded",
        "EntityNamed", "ComboRenamed",
    }),
)  # fmt: skip
