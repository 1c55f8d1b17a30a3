"""What of the story is fiction, what an act comes to, what is bookkeeping, and what is kept."""

from __future__ import annotations

from tablefolk.core.story import Moment, Setting

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
        "Declared": "turn", "WhammyNoted": "fact", "OfferAccepted": "turn", "Settled": "fact",
        "Thrown": "throw", "RollChanged": "throw", "ExchangeDecided": "throw",
        "ContestRanked": "throw", "Rewarded": "reward", "AspectAdded": "grew",
        "AspectReworded": "grew", "PoolRaised": "grew", "StressTaken": "turn", "GaveIn": "turn",
        "OfferCountered": "turn",
    },
    undoes={  # what came to nothing, and what is worded anew
        "TaskClosed": ("TaskOpened", "ApproachClosed"),
        "OfferWithdrawn": ("OfferMade",),
        "AspectReworded": ("AspectAdded", "AspectReworded"),
        "AspectDropped": ("AspectAdded", "AspectReworded"),
    },
    about={
        "TaskOpened": "task.id", "TaskClosed": "task", "ApproachClosed": "task",
        "OfferMade": "offer", "OfferWithdrawn": "offer",
        "AspectAdded": "who aspect.id", "AspectReworded": "who aspect",
        "AspectDropped": "who aspect",
    },
    numbers={"StressTaken": "why"},
    stakes={"Settled": "text", "WhammyNoted": "text"},  # those of a task stand on its card
    moments={
        "Thrown": Moment("throw", "{roll}", "{result.total}", only=("",)),
        "RollChanged": Moment("throw", "{roll}", "{result.total}"),
        "ExchangeDecided": Moment("throw", "{winner}", when="totals"),
        "ContestRanked": Moment("throw", ""),  # who threw last is named by their dice
        "Rewarded": Moment("reward", "{to}", icon="star"),
        "OfferAccepted": Moment("reward", "{to}", icon="star"),
        "ReadySet": Moment("finished", only=("",)),
        "ReadyMadeTaken": Moment("finished", "{sheet.name}"),
        "StressTaken": Moment("filled", number="{now}", when="conditions"),
        "PoolRaised": Moment("growth", number="{now}d", was="{was}d"),
        "AspectAdded": Moment("growth"), "AspectReworded": Moment("growth"),
    },
)  # fmt: skip
