"""What of the story is fiction, what an act comes to, what is bookkeeping, and what is kept."""

from __future__ import annotations

from tablefolk.core.story import Moment, Setting

# All that a move has come to: it stands no more where the move is rewound or dropped (MU-149).
CAME = (
    "DiceThrown", "BandConverted", "BandSettled", "Picked", "MoveMade", "WordsLeft",
    "OutcomeWritten", "ConsequenceResisted",
)  # fmt: skip

told_as = Setting(
    narrated={
        "Narrated": "text", "OutcomeWritten": "outcome.text", "HarmNarrated": "text",
        "CameBack": "account", "GmMoveMade": "text", "DeathCalled": "reason",
        "MoveProposed": "move.how", "MoveRedescribed": "move.how",
    },
    leads=frozenset({
        "BandSettled", "HarmOver", "ConsequenceResisted", "BarHappened", "XpClaimed",
    }),
    noted=frozenset(),  # those that are say so themselves
    keeps={
        "FactEstablished": "fact", "FactUpheld": "fact", "BarHappened": "turn",
        "DisputeSettled": "fact", "StatusWritten": "fact", "DeathCalled": "fact",
        "Retired": "fact",
        "DiceThrown": "throw", "BandConverted": "throw", "HarmOver": "throw",
        "XpGranted": "reward", "LeveledUp": "grew",
        "Fell": "turn", "LeftScene": "turn", "CameBack": "turn",
    },
    undoes={
        "MoveRedescribed": ("MoveProposed", "MoveRedescribed"),
        "MoveWithdrawn": ("MoveProposed", "MoveRedescribed", "StatusExploited"),
        "MoveRewound": CAME, "MoveDropped": ("MoveProposed", "MoveRedescribed", *CAME),
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
        "DiceThrown": "move", "BandConverted": "move", "BandSettled": "move", "Picked": "move",
        "MoveMade": "move", "WordsLeft": "move",
        "OutcomeWritten": "move", "ConsequenceResisted": "move",
        "FactEstablished": "fact.id", "FactUpheld": "fact", "FactVetoed": "fact",
        "FactStruck": "fact", "StatusWritten": "status.id", "StatusErased": "status.id",
        "StatusPutBack": "status.id", "BarHappened": "bar", "BarCorrected": "bar",
        "BarRemoved": "bar", "HarmOver": "injury", "HarmNarrated": "injury",
        "HarmRewound": "injury", "ArmorObjected": "injury",
    },
    numbers={"HarmOver": "", "HarmOpened": "injury.source", "MarkFilled": "grown"},
    stakes={
        "OutcomeWritten": "outcome.text", "BarHappened": "title", "HarmNarrated": "text",
        "DeathCalled": "reason",
    },
    moments={
        "DiceThrown": Moment("throw", number="{throw.total}"),
        "BandConverted": Moment("throw"),
        "HarmDiceThrown": Moment("throw", "{on}", faces="faces"),
        "XpGranted": Moment("reward", number="{n} XP", icon="star"),
        "CharacterFinished": Moment("finished"),
        "ReadyMadeTaken": Moment("finished", "{sheet.name}"),
        "CharacterBrought": Moment("finished", "{sheet.name}", only=("",)),
        "BarHappened": Moment("filled", "{title}"),
        "LeveledUp": Moment("growth"),
        "DeathCalled": Moment("farewell"), "Retired": Moment("farewell"),
    },
)  # fmt: skip
