"""How pages are set: headings in their order, signs that can be seen, texts that run from right to left."""

import re

import pytest
from conftest import follow, resize
from playwright.sync_api import expect


def luminance(colour):
    parts = [int(it) / 255 for it in re.findall(r"\d+", colour)[:3]]
    linear = [it / 12.92 if it <= 0.04045 else ((it + 0.055) / 1.055) ** 2.4 for it in parts]
    return sum(weight * it for weight, it in zip([0.2126, 0.7152, 0.0722], linear))


def contrast(one, other):
    low, high = sorted([luminance(one), luminance(other)])
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("path", ["/hn/item/42229632", "/meals/52764"])
def test_the_arrow_of_a_button_to_the_outside_can_be_seen(look_at, subtests, path):
    page = look_at(path)
    button = page.locator("a.button[rel~=external]").first
    for scheme in ["light", "dark"]:
        page.emulate_media(color_scheme=scheme)
        with subtests.test(scheme=scheme):
            expect(button).to_be_visible()
            expect(button).to_have_css("content", re.compile("↗"), pseudo="after")
            arrow, text, ground = button.evaluate(
                "it => [getComputedStyle(it, '::after').color, getComputedStyle(it).color, getComputedStyle(it).backgroundColor]")
            assert arrow == text
            assert contrast(arrow, ground) >= 4.5


def test_headings_get_smaller_with_their_level(look_at, subtests):
    page = look_at("/movies/10020")
    for width in [1280, 390]:
        resize(page, width)
        with subtests.test(width=width):
            expect(page.locator(".detail section h3").first).to_be_visible()
            sizes = page.evaluate(
                """["main > h1", ".detail > h2", ".detail section h3"].map((it) =>
                    [...document.querySelectorAll(it)].map((heading) => parseFloat(getComputedStyle(heading).fontSize)))""")
            titles, parts, reviews = sizes
            assert min(titles) > max(parts) and min(parts) > max(reviews)


# Where the lines of a text begin, and where the full stop of its last one stands.
ENDS = """(it) => {
    const range = document.createRange();
    const text = it.lastChild;
    const rect = (start, end) => { range.setStart(text, start); range.setEnd(text, end); return range.getBoundingClientRect(); };
    const place = it.getBoundingClientRect();
    const trimmed = text.data.trimEnd().length;
    const [first, last, before] = [rect(0, 1), rect(trimmed - 1, trimmed), rect(trimmed - 2, trimmed - 1)];
    return { beginsRight: Math.abs(first.right - place.right) < 2, endsLeft: last.right <= before.left + 1 };
}"""


@pytest.mark.parametrize("path", ["/news?country=ae", "/news?country=il"])
def test_texts_run_from_right_to_left_where_they_do(look_at, path):
    page = look_at(path)
    article = page.locator("article", has=page.locator(".summary")).first
    expect(article.locator(".summary")).to_have_text(re.compile("^[\u0590-\u06ff].*[.…]$"))
    assert article.locator(".summary").evaluate(ENDS) == {"beginsRight": True, "endsLeft": True}
    # The facts about it are ours, and keep their order.
    source, time = article.locator(".facts > *").all()
    assert source.bounding_box()["x"] + source.bounding_box()["width"] <= time.bounding_box()["x"]


def test_a_search_shows_only_the_services_with_results(look_at, subtests):
    page = look_at("/search?q=swim")
    for width in [390, 1280]:
        resize(page, width, 844)
        with subtests.test(width=width):
            parts = page.locator("main .part")
            expect(parts).to_have_count(1)
            assert parts.bounding_box()["width"] > 0.9 * min(width, 1280) - 32
            expect(page.locator("#status .notice")).to_have_text("No stories, no movies, no meals.")


@pytest.mark.parametrize("path", ["/hn", "/hn/ask"])
def test_the_facts_of_a_story_are_one_line_on_a_phone(look_at, path):
    page = look_at(path, is_phone=True)
    expect(page.locator("article.story").nth(9)).to_be_visible()
    for facts in page.locator("article.story .facts").all()[:10]:
        assert facts.bounding_box()["height"] < 32, facts.inner_text()


