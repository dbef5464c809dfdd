"""What is typed and pressed changes the page where it stands."""

import re

from conftest import Site
from playwright.sync_api import expect
from test_offline import wait


def test_a_filter_works_as_one_types_and_the_address_follows(open_page):
    page = open_page("/people")
    expect(page.locator("article")).to_have_count(10)
    page.locator("main").get_by_role("searchbox").fill("antonette")
    expect(page.locator("article")).to_have_count(1)
    expect(page).to_have_url(re.compile(r"/people\?q=antonette$"))
    page.reload()
    expect(page.locator("article")).to_have_count(1)
    assert page.locator("main").get_by_role("searchbox").input_value() == "antonette"


def test_a_search_works_as_one_types_and_keeps_the_focus(open_page):
    page = open_page("/movies/search")
    page.locator("main").get_by_role("searchbox").press_sequentially("pim", delay=30)
    expect(page.locator("article")).to_have_count(3)
    expect(page.locator("main").get_by_role("searchbox")).to_be_focused()
    page.locator("main").get_by_role("searchbox").fill("xyzzyplugh")
    expect(page.get_by_text("No movie matches")).to_be_visible()


def test_a_press_is_not_lost_to_a_change_under_the_pointer(open_page):
    # Counts the changes that the page hears of.
    page = open_page("/people", script="""
        const Worker = window.SharedWorker;
        window.received = 0;
        window.SharedWorker = class extends Worker {
            constructor(...options) {
                super(...options);
                this.port.addEventListener("message", ({ data }) => { if (data.message.changes) window.received += 1; });
            }
        };
    """)
    name = page.locator("article").nth(1).get_by_role("heading").inner_text()
    page.locator("article").nth(1).get_by_role("heading").get_by_role("link").hover()
    page.mouse.down()
    page.evaluate("""() => {
        const field = document.querySelector("main input[type=search]");
        field.value = "antonette";
        field.dispatchEvent(new InputEvent("input", { bubbles: true }));
    }""")
    wait(page, "window.received > 0")
    page.mouse.up()
    expect(page.get_by_role("heading", level=1)).to_have_text(name)


def test_what_came_during_a_press_is_shown_after_it(open_page):
    page = open_page("/people")
    expect(page.locator("article")).to_have_count(10)
    page.get_by_role("heading", level=1).hover()
    page.mouse.down()
    page.locator("main").get_by_role("searchbox").fill("antonette")
    page.mouse.up()
    expect(page.locator("article")).to_have_count(1)


def test_the_lab_shows_the_course_of_its_calls(open_page):
    page = open_page("/lab")
    sharing = page.locator("#lab-sharing")
    sharing.get_by_role("button", name="Run").click()
    expect(sharing.locator(".call .outcome")).to_have_text(["succeeded"] * 3)
    # One request is sent, and the others join it.
    expect(sharing.locator("rect.phase-wait")).to_have_count(1)
    expect(sharing.locator("rect.phase-joined")).to_have_count(2)
    caching = page.locator("#lab-caching")
    caching.get_by_role("button", name="Run").click()
    expect(caching.locator(".call .outcome")).to_have_text(["succeeded"] * 3)
    expect(caching.locator("rect.phase-cache")).to_have_count(1)
    retries = page.locator("#lab-retries")
    retries.get_by_role("button", name="Run").click()
    expect(retries.locator("rect.phase-delay").first).to_be_attached()
    retries.get_by_role("button", name="Cancel").click()
    expect(retries.locator(".outcome")).to_have_text("cancelled")


def test_further_articles_come_by_a_button(open_page):
    page = open_page("/news")
    expect(page.locator("article")).to_have_count(20)
    page.get_by_role("link", name="Show more").focus()
    page.keyboard.press("Enter")
    expect(page.locator("article").nth(37)).to_be_attached()
    expect(page).to_have_url(re.compile(r"pages=\d$"))


def test_further_articles_come_as_one_scrolls_and_the_place_is_found_again(open_page):
    page = open_page("/news")
    expect(page.locator("article")).to_have_count(20)
    page.mouse.wheel(0, 100000)
    expect(page.locator("article").nth(37)).to_be_attached()
    expect(page).to_have_url(re.compile(r"pages=\d$"))
    item = page.locator("article").nth(30)
    title = item.locator("h2").inner_text()
    item.get_by_role("link").first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text(title)
    page.go_back()
    expect(page.locator("article h2", has_text=title)).to_be_in_viewport()


