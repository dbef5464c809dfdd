import Feeds
import Foundation
import HTTPTypes
import Testing

@testable import Emulator

/// The pages of the sites.
@Suite(.timeLimit(.minutes(2))) struct FeedPageTests {
    @Test("A home page links to the feed and the articles", arguments: FeedSite.all)
    func homePage(_ site: FeedSite) async throws {
        let page = try await InProcess.get("\(site.path)/")
        #expect(page.header("Content-Type") == "text/html; charset=utf-8")
        let links = FeedDiscovery.links(
            in: Data(page.bytes), contentType: page.header("Content-Type"),
            address: URL(string: "http://localhost\(site.path)/"))
        #expect(links.map(\.url.absoluteString) == ["http://localhost\(site.feedPath)"])
        #expect(links.first?.title == site.title)
        let icon = try await InProcess.get("\(site.path)/icon.png")
        #expect(icon.status == 200 && icon.header("Content-Type") == "image/png")
        for article in site.articles(at: InProcess.now) {
            #expect(page.text.contains("href=\"\(article.path)\""))
            #expect(try await InProcess.get(article.path).status == 200)
        }
    }

    @Test("The text of an article is found", arguments: FeedSite.all.filter { $0.stories != nil })
    func article(_ site: FeedSite) async throws {
        for article in site.articles(at: InProcess.now).prefix(6) where article.access != .subscribers {
            let page = try await InProcess.get(article.path)
            let text = try #require(
                ArticleText.extract(
                    Data(page.bytes), contentType: page.header("Content-Type"),
                    address: URL(string: "http://localhost\(article.path)")), "\(article.path)")
            #expect(text.html.contains("http://localhost\(article.picturePath)"))
            let plain = text.html.replacing(/<[^>]*>/, with: "")
            let lastBlock = try #require(article.blocks.last).replacing(/<[^>]*>/, with: "")
            #expect(plain.contains(lastBlock), "\(article.path)")
            for around in ["Advertisement", "Thank you for this text", "All rights to the weather", "own computer"] {
                #expect(!plain.contains(around), "\(article.path)")
            }
            #expect(!text.html.contains("pixel.gif"))
        }
    }

    @Test func picturesAndPixelsExist() async throws {
        let picture = try await InProcess.get("/feeds/pictures/space.jpg")
        #expect(picture.status == 200 && picture.header("Content-Type") == "image/jpeg")
        #expect(try await InProcess.get("/feeds/pictures/nothing.jpg").status == 404)
        let pixel = try await InProcess.get("/feeds/pixel.gif?article=a")
        #expect(pixel.bytes.starts(with: Array("GIF89a".utf8)))
        #expect(try await InProcess.get("/feeds/site.js").header("Content-Type") == "text/javascript; charset=utf-8")
        for site in FeedSite.all {
            for article in site.articles(at: InProcess.now) {
                #expect(PictureFile.named("scenes/\(article.picturePath.split(separator: "/").last ?? "")") != nil)
            }
        }
    }

    @Test func articlesForSubscribersHaveTheBeginningAlone() async throws {
        let site = try #require(FeedSite.named("type-case"))
        let article = try #require(site.articles(at: InProcess.now).first { $0.access == .subscribers })
        let page = try await InProcess.get(article.path)
        #expect(page.text.contains("\"isAccessibleForFree\":false"))
        #expect(page.text.contains(XMLText.escaped(article.teaser)))
        for block in article.blocks { #expect(!page.text.contains(block)) }
        let (feed, _) = try await Feed.received(site.feedPath)
        let item = try #require(feed.items.first { $0.link?.path() == article.path })
        #expect(item.content == nil && item.summary != nil)
    }

    @Test func robotsExcludeTheFolderOfMembers() async throws {
        #expect(try await InProcess.get("/robots.txt").text == "User-agent: *\nDisallow: /feeds/type-case/members/\n")
        let site = try #require(FeedSite.named("type-case"))
        let article = try #require(site.articles(at: InProcess.now).first { $0.access == .members })
        #expect(article.path == "/feeds/type-case/members/\(article.number)")
        #expect(try await InProcess.get(article.path).status == 200)
        #expect(try await InProcess.get("/feeds/type-case/articles/\(article.number)").status == 404)
    }

    @Test(
        "Other paths are not found",
        arguments: [
            "/feeds/nothing", "/feeds/nothing/", "/feeds/night-sky/nothing", "/feeds/night-sky/articles/",
            "/feeds/night-sky/articles/-1", "/feeds/night-sky/articles/x", "/feeds/night-sky/articles/99999999",
            "/feeds/night-sky/articles/99999999999999999999", "/feeds/night-sky/articles/01",
            "/feeds/night-sky/members/1", "/feeds/night-sky/a/b/c", "/feeds/faults", "/feeds/faults/x.xml",
            "/feeds/digest/articles/1", "/feeds/pictures", "/feeds/harbour-radio/episodes/x.wav",
        ])
    func notFound(_ path: String) async throws {
        let response = try await InProcess.get(path)
        #expect(response.status == 404)
        #expect(response.header("Content-Type") == "text/html; charset=utf-8")
    }
}
