"""Three processes on one database behind nginx, with the configuration that Gazette's package brings along."""

import collections
import concurrent.futures
import http.client
import os
import pathlib
import re
import shutil
import socket
import subprocess
import tempfile
import threading
import urllib.request
import uuid

import pytest
from conftest import Site, at_end, eventually, free_port, start
from playwright.sync_api import expect

CONFIGURATIONS = pathlib.Path(__file__).resolve().parents[2] / "Release" / "nginx"
DATABASE = os.environ.get("GAZETTE_TEST_DATABASE")

pytestmark = pytest.mark.skipif(
    not (DATABASE and shutil.which("nginx") and shutil.which("psql")), reason="There is no nginx, or no PostgreSQL.")


class Nginx:
    """A running nginx with a configuration, in a folder of its own."""

    def __init__(self, text, address):
        self.folder = tempfile.TemporaryDirectory()
        self.path = pathlib.Path(self.folder.name)
        own = "".join(f"{kind}_temp_path {kind};\n" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        # The addresses of the servers that were asked: none for a stored response.
        log = 'log_format asked "$request_uri $upstream_addr";\naccess_log asked.log asked;\n'
        (self.path / "nginx.conf").write_text(
            # As root, it would write with the rights of another user.
            f"{'user root;' if os.getuid() == 0 else ''}\ndaemon off;\npid pid;\nevents {{}}\nhttp {{\nerror_log error.log;\n{log}{own}{text}}}\n")
        self.process = subprocess.Popen(["nginx", "-e", "error.log", "-p", self.folder.name, "-c", self.path / "nginx.conf"])
        at_end(self.process.kill)
        eventually(lambda: self.accepts(address), lambda: "nginx does not accept connections.", outside="nginx starts")

    def accepts(self, address):
        assert self.process.poll() is None
        with socket.socket() as connection:
            return connection.connect_ex(address) == 0

    def asked(self):
        """How often each address was asked for, of which a server was asked."""
        lines = [line.split() for line in (self.path / "asked.log").read_text().splitlines()]
        return collections.Counter(uri for uri, server in lines if server != "-"), len(lines)

    def stop(self):
        self.process.terminate()
        self.process.wait(timeout=20)
        self.folder.cleanup()


def proxy(ports):
    """nginx in front of processes, without TLS. Returns it, and its address."""
    port = free_port()
    text = (CONFIGURATIONS / "gazette.conf").read_text()
    # The server at port 80 redirects to TLS.
    text = text.replace(text[text.index("server {\n    listen 80;"):text.index("server {\n    listen 443")], "")
    text = re.sub(r"    (ssl_|add_header|listen \[).*\n", "", text).replace("listen 443 ssl http2", f"listen 127.0.0.1:{port}")
    for old, new in zip((8081, 8082, 8083), ports, strict=True):
        text = text.replace(str(old), str(new))
    return Nginx(text, ("127.0.0.1", port)), f"http://127.0.0.1:{port}"


def services(emulator):
    """nginx in front of the services, all of which the emulator replaces. Returns it, and the variables with its address."""
    port = free_port()
    text = (CONFIGURATIONS / "services.conf").read_text()
    variables = dict.fromkeys(re.findall(r"#   ([A-Z]+_BASE_URL)=http://127.0.0.1:8090\n", text), f"http://127.0.0.1:{port}")
    text = text.replace("/var/lib/nginx/", "").replace("127.0.0.1:8090", f"127.0.0.1:{port}")
    text = re.sub(r"    (proxy_ssl_|resolver).*\n", "", text)
    text = re.sub(r"set (\$\w+) https://[^;]*;", rf"set \1 {emulator};", text)
    return Nginx(text, ("127.0.0.1", port)), variables


class Cluster:
    """Three processes behind nginx."""

    def __init__(self, *options, **variables):
        self.name = "browser_" + uuid.uuid4().hex
        subprocess.run(["psql", "-q", DATABASE, "-c", f"CREATE DATABASE {self.name}"], check=True)
        address = DATABASE.replace("/postgres?", f"/{self.name}?")
        ports = [free_port() for _ in range(3)]
        self.sites = {
            str(port): Site("--database", address, "--process", str(port), "--trusted-proxies", "127.0.0.1", *options, port=port, **variables)
            for port in ports
        }
        self.nginx, self.address = proxy(ports)

    def process_of(self, page):
        return next(it["value"] for it in page.context.cookies() if it["name"] == "process")

    def kill(self, name):
        self.sites[name].process.kill()
        self.sites.pop(name).process.wait()

    def stop(self):
        self.nginx.stop()
        assert [site.stop() for site in self.sites.values()] == [0] * len(self.sites)
        subprocess.run(["psql", "-q", DATABASE, "-c", f"DROP DATABASE {self.name} WITH (FORCE)"], check=True)


@pytest.fixture
def cluster():
    cluster = Cluster()
    yield cluster
    cluster.stop()


def names(page):
    return page.locator("main article")


def test_a_live_page_returns_at_another_process_with_what_was_typed(cluster, open_page):
    page = open_page("/people", cluster.address)
    field = page.locator("main input[type=search]")
    field.press_sequentially("lea")
    expect(page).to_have_url(re.compile("q=lea$"))
    first = cluster.process_of(page)
    cluster.kill(first)
    # The process that could have taken it has ended.
    field.press_sequentially("nne")
    expect(page).to_have_url(re.compile("q=leanne$"))
    expect(field).to_have_value("leanne")
    expect(names(page)).to_have_count(1)
    assert cluster.process_of(page) != first


def test_all_browsers_survive_a_process(cluster, open_page):
    pages = [open_page("/people", cluster.address) for _ in range(10)]
    used = [cluster.process_of(page) for page in pages]
    assert len(set(used)) == 3
    cluster.kill(used[0])
    for page in pages:
        page.locator("main input[type=search]").press_sequentially("leanne")
    for page in pages:
        expect(names(page)).to_have_count(1)
        assert cluster.process_of(page) in cluster.sites


def test_a_process_that_ends_takes_only_the_requests_in_flight(cluster):
    readers, pages = 16, 20
    killed = threading.Event()

    def read(progress):
        statuses = collections.Counter()
        after = 0
        while after < pages:
            after += killed.is_set()
            try:
                with urllib.request.urlopen(cluster.address + "/people", timeout=20) as response:
                    response.read()
                    statuses[response.status] += 1
                    progress.release()
            # A response that breaks off in its body is no error of the system.
            except (OSError, http.client.HTTPException) as error:
                statuses[getattr(error, "code", "lost")] += 1
        return statuses

    with concurrent.futures.ThreadPoolExecutor(readers) as pool:
        progress = threading.Semaphore(0)
        reading = [pool.submit(read, progress) for _ in range(readers)]
        for _ in range(5 * readers):
            progress.acquire(timeout=60)
        cluster.kill(next(iter(cluster.sites)))
        killed.set()
        statuses = sum((it.result() for it in reading), collections.Counter())
    assert statuses[200] > pages * readers
    assert statuses.total() - statuses[200] <= readers, statuses


def test_a_button_works_although_its_page_was_made_by_a_process_that_has_ended(cluster, open_page):
    page = open_page("/hn", cluster.address)
    expect(page.locator("html.scripted")).to_be_attached()
    more = page.locator("[data-input=more]").first
    expect(more).to_be_visible()
    page.evaluate("window.isSame = true")
    count = names(page).count()
    cluster.kill(cluster.process_of(page))
    more.click()
    expect(names(page).nth(count)).to_be_visible()
    # As a plain link, the button would have loaded another page.
    assert page.evaluate("window.isSame") is True


def test_what_is_saved_at_one_process_is_seen_at_another(cluster, open_page):
    page = open_page("/hn", cluster.address)
    page.locator("main [data-mark=save]").first.click()
    visitor = next(it for it in page.context.cookies() if it["name"] == "visitor")
    other = next(name for name in cluster.sites if name != cluster.process_of(page))
    cookies = [visitor, {**visitor, "name": "process", "value": other}]
    saved = open_page("/hn", cluster.address)
    saved.context.add_cookies(cookies)
    saved.goto(cluster.address + "/saved")
    assert cluster.process_of(saved) == other
    expect(names(saved)).to_have_count(1)
    page.locator("main [data-mark=save]").nth(1).click()
    expect(names(saved)).to_have_count(2)


def test_what_was_read_stays_read_when_its_process_is_killed(cluster, open_page):
    page = open_page("/feeds", cluster.address)
    page.get_by_role("button", name="Try the sample feeds").click()
    expect(names(page).nth(10)).to_be_attached()
    page.wait_for_load_state()
    title = names(page).nth(1).locator("h2 a").inner_text()
    other = page.context.new_page()
    other.goto(cluster.address + "/feeds?show=all")
    names(page).nth(0).get_by_role("button", name="Mark as read").click()
    names(page).nth(1).locator("h2 a").click()
    expect(page.get_by_role("heading", name=title)).to_be_visible()
    # The page of the list has shown both marks, so that both are announced and written.
    expect(other.locator("main article.read")).to_have_count(2)
    cluster.kill(cluster.process_of(page))
    other.goto(cluster.address + "/feeds?show=all")
    expect(other.locator("main article.read")).to_have_count(2)


def test_a_client_reports_nothing_past_nginx():
    cluster = Cluster("--accounts", "open", "--account-header", "X-Forwarded-User")
    fields = {"X-Forwarded-User": "ann", "X-Forwarded-Host": "evil.example", "X-Forwarded-For": "192.0.2.1",
              "Forwarded": "for=192.0.2.1;host=evil.example"}

    def ask(address, path):
        request = urllib.request.Request(address + path, headers={**fields, "Accept": "text/html"})
        with urllib.request.urlopen(request) as response:
            return response.url, response.read().decode()

    # A trusted proxy itself is believed.
    process = next(iter(cluster.sites.values())).address
    assert ask(process, "/me")[0].endswith("/me")
    assert "evil.example" in ask(process, "/hn/top.rss")[1]
    assert "/sign-in" in ask(cluster.address, "/me")[0]
    assert "evil.example" not in ask(cluster.address, "/hn/top.rss")[1]
    cluster.stop()


def test_the_services_are_asked_once_for_all_processes():
    emulator, address = start("emulate", "--port", "0", "--latency", "200ms")
    cache, variables = services(address)
    cluster = Cluster(**variables, NEWSAPI_KEY="any", TMDB_KEY="any", NEWSAPI_REQUESTS_PER_DAY="3")
    paths = ["/hn", "/hn/new", "/movies", "/movies/popular", "/sources", "/meals", "/people"]
    pages = [site.address + path for path in paths for site in cluster.sites.values()]
    with concurrent.futures.ThreadPoolExecutor(len(pages)) as pool:
        texts = list(pool.map(lambda page: urllib.request.urlopen(page).read().decode(), pages))
    for page, text in zip(pages, texts, strict=True):
        assert 'role="alert"' not in text, page
    asked, count = cache.asked()
    assert set(asked.values()) == {1}
    # Some were responded to from the cache: each process has asked.
    assert count > 2 * len(asked)
    # The sources of news were one request, whoever asked for them. Two more are allowed, at whichever process.
    texts = [urllib.request.urlopen(f"{site.address}/news?q=words{number}").read().decode()
             for number, site in enumerate(cluster.sites.values())]
    assert ["Limit reached" in text for text in texts] == [False, False, True]
    # Items of lists may still be asked for: a page is shown before all of them have come.
    asked, _ = cache.asked()
    assert set(asked.values()) == {1}
    assert len([address for address in asked if address.startswith("/v2/everything")]) == 2
    cluster.stop()
    cache.stop()
    emulator.terminate()
