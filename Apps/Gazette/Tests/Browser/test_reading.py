"""Reading: keyboard shortcuts, reading positions, marks, and messages about marks that were not kept."""

import re

import access
import pytest
from conftest import Site, arrive
from test_offline import wait
from playwright.sync_api import expect


def focused(page):
    """What has the focus: its text, and whether it is anything but the page as a whole."""
    return page.evaluate("document.activeElement === document.body ? null : document.activeElement.textContent.trim()")


@pytest.mark.parametrize("path,label", [("/news", "Country"), ("/sources", "Country"), ("/hn/search?q=rust", "Kind")])
def test_a_choice_keeps_the_focus(open_page, path, label):
    page = open_page(path)
    choice = page.get_by_label(label, exact=True)
    choice.focus()
    for _ in range(3):
        page.keyboard.press("ArrowDown")
    expect(page).to_have_url(re.compile(f"={choice.input_value()}"))
    expect(choice).to_be_focused()
    value = choice.input_value()
    page.locator("form.search button").click()
    expect(page).to_have_url(re.compile(f"={value}"))
    expect(page.get_by_label(label, exact=True)).to_have_value(value)


def test_more_by_a_key_goes_on_at_the_first_new_item(open_page):
    page = open_page("/movies/popular")
    expect(page.locator("html.scripted")).to_be_attached()
    expect(page.locator("article")).to_have_count(20)
    page.get_by_role("link", name="Show more").focus()
    page.keyboard.press("Enter")
    expect(page.locator("article").nth(20).get_by_role("link")).to_be_focused()


def test_a_link_to_more_that_was_replaced_opens_nothing(open_page):
    page = open_page("/movies/popular", script="""
        window.IntersectionObserver = class {
            constructor(callback) { this.callback = callback; }
            observe(target) { (window.observed ||= []).push([this.callback, target]); }
            unobserve() {}
        };""")
    expect(page.locator("html.scripted")).to_be_attached()
    page.get_by_role("link", name="Show more").click()
    expect(page.locator("article").nth(20)).to_be_attached()
    replaced, pressed = page.evaluate("""() => {
        let pressed = 0;
        scrollTo(0, 1);
        const replaced = observed.filter(([, target]) => target.matches(".more a") && !target.isConnected);
        for (const [callback, target] of replaced) {
            target.click = () => { pressed += 1; };
            callback([{ target, isIntersecting: true }]);
        }
        return [replaced.length, pressed];
    }""")
    assert replaced > 0 and pressed == 0


def test_removing_goes_on_at_the_next_item(open_page):
    page = open_page("/hn")
    for index in range(3):
        with page.expect_response(re.compile("/marks/save")):
            page.locator("article").nth(index).get_by_role("button", name="Save").click()
    page.goto(page.url.replace("/hn", "/saved"))
    second = page.locator("article").nth(1).get_by_role("heading").inner_text()
    page.get_by_role("button", name="Remove").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator("article")).to_have_count(2)
    expect(page.locator("article").first.get_by_role("heading")).to_have_text(second)
    expect(page.get_by_role("button", name="Remove").first).to_be_focused()


def test_an_experiment_keeps_the_focus_and_what_is_unfolded(open_page):
    page = open_page("/lab")
    row = page.locator("article").first
    run = row.get_by_role("button", name="Run")
    run.focus()
    page.keyboard.press("Enter")
    row.get_by_text("Steps").click()
    run.focus()
    expect(row.get_by_text("attempt 3: retry after status.503")).to_be_visible()
    expect(run).to_be_focused()
    expect(row.locator("details")).to_have_attribute("open", "")


def test_back_finds_the_item(open_page):
    page = open_page("/hn")
    for _ in range(12):
        page.keyboard.press("j")
    title = focused(page)
    page.keyboard.press("c")
    expect(page).to_have_url(re.compile("/hn/item/"))
    expect(page.locator("html.scripted .comment").first).to_be_visible()
    page.keyboard.press("h")
    expect(page).to_have_url(re.compile("/hn$"))
    expect(page.locator("article").nth(11).get_by_role("heading").get_by_role("link")).to_be_focused()
    assert focused(page) == title
    page.keyboard.press("j")
    expect(page.locator("article").nth(12).get_by_role("heading").get_by_role("link")).to_be_focused()


