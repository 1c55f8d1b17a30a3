"""What of the story is fiction, what an act comes to, and what is mere bookkeeping."""

from __future__ import annotations

from tablefolk.core.story import Setting

told_as = Setting(
    narrated={
        "Narrated": "text", "OutcomeWritten": "outcome", "HarmNarrated": "text",
        "CameBack": "account", "GmMoveMade": "text", "DeathCalled": "reason",
    },
    leads=frozenset({"BandSettled", "HarmOver", "ConsequenceResisted"}),
    noted=frozenset({
        "CharacterMade", "CharacterNamed", "DraftDropped", "PlaybooksChosen", "PointerPutAway",
        "PointerShown", "MarkFilled", "MarkEmptied", "Consulted", "Written", "AptitudeNarrowed",
        "ArmorAdded", "ArmorChanged", "ArmorStruck", "PointsSet", "BoxNoted", "PlaybookLoaded",
        "PlaybookRemoved", "ItemAdded", "ItemReplaced", "ItemRemoved", "AutomationConfirmed",
        "MoveRedescribed", "MoveWithdrawn", "MoveTagged", "MoveCalledFor", "MovePassed",
        "MoveRemarked", "ModifierGiven", "ModifierDropped", "LevelSet", "MoveClosed",
        "FollowerExcused", "EffectStaged", "StagedDropped", "OutcomeAccepted", "BonusGiven",
        "RollCalledFor", "EffectsDelayed", "Owes", "BarCorrected", "BarRemoved", "HarmChanged",
        "EntityPointsSet", "StepReached", "MoveLetIn", "ArmorObjected", "HarmSettled",
        "FictionDisputed", "DisputeSpoken", "DisputeSettled", "LimitKept", "Unfrozen",
        "LimitsRecalled", "XpClaimed", "XpWaits", "FeedbackGiven", "XpPouredIn", "XpKept",
        "XpGranted", "EntityChanged", "EntityRemoved", "EntityArmed", "EntityDisarmed",
        "SwitchedOn",
    }),
)  # fmt: skip