def test_albums_leave_room_for_each_other_on_a_phone(look_at):
    page = look_at("/people/3", is_phone=True)
    expect(page.locator(".albums li")).to_have_count(10)
    for album in page.locator(".albums a").all():
        assert album.bounding_box()["width"] <= 192
    # The name of the one that is shown is there as a whole.
    expect(page.locator("#photos h2")).to_have_text(page.locator(".albums [aria-current] strong").text_content())


def test_a_photo_is_shown_large_without_a_script(look_at):
    page = look_at("/people/3")
    photo = page.locator("article.photo").nth(1)
    small = photo.locator(".print").bounding_box()["width"]
    photo.locator(".print").click()
    assert photo.locator(".print").bounding_box()["width"] > 3 * small
    photo.get_by_role("link", name="Next").click()
    after = page.locator("article.photo").nth(2)
    expect(after.get_by_text("3 of 50")).to_be_visible()
    expect(photo.get_by_role("link", name="Next")).to_be_hidden()
    after.get_by_role("link", name="Close").click()
    expect(after.get_by_text("3 of 50")).to_be_hidden()


@pytest.mark.parametrize("is_phone", [True, False], ids=["phone", "desktop"])
def test_keys_are_explained_where_there_are_keys(look_at, is_phone):
    page = look_at("/settings", is_phone=is_phone)
    expect(page.get_by_role("heading", name="Keys")).to_be_visible(visible=not is_phone)
    expect(page.locator("main .keys")).to_be_visible(visible=not is_phone)
    # The choice is kept although it is not shown.
    expect(page.locator("#keys-on")).to_be_checked()


def test_the_wall_follows_what_is_chosen(open_page):
    page = open_page("/movies/discover", viewport={"width": 1280, "height": 800})
    expect(page.locator("article.film")).to_have_count(20)
    page.get_by_label("Genre").select_option("Horror")
    expect(page).to_have_url(re.compile(r"/movies/discover\?genre=27$"))
    expect(page.get_by_role("heading", level=1)).to_have_text("Horror movies")
    page.get_by_label("Year").select_option("1990s")
    expect(page).to_have_url(re.compile(r"genre=27&year=1990s$"))
    expect(page.locator("article.film h2", has_text="Dial-Up Dracula")).to_be_visible()
    page.reload()
    expect(page.get_by_label("Year")).to_have_value("1990s")


def test_the_lists_of_movies_lead_to_choices_without_a_script(look_at):
    page = look_at("/movies/popular", is_phone=True)
    page.get_by_label("Genre").select_option("Western")
    page.get_by_role("button", name="Show").click()
    expect(page).to_have_url(re.compile(r"/movies/discover\?genre=37"))
    expect(page.locator("article.film").first).to_be_visible()


def test_what_a_film_is_about_is_shown_over_its_poster(look_at):
    page = look_at("/movies/popular")
    film = page.locator("article.film").first
    expect(film.locator(".summary")).to_be_hidden()
    before = film.bounding_box()
    film.get_by_role("link").first.focus()
    expect(film.locator(".summary")).to_be_visible()
    assert film.bounding_box() == before


def test_choices_share_a_line_on_a_phone(look_at):
    page = look_at("/hn/search?q=rust", is_phone=True)
    places = [it.bounding_box()["y"] for it in page.locator(".choice").all()]
    assert len(places) == 3 and max(places) - min(places) < 1


def test_a_page_with_nothing_says_so_in_its_middle(look_at, subtests):
    for path in ["/news?q=zzzqq", "/people?q=zzzqq", "/movies/search?q=zzzqq", "/sources?q=zzzqq", "/search", "/search?q=zzzqq"]:
        with subtests.test(path=path):
            notice = look_at(path).locator("main .notice")
            expect(notice).to_have_count(1)
            expect(notice).to_have_css("text-align", "center")
            place = notice.bounding_box()
            assert abs(place["x"] + place["width"] / 2 - 640) < 12


def test_the_current_list_is_in_sight_without_a_script(look_at, subtests):
    for path, name in [("/people", "People"), ("/account", "Movies"), ("/hn/search", "Search")]:
        with subtests.test(path=path):
            page = look_at(path, is_phone=True)
            place = page.get_by_role("navigation").get_by_role("link", name=name, exact=True).bounding_box()
            assert 0 <= place["x"] and place["x"] + place["width"] <= 390
            assert page.evaluate("scrollY") == 0