def test_a_mark_that_is_not_kept_is_taken_back(open_page):
    site = Site()
    page = open_page("/movies", address=site.address)
    save = page.locator("article").first.get_by_role("button", name="Save")
    expect(save).to_have_attribute("aria-pressed", "false")
    assert site.stop() == 0
    save.click()
    expect(page.get_by_text("nothing was stored")).to_be_visible()
    expect(save).to_have_attribute("aria-pressed", "false")
    expect(page.locator("article")).not_to_have_count(0)


def test_a_picture_leads_where_its_title_leads(open_page):
    for path, place in [("/movies", ".poster"), ("/meals", ".poster"), ("/news", ".picture")]:
        page = open_page(path)
        item = page.locator("article", has=page.locator(place)).first
        address = item.get_by_role("heading").get_by_role("link").get_attribute("href")
        item.locator(place).click(force=True)
        expect(page).to_have_url(re.compile(re.escape(address)))


def test_depth_shows_on_a_phone(open_page):
    page = open_page("/hn/item/42229632", viewport={"width": 320, "height": 640})
    expect(page.locator(".comment").first).to_be_visible()
    places = page.evaluate(
        "[0, 1, 2, 3, 4].map(it => document.querySelector('.depth-' + it)?.getBoundingClientRect().x).filter(it => it)")
    assert len(places) >= 3
    assert len(set(places)) == len(places)
    assert places == sorted(places)


@pytest.mark.parametrize("path", ["/", "/hn", "/news", "/movies"])
def test_a_slash_searches(open_page, path):
    page = open_page(path)
    page.keyboard.press("/")
    expect(page.get_by_role("searchbox").first).to_be_focused()
    page.keyboard.type("rice")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"/search\?q=rice"))
    expect(page.get_by_role("heading", name="Meals")).to_be_visible()


def test_keys_rest_behind_their_list(open_page):
    page = open_page("/hn")
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog", name="Keys")
    expect(dialog).to_be_visible()
    assert dialog.evaluate("it => it.scrollTop") == 0
    page.keyboard.press("A")
    page.keyboard.press("j")
    page.keyboard.press("ArrowLeft")
    expect(dialog).to_be_visible()
    expect(page.locator("article.read")).to_have_count(0)
    page.keyboard.press("Escape")
    page.keyboard.press("ArrowLeft")
    expect(page).to_have_url(re.compile("/hn$"))


def test_the_list_of_keys_opens_at_its_beginning_on_a_phone(open_page):
    page = open_page("/hn", viewport={"width": 390, "height": 500})
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog", name="Keys")
    expect(dialog).to_be_visible()
    assert dialog.evaluate("it => it.scrollTop") == 0
    expect(dialog.get_by_role("heading")).to_be_in_viewport()


def test_all_marked_as_read_can_be_undone(open_page):
    page = open_page("/hn")
    expect(page.locator("article")).to_have_count(30)
    page.locator("article").first.get_by_role("button", name="Mark as read").focus()
    page.keyboard.press("A")
    expect(page.locator("article.read")).to_have_count(30)
    with page.expect_response(re.compile("/marks/unread")):
        page.get_by_role("button", name="Undo").click()
    expect(page.locator("article.read")).to_have_count(0)
    page.reload()
    expect(page.locator("article.read")).to_have_count(0)


def test_a_picture_that_breaks_off_is_none(open_page):
    page = open_page("/news")
    sources = page.locator("article img").evaluate_all("all => all.map(it => it.src)")
    whole = [page.request.get(it) for it in sources[:12]]
    assert any(it.ok for it in whole)
    for it in whole:
        # A GIF or a JPEG.
        assert not it.ok or it.body().rstrip(b"\0")[-1:] == b";" or it.body()[-2:] == b"\xff\xd9"


