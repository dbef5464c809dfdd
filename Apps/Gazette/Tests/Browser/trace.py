"""Draws the trace of one front page as a picture: `trace.py ../../../../docs/images/front-page-trace.svg`. The services take a while, and
with a second name the spans are written there, too, as JSON."""

import html
import json
import sys
import urllib.request

from collector import Collector
from test_states import Services

SENDER = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
WIDTH, LEFT, ROW, TOP = 860, 250, 19, 46
# As many of the calls of one name are shown.
SHOWN = 3
STYLE = """
text { font: 12px system-ui, sans-serif; fill: #1f2328 } .card { fill: #fff; stroke: #d1d9e0 } .grid { stroke: #d1d9e0 }
.server { fill: #8250df } .internal { fill: #b6d4fb } .client { fill: #0969da } .quiet { fill: #59636e }
@media (prefers-color-scheme: dark) {
text { fill: #f0f6fc } .card { fill: #0d1117; stroke: #3d444d } .grid { stroke: #3d444d }
.server { fill: #ab7df8 } .internal { fill: #1b3a63 } .client { fill: #4493f8 } .quiet { fill: #9198a1 } }
"""


def record():
    """The spans of one front page on services that take some time for each response."""
    with Collector() as collector:
        services = Services("--latency", "40ms", telemetry=collector.address)
        request = urllib.request.Request(services.site.address + "/", headers={"traceparent": SENDER})
        urllib.request.urlopen(request, timeout=60).read()
        services.stop()
        return [span for span in collector.spans if span.trace == SENDER.split("-")[1]]


def rows(spans):
    """The rows of the picture: a label, and the bars in it."""
    (server,) = [span for span in spans if span.kind == "server"]
    requests = {span.parent: span for span in spans if span.kind == "client"}
    yield server.name, [server]
    counts, hidden = {}, {}
    calls = sorted((span for span in spans if span.kind == "internal"), key=lambda span: span.start)
    for call in calls:
        counts[call.name] = counts.get(call.name, 0) + 1
        if counts[call.name] > SHOWN:
            hidden.setdefault(call.name, []).append(call)
    for call in calls:
        bars = [call] + ([requests[call.id]] if call.id in requests else [])
        group = hidden.get(call.name, [])
        if call not in group:
            yield call.name, bars
        elif call is group[0]:
            yield f"{len(group)} more of {call.name}", [bar for it in group for bar in (it, requests.get(it.id)) if bar]


def draw(spans):
    (server,) = [span for span in spans if span.kind == "server"]
    lines = list(rows(spans))
    end = max(span.end for span in spans)
    scale = (WIDTH - LEFT - 24) / (end - server.start)
    height = TOP + ROW * len(lines) + 40
    x = lambda time: LEFT + (time - server.start) * scale
    parts = [f'<rect class="card" x=".5" y=".5" width="{WIDTH - 1}" height="{height - 1}" rx="8"/>']
    step = next(ms for ms in (10, 20, 50, 100, 200, 500) if (end - server.start) / 1e6 / ms < 8)
    for ms in range(0, int((end - server.start) / 1e6) + 1, step):
        at = x(server.start + ms * 1e6)
        parts.append(f'<path class="grid" d="M{at:.1f} {TOP - 10}V{height - 32}"/>')
        parts.append(f'<text class="quiet" x="{at:.1f}" y="{TOP - 18}" text-anchor="middle">{ms} ms</text>')
    for index, (label, bars) in enumerate(lines):
        y = TOP + ROW * index
        indent = 16 if index == 0 else 30
        parts.append(f'<text x="{indent}" y="{y + 11}">{html.escape(label)}</text>')
        for bar in bars:
            top, tall = (y + 4, 6) if bar.kind == "client" else (y + 1, 12)
            width = max(1, (bar.end - bar.start) * scale)
            parts.append(f'<rect class="{bar.kind}" x="{x(bar.start):.1f}" y="{top}" width="{width:.1f}" height="{tall}" rx="2"/>')
    for at, kind, text in [(16, "server", "the request of the page"), (204, "internal", "a call"), (278, "client", "its request to the service")]:
        parts.append(f'<rect class="{kind}" x="{at}" y="{height - 24}" width="12" height="12" rx="2"/>')
        parts.append(f'<text class="quiet" x="{at + 18}" y="{height - 14}">{text}</text>')
    title = f"The trace of a front page: {len(spans)} spans in {(end - server.start) / 1e6:.0f} ms"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" role="img">\n<title>{title}</title>\n'
        f"<style>{STYLE}</style>\n" + "\n".join(parts) + "\n</svg>\n")


if __name__ == "__main__":
    spans = record()
    with open(sys.argv[1], "w") as file:
        file.write(draw(spans))
    if len(sys.argv) > 2:
        with open(sys.argv[2], "w") as file:
            json.dump([vars(span) for span in spans], file, indent=1)