@pytest.mark.parametrize("path", ["/", "/movies/12321"])
def test_rows_of_pictures_scroll_sideways_on_a_phone(look_at, path):
    page = look_at(path, is_phone=True)
    strip = page.locator(".strip:has(article, li)").first
    expect(strip).to_be_attached()
    assert strip.evaluate("it => it.scrollWidth > it.clientWidth + 50")
    assert strip.evaluate("it => { it.scrollLeft = 40; return it.scrollLeft; }") == 40
    assert page.locator("html").evaluate("it => it.scrollWidth") <= 390


def test_a_story_is_one_line_with_all_that_is_known_of_it(look_at):
    page = look_at("/hn")
    stories = page.locator("article.story").all()
    assert len(stories) >= 20
    for story in stories:
        assert story.bounding_box()["height"] < 30
        facts = " ".join(story.locator(".facts > *").all_inner_texts())
        # The age alone, without the time of day.
        assert re.fullmatch(r"\d+ points? [^:]*\w (\d+ comments?|discussion)", facts), facts
        title, last = story.locator("h2").bounding_box(), story.locator(".facts").bounding_box()
        assert abs(title["y"] + title["height"] / 2 - last["y"] - last["height"] / 2) < 6
    expect(page.locator("article.story img")).to_have_count(0)


OUTSIDE = '(it) => getComputedStyle(it, "::after").content.includes("(elsewhere)")'


def test_a_link_to_the_outside_names_its_host_and_says_that_it_leaves(look_at):
    page = look_at("/hn")
    outside = page.locator("article.story h2:has(a[rel~=external])")
    assert outside.count() >= 10
    for title in outside.all():
        host = re.match(r"https?://(?:www\.)?([^/:]+)", title.locator("a").get_attribute("href")).group(1)
        expect(title.locator(".host")).to_have_text(f"({host})")
        assert title.locator("a").evaluate(OUTSIDE)
    inside = page.locator("article.story h2:not(:has(a[rel~=external]))").first
    expect(inside.locator(".host")).to_have_count(0)
    assert not inside.locator("a").evaluate(OUTSIDE)


# The most characters in a line of a text.
MEASURE = """(it) => {
    const range = document.createRange();
    const text = [...it.childNodes].find((node) => node.nodeType === Node.TEXT_NODE);
    const lines = new Map();
    for (let at = 0; at < text.length; at += 1) {
        range.setStart(text, at); range.setEnd(text, at + 1);
        const y = Math.round(range.getBoundingClientRect().bottom);
        lines.set(y, (lines.get(y) ?? 0) + 1);
    }
    return Math.max(...lines.values());
}"""


def test_an_article_is_set_to_be_read(look_at):
    page = look_at("/news")
    page.locator("article:has(.picture) h2 a").first.click()
    expect(page.locator("article.reading")).to_be_visible()
    text = page.locator(".reading > p:not(.facts, .lead, .marks, .way-out):not(:has(img))").first
    assert 55 <= text.evaluate(MEASURE) <= 75
    expect(text).to_have_css("font-family", re.compile("Iowan Old Style"))
    expect(page.locator(".reading > .facts")).to_have_text(re.compile(r"\d+ min to read"))
    article = page.url
    page.goto(article.split("/news")[0] + "/settings")
    page.get_by_label("Sans serif").check()
    page.get_by_role("button", name="Save changes").click()
    page.goto(article)
    expect(text).to_have_css("font-family", re.compile("^system-ui"))


