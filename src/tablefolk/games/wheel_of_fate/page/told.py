"""What of the story is fiction, what an act comes to, what is bookkeeping, and what is kept."""

from __future__ import annotations

from tablefolk.core.story import Setting

told_as = Setting(
    narrated={"Settled": "text", "WhammyNoted": "text"},
    leads=frozenset({"ExchangeDecided", "ContestRanked", "ContestClosed"}),
    noted=frozenset({
        "CreationOpened", "QuestionsSet", "CharacterMade", "SummaryWritten", "ConnectionWritten",
        "AttributesSet", "AnswersWritten", "AspectsWritten", "PoolsSet", "LastAnswerWritten",
        "Commented", "ToolsSet", "NotesWritten", "ReadySet", "NpcMade", "NpcRemoved", "NpcPlaced",
        "PoolDefined", "PoolDropped", "PoolAnswered", "PoolOffered", "TrustAnswered", "TaskClosed",
        "DifficultySet", "RollDrafted", "SourceAdded", "SourceDropped", "DraftCancelled",
        "PointPromised", "GiftRefused", "OfferWithdrawn", "BowlFilled", "HelpPledged",
        "OrderAsked", "HasteSet", "Readied", "SideSet", "SeatsReordered", "Corrected",
        "AftermathSkipped", "ExchangeOpened", "Acted",
    }),
    keeps={
        "Declared": "fact", "WhammyNoted": "fact", "OfferAccepted": "fact", "Settled": "fact",
        "Thrown": "throw", "RollChanged": "throw", "ExchangeDecided": "throw",
        "ContestRanked": "throw", "Rewarded": "reward", "AspectAdded": "grew",
        "AspectReworded": "grew", "PoolRaised": "grew", "StressTaken": "turn", "GaveIn": "turn",
        "ContestClosed": "turn", "OfferCountered": "turn",
    },
    undoes={  # what came to nothing, and what is worded anew
        "TaskClosed": ("TaskOpened", "ApproachFound", "ApproachClosed"),
        "OfferWithdrawn": ("OfferMade",),
        "AspectReworded": ("AspectAdded", "AspectReworded"),
        "AspectDropped": ("AspectAdded", "AspectReworded"),
    },
    about={
        "TaskOpened": "task.id", "TaskClosed": "task", "ApproachFound": "task",
        "ApproachClosed": "task", "OfferMade": "offer", "OfferWithdrawn": "offer",
        "AspectAdded": "who aspect.id", "AspectReworded": "who aspect",
        "AspectDropped": "who aspect",
    },
)  # fmt: skip