def test_comments_are_folded_and_unfolded(open_page):
    page = open_page("/hn")
    page.locator("article", has_text="comments").first.get_by_role("link", name=re.compile("comments$")).click()
    fold = page.locator(".fold").first
    fold.click()
    expect(fold).to_have_attribute("aria-expanded", "false")
    expect(page).to_have_url(re.compile(r"fold="))
    page.reload()
    expect(fold).to_have_attribute("aria-expanded", "false")
    fold.click()
    expect(fold).to_have_attribute("aria-expanded", "true")
    page.get_by_role("link", name="Fold all", exact=True).click()
    expect(page.locator(".fold[aria-expanded=true]")).to_have_count(0)
    page.get_by_role("link", name="Unfold all").click()
    expect(page.locator(".fold[aria-expanded=false]")).to_have_count(0)


def test_keys_move_open_search_and_change_the_section(open_page):
    page = open_page("/news")
    page.keyboard.press("j")
    page.keyboard.press("j")
    expect(page.locator("article").nth(1).get_by_role("link")).to_be_focused()
    page.keyboard.press("k")
    expect(page.locator("article").first.get_by_role("link")).to_be_focused()
    page.keyboard.press("o")
    expect(page).to_have_url(re.compile("/news/read"))
    page.go_back()
    expect(page.locator("html.scripted")).to_be_attached()
    page.keyboard.press("g")
    page.keyboard.press("p")
    expect(page).to_have_url(re.compile("/people"))
    # Keys that come before the scripts are lost.
    expect(page.locator("html.scripted")).to_be_attached()
    page.keyboard.press("/")
    expect(page.locator("main").get_by_role("searchbox")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("main").get_by_role("searchbox")).not_to_be_focused()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog", name="Keys")).not_to_be_visible()


def test_keys_are_switched_off_by_who_does_not_want_them(open_page):
    page = open_page("/settings")
    page.get_by_label("Use single letters as shortcuts").uncheck()
    page.get_by_label("Dark").check()
    page.get_by_role("button", name="Save changes").click()
    expect(page.get_by_text("Your settings were saved")).to_be_visible()
    expect(page.get_by_label("Dark")).to_be_checked()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).not_to_be_visible()


def test_a_form_is_judged_as_one_types(open_page):
    page = open_page("/people/sign-up")
    with page.expect_response(lambda it: "/live/" in it.url):
        page.get_by_label("Name").fill("abc")
    expect(page.get_by_role("button", name="Sign up")).to_have_attribute("aria-disabled", "true")
    # What the server makes of it comes before its response to a later request.
    page.evaluate("fetch(location.href).then((it) => it.text()).then(() => null)")
    expect(page.get_by_text("The name must have more than 3 characters.")).to_have_count(0)
    page.keyboard.press("Tab")
    expect(page.get_by_text("The name must have more than 3 characters.")).to_be_visible()
    page.get_by_label("Name").fill("abcd")
    page.get_by_label("Password", exact=True).fill("secret")
    page.get_by_label("Repeat the password").fill("secrex")
    page.keyboard.press("Shift+Tab")
    expect(page.get_by_text("The passwords are different.")).to_be_visible()
    page.get_by_label("Repeat the password").fill("secret")
    expect(page.get_by_text("Everything is valid")).to_be_visible()
    page.get_by_role("button", name="Sign up").click()
    expect(page.get_by_text("Welcome, abcd")).to_be_visible()
    assert page.get_by_label("Name").input_value() == "abcd"


def test_back_and_forward_come_to_the_same_views(open_page):
    page = open_page("/movies")
    page.locator("article").first.get_by_role("link").click()
    title = page.get_by_role("heading", level=1).inner_text()
    page.go_back()
    expect(page.get_by_role("heading", level=1)).to_have_text("Now Playing movies")
    page.go_forward()
    expect(page.get_by_role("heading", level=1)).to_have_text(title)


def test_errors_have_the_services_own_words(open_page):
    for key, words in [("invalid", "Your API key is invalid"), ("limited", "You have made too many requests")]:
        site = Site("--emulator", NEWSAPI_KEY=key)
        page = open_page("/news", address=site.address)
        expect(page.get_by_role("alert")).to_contain_text(words)
        page.get_by_role("link", name="Try again").click()
        expect(page.get_by_role("alert")).to_contain_text(words)
        site.stop()


def test_a_lost_server_is_reported_quietly(open_page):
    site = Site()
    page = open_page("/people", address=site.address)
    expect(page.locator("article")).to_have_count(10)
    site.stop()
    expect(page.get_by_text("Connection lost.")).to_be_visible()
    expect(page.locator("article")).to_have_count(10)
