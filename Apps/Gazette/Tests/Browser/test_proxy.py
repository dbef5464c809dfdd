"""Behind a proxy on the same machine, which passes on the host that the browser asked for."""

import urllib.error
import urllib.request

import pytest
from conftest import Site


def ask(site, host):
    request = urllib.request.Request(site.address + "/healthz", headers={"Host": host})
    try:
        with urllib.request.urlopen(request) as response:
            return response.status, response.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


def test_an_unknown_host_is_told_how_it_becomes_known(site):
    status, text = ask(site, "news.example")
    assert status == 421
    assert "--public-host" in text and "GAZETTE_PUBLIC_HOST" in text


@pytest.mark.parametrize("options,environment", [(["--public-host", "news.example"], {}), ([], {"GAZETTE_PUBLIC_HOST": "news.example"})])
def test_a_host_that_was_named_is_answered(options, environment):
    site = Site(*options, **environment)
    assert ask(site, "news.example") == (200, "ok\n")
    assert ask(site, "News.Example:443")[0] == 200
    assert ask(site, "other.example")[0] == 421
    assert site.stop() == 0
