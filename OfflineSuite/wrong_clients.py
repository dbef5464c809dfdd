#!/usr/bin/env python3
"""Clients with one flaw each: `wrong_clients.py NAME` is the adapter of one. `wrong_clients.json` says what catches it."""

from __future__ import annotations

import sys

from wrong import FLAWS

if __name__ == "__main__":
    from reference.adapter import main

    main(FLAWS[sys.argv[1]]())
