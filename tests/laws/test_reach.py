"""What evenings of every game here come by: `python -m tests.laws.test_reach` prints it."""

from tests.laws.subjects import SUBJECTS

from tablefolk.testing.driver import evenings
from tablefolk.testing.laws.reach import *  # noqa: F403
from tablefolk.testing.reach import reach

# What no evening reaches, and why; whatever else is missing is missed by chance.
UNREACHED = {
    "LimitLifted": "only Mutagen takes a limit back",
    "GivePoint": "there is no such thing: it is there to be refused (WF-39)",
}


def test_what_is_said_to_be_out_of_reach_is() -> None:
    """A reason that no longer holds goes."""
    for kind in UNREACHED:
        reached = [str(one) for one in SUBJECTS if kind in reach(one).reached]
        known = [str(one) for one in SUBJECTS if kind in reach(one).every]
        assert len(reached) < len(known), f"{kind} is reached everywhere"


if __name__ == "__main__":
    for subject in SUBJECTS:
        found, played = reach(subject), evenings(subject)
        entries = sum(len(evening.entries) for evening in played.all)
        print(
            f"| {subject} | {len(played.all)} | {entries} | "
            f"{len(found.reached)} of {len(found.every)} | {found.share:.1%} | "
            f"{', '.join(found.missing)} |"
        )
