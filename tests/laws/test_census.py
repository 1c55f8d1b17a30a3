"""How much can happen in every game here; `python -m tests.laws.test_census` counts anew."""

from tests.laws.subjects import SUBJECTS

from tablefolk.testing.laws.census import *  # noqa: F403
from tablefolk.testing.laws.census import census

if __name__ == "__main__":
    for subject in SUBJECTS:
        print(f'    "{subject}": {census(subject)},')
