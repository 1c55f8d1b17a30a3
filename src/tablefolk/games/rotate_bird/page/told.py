"""What of the story is fiction, what an act comes to, what is bookkeeping, and what is kept."""

from __future__ import annotations

from tablefolk.core.story import Moment, Setting

TRIED = (
    "TestOpened", "ApproachChanged", "TraitTapped", "DoingBrought", "ChallengeTaken", "EpicPaid",
)  # fmt: skip

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
        "IncidentWritten": "fact", "FactWritten": "fact", "FactReworded": "fact",
        "FalloutDescribed": "fact",
        "TestClosed": "fact", "TrackFilled": "fact", "TrackSettled": "fact",
        "NpcOut": "fact", "EntityLost": "fact",
        "DiePicked": "throw", "ShruggedOff": "throw", "EdgeEarned": "reward",
        "EdgeAwarded": "reward", "MeaningSaid": "reward", "EdgeGiven": "reward",
        "AdvanceGiven": "reward", "SymbolSwapped": "grew", "SymbolAdded": "grew",
        "ComboMade": "grew", "CharacterLeft": "turn", "NpcShown": "turn",
        "CharacterReady": "turn", "ReadyMadeTaken": "turn", "CharacterBrought": "turn",
    },
    undoes={  # a success that came to nothing; an edge that has found its name, or its holder;
        # a test that was let be, or is gone about otherwise; what is worded anew
        "TestWithdrawn": TRIED, "ApproachChanged": TRIED,
        "FactReworded": ("FactWritten", "FactReworded"), "IncidentWritten": ("IncidentWritten",),
        "CharacterDescribed": ("CharacterDescribed",),
        "ShruggedOff": ("DiePicked",), "MeaningSaid": ("EdgeEarned", "EdgeAwarded", "MeaningSaid"),
        "EdgeGiven": ("EdgeEarned",),
    },
    about={
        "TestOpened": "test.id", "TestWithdrawn": "test", "ApproachChanged": "test",
        "TraitTapped": "test", "DoingBrought": "test", "ChallengeTaken": "test",
        "EpicPaid": "test", "FactWritten": "fact.id owner", "FactReworded": "fact owner",
        "IncidentWritten": "owner", "CharacterDescribed": "who",
        "DiePicked": "test", "ShruggedOff": "test", "EdgeEarned": "edge.id",
        "EdgeAwarded": "edge.id",
        "MeaningSaid": "edge", "EdgeGiven": "edge",
    },
    numbers={"BoxChecked": ""},
    stakes={"FalloutDescribed": "text", "TestClosed": "outcome", "TrackSettled": "text"},
    moments={
        "DiePicked": Moment("throw", "{leader}", "{value}", faces="dice"),
        "FalloutRolled": Moment("throw", "", faces="dice"),
        "EdgeEarned": Moment("reward", icon="gem"),
        "EdgeAwarded": Moment("reward", "{to}", icon="gem"),
        "EdgeGiven": Moment("reward", "{to}", icon="gem"),
        "AdvanceGiven": Moment("reward", "{to}", icon="star"),
        "CharacterReady": Moment("finished"),
        "ReadyMadeTaken": Moment("finished"),
        "CharacterBrought": Moment("finished", only=("",)),
        "TrackFilled": Moment("filled", "{track}"),
        "SymbolSwapped": Moment("growth"), "SymbolAdded": Moment("growth"),
        "ComboMade": Moment("growth", "{people}"),
        "CharacterLeft": Moment("farewell", "{name}", only=("",)),
        "NpcOut": Moment("farewell", "{npc}"),
    },
)  # fmt: skip
