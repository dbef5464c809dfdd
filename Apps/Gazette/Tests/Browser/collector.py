"""A collector of spans on a port of this machine: OTLP over HTTP in JSON, read as the protocol's own classes."""

import base64
import http.server
import json
import threading

from google.protobuf import json_format
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest


def with_binary_ids(value):
    """The same JSON as any message of Protocol Buffers is written: its bytes in base 64. OTLP writes ids with hexadecimal digits."""
    if isinstance(value, list):
        return [with_binary_ids(item) for item in value]
    if not isinstance(value, dict):
        return value
    return {
        key: base64.b64encode(bytes.fromhex(item)).decode() if key in ("traceId", "spanId", "parentSpanId") else with_binary_ids(item)
        for key, item in value.items()
    }


class Span:
    """A span with what tests look at."""

    KINDS = {1: "internal", 2: "server", 3: "client"}

    def __init__(self, span, resource):
        self.name = span.name
        self.kind = self.KINDS[span.kind]
        self.trace, self.id, self.parent = span.trace_id.hex(), span.span_id.hex(), span.parent_span_id.hex()
        self.start, self.end = span.start_time_unix_nano, span.end_time_unix_nano
        self.attributes = {it.key: getattr(it.value, it.value.WhichOneof("value")) for it in span.attributes}
        self.failed = span.status.code == 2
        self.links = [link.span_id.hex() for link in span.links]
        self.service = next(it.value.string_value for it in resource.attributes if it.key == "service.name")


class Collector:
    """Receives spans as long as it is open."""

    def __enter__(self):
        self.spans = spans = []

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                assert self.path == "/v1/traces" and self.headers["Content-Type"] == "application/json"
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                # Unknown fields are errors.
                request = json_format.ParseDict(with_binary_ids(body), ExportTraceServiceRequest())
                for group in request.resource_spans:
                    for scope in group.scope_spans:
                        spans.extend(Span(span, group.resource) for span in scope.spans)
                self.send_response(200)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", "2")
                self.end_headers()
                self.wfile.write(b"{}")

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()
