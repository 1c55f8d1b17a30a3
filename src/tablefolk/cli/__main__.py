"""`python -m tablefolk.cli`."""

import sys

from tablefolk.cli import main

sys.exit(main())