@pytest.mark.parametrize("path", ["/news", "/movies", "/meals", "/people/3", "/movies/12321", "/meals/52764"])
def test_a_picture_has_its_place_before_it_comes(open_page, path):
    # Its pictures are not in the store of the browser.
    page = open_page("/offline", java_script_enabled=False, viewport={"width": 1280, "height": 800})
    held = []
    page.route("**/picture/**", lambda route: held.append(route))
    page.goto(page.url.removesuffix("/offline") + path, wait_until="commit")
    pictures = page.locator("main img")
    expect(pictures.first).to_be_attached()
    page.wait_for_load_state("domcontentloaded")
    # The places are asked for from outside of the page, which would not wait for its style sheets: that of all pages, and that of contents.
    expect(page.locator("body")).to_have_css("margin", "0px")
    expect(page.locator(".density button").first).to_have_css("min-height", "28px")
    before = pictures.evaluate_all("all => all.map(it => { const place = it.getBoundingClientRect(); return [place.width, place.height]; })")
    assert all(width > 40 and height > 40 for width, height in before)
    assert pictures.evaluate_all("all => all.every(it => it.hasAttribute('alt') && it.hasAttribute('width') && it.hasAttribute('height'))")
    # The place has a colour until then, and what is far below waits until it is near.
    grounds = pictures.evaluate_all("all => all.map(it => [it, it.parentElement].map(one => getComputedStyle(one).backgroundColor))")
    assert all(any(colour != "rgba(0, 0, 0, 0)" for colour in colours) for colours in grounds)
    if len(before) > 2:
        assert pictures.nth(len(before) - 1).get_attribute("loading") == "lazy"
    # This also lets those go that are held.
    page.unroute("**/picture/**")
    page.wait_for_load_state("load")
    # Some of the emulator's pictures are refused.
    after = pictures.evaluate_all("""all => all.map(it => {
        const place = it.getBoundingClientRect();
        return it.complete && it.naturalWidth === 0 ? null : [place.width, place.height];
    })""")
    assert any(after) and all(place in (None, old) for place, old in zip(after, before))


@pytest.mark.parametrize("path,facts,texts", [
    ("/movies/12321", r"2026.*\d+ h( \d+ min)?.*Science Fiction", ".head p:not(.facts, .marks)"),
    ("/meals/52764", r"Beef.*Irish", ".ingredients, .steps"),
])
def test_facts_come_first_and_the_address_stays(look_at, path, facts, texts):
    page = look_at(path)
    title = page.get_by_role("heading", level=1).inner_text()
    line = page.locator(".detail .facts").first
    expect(line).to_have_text(re.compile(facts))
    place = line.bounding_box()
    assert place["y"] + place["height"] < 800
    for text in page.locator(".detail").locator(texts).all():
        assert text.bounding_box()["y"] > place["y"]
    if path.startswith("/movies"):
        expect(page.locator(".detail .score").first).to_have_text(re.compile(r"\d+%"))
    assert page.url.endswith(path)
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text(title)


@pytest.mark.parametrize("has_script", [True, False], ids=["with-script", "without"])
def test_every_actor_has_a_frame_and_a_name(open_page, subtests, has_script):
    page = open_page("/offline", java_script_enabled=has_script, viewport={"width": 390, "height": 800})
    # The second picture of the cast fails.
    pictures = []

    def answer(route):
        pictures.append(route.request.url)
        route.fulfill(status=502) if len(set(pictures)) % 2 == 0 else route.continue_()

    page.route("**/picture/**", answer)
    page.goto(page.url.removesuffix("/offline") + "/movies/12321")
    people = page.locator("ul.strip li")
    expect(people.first).to_be_attached()
    for width in [390, 1280]:
        resize(page, width)
        people.last.scroll_into_view_if_needed()
        with subtests.test(width=width):
            frames = people.evaluate_all("""all => all.map((it) => {
                const place = (one) => { const { left, top, width, height, bottom } = one.getBoundingClientRect(); return { left, top, width, height, bottom }; };
                return { item: place(it), frame: place(it.firstElementChild), name: place(it.querySelector("strong")), text: it.querySelector("strong").textContent };
            })""")
            assert len(frames) > 3
            for one in frames:
                assert abs(one["frame"]["height"] - 1.5 * one["frame"]["width"]) < 2, one
                assert one["name"]["bottom"] <= one["item"]["bottom"] + 1, one
                if width == 390:
                    assert one["frame"]["top"] == frames[0]["frame"]["top"] and one["frame"]["bottom"] <= one["name"]["top"], one
                else:
                    assert one["frame"]["left"] + one["frame"]["width"] <= one["name"]["left"], one
            # In the order of the service.
            places = [(it["frame"]["top"], it["frame"]["left"]) for it in frames]
            assert places == sorted(places)
            if has_script:
                expect(page.locator("ul.strip .failed").first).to_have_text(re.compile(r"^\w{1,2}$"))


