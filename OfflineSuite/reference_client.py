#!/usr/bin/env python3
"""The reference client. It passes all cases: `./run python3 reference_client.py`."""

from reference.adapter import main

main()
