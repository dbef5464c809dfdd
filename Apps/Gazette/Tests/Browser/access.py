"""What axe-core finds in a page: what keeps people out, and targets that are hard to hit."""

from axe_playwright_python.base import AXE_SCRIPT, AxeResults

DEFAULT = {"resultTypes": ["violations"]}
# By default, the rule for the size of targets is off.
TARGETS = DEFAULT | {"runOnly": ["target-size"]}
ALL = DEFAULT | {"rules": {"target-size": {"enabled": True}}}


def check(page, options=DEFAULT):
    """Checks a page as it is now."""
    __tracebackhide__ = True
    # To read the script takes as long as to check a page. A document keeps it.
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    results = AxeResults(page.evaluate("(options) => axe.run(options)", options))
    assert results.violations_count == 0, results.generate_report()
