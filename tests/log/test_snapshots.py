"""Which snapshots are worth keeping: near to every moment, and few."""

from itertools import accumulate, pairwise

from hypothesis import given
from hypothesis import strategies as st

from tablefolk.hosting.log.base import worth_keeping

SAVED = st.lists(st.integers(1, 100), min_size=1, max_size=200).map(lambda s: list(accumulate(s)))


def kept_of(saved: list[int]) -> set[int]:
    kept: set[int] = set()
    for version in saved:
        kept = worth_keeping({*kept, version})
    return kept


@given(SAVED)
def test_the_newest_snapshot_stays_and_few_others(saved: list[int]) -> None:
    kept = kept_of(saved)
    assert saved[-1] in kept
    assert len(kept) <= 3 + 2 * saved[-1].bit_length()


@given(SAVED)
def test_an_earlier_moment_is_no_further_from_one_than_it_is_old__TF_27(saved: list[int]) -> None:
    missing = pairwise(sorted({0, *kept_of(saved)}))
    natural = set(pairwise([0, *saved]))
    for before, following in missing:
        assert (before, following) in natural or following - before <= saved[-1] - following