def test_pictures_stay_when_what_is_around_them_changes(open_page):
    page = open_page("/movies/12321")
    expect(page.locator("html.scripted")).to_be_attached()
    picture = page.locator(".poster img").first
    expect(picture).to_be_visible()
    picture.evaluate("it => { it.isTheSame = true; }")
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    save = page.locator(".line [data-mark=save]")
    expect(save).to_have_attribute("aria-pressed", "false")
    # What the stream sends for the button is the whole movie.
    page.evaluate("""() => { window.changed = new Promise((done) =>
        document.addEventListener("gazette:change", (event) => { if (event.detail.id === "movie") done(); })); }""")
    save.click()
    page.evaluate("changed")
    expect(page.locator(".line [data-mark=save]")).to_have_attribute("aria-pressed", "true")
    assert page.locator(".poster img").first.evaluate("it => it.isTheSame === true && it.src !== ''")
    assert not [it for it in asked if picture.get_attribute("src") in it]


def test_targets_are_large_enough(open_page, site, subtests):
    page = open_page("/settings")
    for path in ["/", "/hn", "/news", "/movies"]:
        arrive(page, site.address + path)
        with subtests.test(path=path):
            access.check(page, access.TARGETS)


def test_headlines_fill_the_first_screen(open_page):
    page = open_page("/", viewport={"width": 1280, "height": 800})
    count = page.evaluate("""[...document.querySelectorAll("main article h3")]
        .filter(it => it.getBoundingClientRect().bottom <= innerHeight).length""")
    assert count >= 14
    page = open_page("/hn", viewport={"width": 1280, "height": 800})
    count = page.evaluate("""[...document.querySelectorAll("main article")]
        .filter(it => it.getBoundingClientRect().bottom <= innerHeight).length""")
    assert count >= 20
    page = open_page("/movies", viewport={"width": 1280, "height": 800})
    row = page.evaluate("""(all => all.filter(it => it.getBoundingClientRect().y === all[0].getBoundingClientRect().y).length)(
        [...document.querySelectorAll("main article")])""")
    assert 5 <= row <= 7


def test_what_was_read_is_there_without_a_server(open_page):
    site = Site()
    page = open_page("/people", address=site.address)
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    # The worker sees what is opened from now on.
    page.goto(site.address + "/meals")
    expect(page.locator("article")).not_to_have_count(0)
    # It stores copies after it has passed them on, and what came later a second after that.
    wait(page, f"caches.match('{site.address}/meals').then((it) => it?.text()).then((it) => it?.includes('<article'))")
    wait(page, "caches.match('/offline').then((it) => it !== undefined)")
    assert site.stop() == 0
    page.goto(site.address + "/meals")
    expect(page.locator("article")).not_to_have_count(0)
    page.goto(site.address + "/movies")
    expect(page.get_by_role("heading", level=1)).to_have_text("No connection")


def test_an_article_leads_on(open_page):
    page = open_page("/news")
    titles = page.locator("article h2").all_inner_texts()
    page.locator("article").nth(1).get_by_role("heading").get_by_role("link").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(titles[1])
    page.locator(".turns a[rel=next]").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(titles[2])
    page.locator(".turns a[rel=prev]").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(titles[1])
    page.get_by_role("link", name="Back to the list").click()
    expect(page).to_have_url(re.compile("/news$"))


def test_articles_of_a_source_are_read_here(open_page):
    page = open_page("/sources/harbour-times")
    title = page.locator("article h2").first.inner_text()
    page.locator("article").first.get_by_role("heading").get_by_role("link").click()
    expect(page).to_have_url(re.compile("/news/read"))
    expect(page.get_by_role("heading", level=1)).to_have_text(title)


def test_comments_name_their_neighbours_and_those_that_are_new(open_page):
    page = open_page("/hn/item/42229632")
    reply = page.locator(".comment.depth-1").first
    parent = reply.get_by_role("link", name="parent").get_attribute("href")
    expect(page.locator(parent)).to_have_class(re.compile("depth-0"))
    expect(page.locator(".fresh")).to_have_count(0)
    newest = page.locator(".comment").evaluate_all("all => Math.max(...all.map(it => Number(it.id.slice(8))))")
    page.evaluate("id => localStorage.setItem('threads', JSON.stringify([['42229632', id]]))", newest - 1)
    page.reload()
    expect(page.locator(".fresh")).to_have_count(1)
    expect(page.locator(f"#comment-{newest} .fresh")).to_be_visible()
    page.reload()
    expect(page.locator(".fresh")).to_have_count(0)