@pytest.mark.parametrize("path", ["/movies/top-rated", "/movies", "/movies/popular"])
def test_no_name_of_a_movie_is_cut_off_on_a_phone(look_at, path):
    page = look_at(path, is_phone=True)
    names = page.locator("article.film h2").evaluate_all(
        "all => all.filter((it) => it.scrollHeight > it.clientHeight + 2 || it.scrollWidth > it.clientWidth + 1).map((it) => it.textContent)")
    assert names == []


def test_saving_without_a_script_returns_to_the_item(look_at):
    page = look_at("/hn")
    story = page.locator("article.story").nth(25)
    place = story.locator(".marks").get_attribute("id")
    story.scroll_into_view_if_needed()
    story.hover()
    story.get_by_role("button", name="Save").click()
    expect(page).to_have_url(re.compile(r"/hn#at-hn:\d+$"))
    story = page.locator("article.story", has=page.locator(f"[id='{place}']"))
    expect(story.get_by_role("button", name="Save")).to_have_attribute("aria-pressed", "true")
    expect(story).to_be_in_viewport()
    assert page.evaluate("scrollY") > 0


def test_points_from_a_thousand_on_keep_their_column(open_page):
    page = open_page("/hn", viewport={"width": 1280, "height": 800})
    facts = page.locator(".ranked .story .facts").first
    facts.locator("span").first.evaluate("it => { it.textContent = '12,345 points'; }")
    facts.locator(".talk").evaluate("it => { it.textContent = '1,234 comments'; }")
    # As wide as their texts, and one after the other.
    ends = facts.evaluate("""it => [...it.children].filter((one) => !one.matches(".by")).map((one) => {
        const text = document.createRange();
        text.selectNodeContents(one);
        const { left, right } = text.getBoundingClientRect();
        return [left, right];
    })""")
    assert len(ends) == 3 and all(before[1] + 4 <= after[0] for before, after in zip(ends, ends[1:])), ends


@pytest.mark.parametrize("width", [390, 1280])
def test_stop_covers_no_link(open_page, width):
    page = open_page("/hn", viewport={"width": width, "height": 800})
    page.evaluate("""() => {
        const stop = document.createElement("button");
        stop.className = "plain late";
        stop.textContent = "Stop";
        const bar = document.createElement("p");
        bar.className = "refreshing";
        bar.append(stop);
        document.querySelector("main").append(bar);
    }""")
    stop = page.locator(".refreshing button").bounding_box()
    for link in page.locator("header a, header input").all():
        box = link.bounding_box()
        assert box is None or box["y"] + box["height"] <= stop["y"] or box["x"] + box["width"] <= stop["x"], link.inner_text()


def test_titles_of_neighbours_stay_within_the_page(open_page):
    page = open_page("/news", viewport={"width": 390, "height": 844})
    follow(page.locator("article h2 a[href^='/']").nth(1))
    links = page.locator(".turns a[rel]")
    expect(links).to_have_count(2)
    links.evaluate_all("all => all.forEach((it) => { it.lastChild.textContent = 'a'.repeat(200); })")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("path", ["/hn", "/news", "/movies/12321", "/people/3"])
def test_a_page_is_printed_in_black_on_white_without_what_is_pressed(open_page, path):
    page = open_page(path, color_scheme="dark")
    page.emulate_media(media="print", color_scheme="dark")
    expect(page.locator("main h1")).to_be_visible()
    expect(page.locator("body")).to_have_css("background-color", "rgb(255, 255, 255)")
    expect(page.locator("main h1")).to_have_css("color", "rgb(0, 0, 0)")
    pressed = page.locator("button, nav, .search, .news, .turns, footer, select")
    assert [it.inner_text() for it in pressed.all() if it.is_visible()] == []


def test_texts_have_the_chosen_size(look_at, site):
    page = look_at("/settings")
    page.get_by_label("Larger").check()
    page.get_by_role("button", name="Save changes").click()
    expect(page.get_by_text("Your settings were saved.")).to_be_visible()
    for path in ["/hn", "/people/3"]:
        page.goto(site.address + path)
        expect(page.locator("html")).to_have_css("font-size", "19.2px")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
