"""What `serve --telemetry` reports, as other programs read it: spans by the classes of OpenTelemetry's protocol, metrics by the parser of
Prometheus' client."""

import re
import urllib.request

import pytest
from collector import Collector
from conftest import Site, eventually
from prometheus_client.parser import text_string_to_metric_families

SENDER = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
# With a key of this form, the service takes it in the query.
KEYS = {"NEWSAPI_KEY": "hush-news", "TMDB_KEY": "0123456789abcdef0123456789abcdef", "THEMEALDB_KEY": "hush-meals"}


def get(address, **headers):
    return urllib.request.urlopen(urllib.request.Request(address, headers=headers), timeout=60).read().decode()


def settled(site):
    """The metrics once no call is under way: on a slow machine, a page is sent before all its contents have come."""
    def read():
        text = get(site.metrics)
        return set(re.findall(r"^http_client_active_requests\S* (\d+)$", text, re.MULTILINE)) == {"0"} and text

    return eventually(read, lambda: get(site.metrics), outside="the metrics of the server")


@pytest.fixture(scope="module")
def visit():
    """The spans and metrics of a visit to the front page and some others."""
    with Collector() as collector:
        site = Site(
            "--emulator", "--telemetry", "127.0.0.1:0", OTEL_EXPORTER_OTLP_ENDPOINT=collector.address, OTEL_SERVICE_NAME="reader", **KEYS)
        stories = re.findall(r"/hn/item/\d+", get(site.address + "/", traceparent=SENDER))
        settled(site)
        movies = re.findall(r"/movies/\d+", get(site.address + "/movies"))
        for path in {*stories[:5], *movies[:5]}:
            get(site.address + path)
        metrics = settled(site)
        assert site.stop() == 0
        yield collector.spans, metrics


def test_the_front_page_is_one_trace(visit):
    spans = [span for span in visit[0] if span.trace == SENDER.split("-")[1]]
    ids = {span.id: span for span in spans}
    assert len(ids) == len(spans) and {span.service for span in spans} == {"reader"}
    (server,) = [span for span in spans if span.kind == "server"]
    assert server.name == "GET /" and server.parent == SENDER.split("-")[2] and not server.failed
    assert server.attributes["http.route"] == "/" and server.attributes["http.response.status_code"] == 200
    calls = [span for span in spans if span.kind == "internal"]
    assert {span.parent for span in calls} == {server.id}
    requests = [span for span in spans if span.kind == "client"]
    assert len(requests) > 20 and len({span.parent for span in requests}) == len(requests)
    for span in requests:
        call = ids[span.parent]
        assert call.kind == "internal" and call.name == span.name == f"GET {span.attributes['url.template']}"
        assert server.start <= call.start <= span.start <= span.end
        assert span.attributes["http.request.method"] == "GET" and span.attributes["http.response.status_code"] == 200
        assert span.attributes["url.full"].startswith(f"https://{span.attributes['server.address']}/")
        assert span.attributes["server.port"] == 443
    assert {span.attributes["server.address"] for span in requests} == {
        "newsapi.org", "api.themoviedb.org", "hacker-news.firebaseio.com", "www.themealdb.com"}


def test_names_have_no_values_and_addresses_no_keys(visit):
    for span in visit[0]:
        assert not re.search(r"\d{2}|[?=&]", span.name), span.name
        for value in span.attributes.values():
            assert not any(key in str(value) for key in KEYS.values()), span.attributes
    assert {"GET /hn/item/{id}", "GET /movies/{id}"} <= {span.name for span in visit[0]}


def test_prometheus_reads_the_metrics(visit):
    families = {family.name: family for family in text_string_to_metric_families(visit[1])}
    kinds = {name: family.type for name, family in families.items()}
    assert kinds.items() >= {
        "http_server_request_duration_seconds": "histogram", "http_client_request_duration_seconds": "histogram",
        "http_client_active_requests": "gauge", "freshet_calls": "counter", "freshet_bytes": "counter", "freshet_cache": "counter",
        "gazette_sent_bytes": "counter", "gazette_open_streams": "gauge", "gazette_live_pages": "gauge",
        "process_resident_memory_bytes": "gauge",
    }.items()
    for family in families.values():
        for sample in family.samples:
            for label, value in sample.labels.items():
                # No id of an item: few values, whatever is read.
                known = label in ("le", "server_port", "http_response_status_code", "network_protocol_version")
                assert known or not re.search(r"\d{2}", value), sample
    requests = families["http_client_request_duration_seconds"].samples
    count = sum(it.value for it in requests if it.name.endswith("_count"))
    assert count == sum(it.value for it in requests if it.labels.get("le") == "+Inf")
    assert count == sum(span.kind == "client" for span in visit[0])
    assert {it.value for it in families["http_client_active_requests"].samples} == {0}
