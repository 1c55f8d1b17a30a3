"""What of the story is fiction, what an act comes to, what is bookkeeping, and what is kept."""

from __future__ import annotations

from tablefolk.core.story import Setting

THROWN = ("DiceThrown", "BandConverted", "OutcomeWritten", "ConsequenceResisted")

told_as = Setting(
    narrated={
        "Narrated": "text", "OutcomeWritten": "outcome", "HarmNarrated": "text",
        "CameBack": "account", "GmMoveMade": "text", "DeathCalled": "reason",
        "MoveProposed": "move.how", "MoveRedescribed": "move.how",
    },
    leads=frozenset({
        "BandSettled", "HarmOver", "ConsequenceResisted", "BarHappened", "XpClaimed",
    }),
    noted=frozenset(),  # those that are say so themselves
    keeps={
        "FactEstablished": "fact", "FactUpheld": "fact", "BarHappened": "fact",
        "DisputeSettled": "fact", "StatusWritten": "fact", "DeathCalled": "fact",
        "Retired": "fact", "CameBack": "fact",
        "DiceThrown": "throw", "BandConverted": "throw", "HarmOver": "throw",
        "XpGranted": "reward", "XpClaimed": "reward", "LeveledUp": "grew",
        "Fell": "turn", "LeftScene": "turn",
    },
    undoes={
        "MoveRedescribed": ("MoveProposed", "MoveRedescribed"),
        "MoveWithdrawn": ("MoveProposed", "MoveRedescribed", "StatusExploited"),
        "MoveRewound": THROWN, "MoveDropped": ("MoveProposed", "MoveRedescribed", *THROWN),
        "OutcomeWritten": ("OutcomeWritten",), "ConsequenceResisted": ("OutcomeWritten",),
        "FactVetoed": ("FactEstablished", "FactUpheld"),
        "FactStruck": ("FactEstablished", "FactUpheld"),
        "StatusErased": ("StatusWritten",), "StatusPutBack": ("StatusErased",),
        "BarCorrected": ("BarHappened",), "BarRemoved": ("BarHappened",),
        "HarmRewound": ("HarmOver", "HarmNarrated"), "ArmorObjected": ("HarmOver",),
    },
    about={
        "MoveProposed": "move.id", "MoveRedescribed": "move.id", "MoveWithdrawn": "move",
        "StatusExploited": "move", "MoveRewound": "move", "MoveDropped": "move",
        "DiceThrown": "move", "BandConverted": "move",
        "OutcomeWritten": "move", "ConsequenceResisted": "move",
        "FactEstablished": "fact.id", "FactUpheld": "fact", "FactVetoed": "fact",
        "FactStruck": "fact", "StatusWritten": "status.id", "StatusErased": "status.id",
        "StatusPutBack": "status.id", "BarHappened": "bar", "BarCorrected": "bar",
        "BarRemoved": "bar", "HarmOver": "injury", "HarmNarrated": "injury",
        "HarmRewound": "injury", "ArmorObjected": "injury",
    },
)  # fmt: skip
