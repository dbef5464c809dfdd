"""A plug-in of pytest that runs tests in a random order, the one of the seed in SHUFFLED_TESTS_SEED. For scripts/shake."""

import os
import random


def pytest_collection_modifyitems(items):
    # Every worker has to collect them in the same order.
    items.sort(key=lambda item: item.nodeid)
    random.Random(os.environ["SHUFFLED_TESTS_SEED"]).shuffle(items)
