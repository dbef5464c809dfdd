import Foundation
import Freshet
import FreshetTesting
import HackerNews
import Testing

/// Items as the service really sends them.
struct ItemTests {
    @Test func aRecordedStory() async throws {
        let item = try await News.item(
            #"{"by":"dhouston","descendants":71,"id":8863,"kids":[8952,9224,8917],"score":111,"time":1175714200,"title":"My YC app: Dropbox - Throw away your USB drive","type":"story","url":"http://www.getdropbox.com/u/2/screencast.html"}"#
        )
        #expect(item.id == 8863)
        #expect(item.kind == .story)
        #expect(item.by == "dhouston")
        #expect(item.time?.timeIntervalSince1970 == 1_175_714_200)
        #expect(item.headline == "My YC app: Dropbox - Throw away your USB drive")
        #expect(item.descendants == 71)
        #expect(item.score == 111)
        #expect(item.kids == [8952, 9224, 8917])
        #expect(item.link?.absoluteString == "http://www.getdropbox.com/u/2/screencast.html")
        #expect(item.host == "getdropbox.com")
        #expect(item.page?.absoluteString == "https://news.ycombinator.com/item?id=8863")
        #expect(item.isPresent)
    }

    @Test func aRecordedComment() async throws {
        let item = try await News.item(
            #"{"by":"norvig","id":2921983,"kids":[2922097,2922429],"parent":2921506,"text":"Aw shucks, guys ... you make me blush with your compliments.<p>Tell you what, Ill make a deal: I'll keep writing if you keep reading. K?","time":1314211127,"type":"comment"}"#
        )
        #expect(item.kind == .comment)
        #expect(item.parent == 2_921_506)
        #expect(item.paragraphs.count == 2)
        #expect(item.paragraphs[1].text.hasPrefix("Tell you what"))
        #expect(item.isPresent)
    }

    @Test(
        "Items with anything in their fields",
        arguments: [
            #"{"id":1}"#, #"{"id":1,"kids":[1,"2",null,3],"parts":7,"time":"soon","by":[],"deleted":1,"dead":true}"#,
            #"{"kids":null,"id":2,"title":" blanks\u00a0","text":"","url":"\u2003","type":"pollopt","poll":1.5,"score":1e2}"#,
            #"{"time":1.5,"id":3,"type":"new","parent":-1,"descendants":null,"id":4}"#,
        ])
    func anyFields(json: String) async throws {
        #expect(try await News.item(json).id > 0)
    }

    @Test("Stories without an address do not vanish (T60)")
    func storiesWithoutAnAddress() async throws {
        let ask = try await News.item(
            #"{"by":"tel","descendants":16,"id":121003,"kids":[121016,121109,121168],"score":25,"text":"<i>or</i> HN: the Next Iteration<p>I get the impression...","time":1203647620,"title":"Ask HN: The Arc Effect","type":"story"}"#
        )
        #expect(ask.link == nil)
        #expect(ask.host == nil)
        #expect(ask.isPresent)
        #expect(ask.headline == "Ask HN: The Arc Effect")
        #expect(
            ask.paragraphs == [
                .text([.emphasis("or"), .plain(" HN: the Next Iteration")]), .text([.plain("I get the impression...")]),
            ])
        let job = try await News.item(
            #"{"by":"justin","id":192327,"score":6,"text":"Justin.tv is the biggest live video site online.","time":1210981217,"title":"Justin.tv is looking for a Lead Flash Engineer!","type":"job","url":""}"#
        )
        #expect(job.kind == .job)
        #expect(job.url == nil)
        #expect(job.link == nil)
        #expect(job.isPresent)
        #expect(job.kids == [])
        #expect(job.descendants == nil)
    }

    @Test func aRecordedPollAndItsOption() async throws {
        let poll = try await News.item(
            #"{"by":"pg","descendants":54,"id":126809,"kids":[126822,126823],"parts":[126810,126811,126812],"score":46,"text":"","time":1204403652,"title":"Poll: What would happen if News.YC had explicit support for polls?","type":"poll"}"#
        )
        #expect(poll.kind == .poll)
        #expect(poll.parts == [126_810, 126_811, 126_812])
        #expect(poll.text == nil)
        #expect(poll.paragraphs == [])
        let option = try await News.item(
            #"{"by":"pg","id":160705,"poll":160704,"score":335,"text":"Yes, ban them; I'm tired of seeing Valleywag stories on News.YC.","time":1207886576,"type":"pollopt"}"#
        )
        #expect(option.kind == .pollOption)
        #expect(option.poll == 160_704)
        #expect(option.score == 335)
    }

    @Test func whatIsNotThereIsNil() async throws {
        #expect(try await News.value(.item(0), of: "null") == nil)
    }

    @Test func deletedAndDeadItems() async throws {
        let deleted = try await News.item(#"{"deleted":true,"id":5,"parent":4,"time":1314211127,"type":"comment"}"#)
        #expect(deleted.isDeleted)
        #expect(deleted.by == nil)
        #expect(deleted.headline == "[deleted]")
        #expect(!deleted.isPresent)
        let dead = try await News.item(#"{"by":"x","dead":true,"id":6,"text":"[flagged]","type":"story"}"#)
        #expect(dead.isDead)
        #expect(dead.by == "x")
        #expect(dead.headline == "[dead]")
        #expect(!dead.isPresent)
    }

    @Test(
        "Missing, null and broken fields cost themselves only",
        arguments: [
            "", #","title":null,"url":null,"kids":null,"time":null,"type":null"#,
            #","title":7,"url":[],"kids":{},"time":"x","score":"y","deleted":"no","by":3,"type":{}"#,
            #","new":{"a":1},"kids":["x",null]"#,
        ])
    func tolerance(fields: String) async throws {
        let item = try await News.item(#"{"id":7\#(fields)}"#)
        #expect(item.headline == "Untitled")
        #expect(item.kids == [])
        #expect(item.time == nil)
        #expect(item.score == nil)
        #expect(item.link == nil)
        #expect(!item.isDeleted)
        #expect(!item.isPresent)
        #expect(item.kind == .other(""))
    }

    @Test func whatCannotBeAnItemIsAFailure() async {
        for json in ["{}", "7", "[]", #"{"id":"8"}"#] {
            await #expect(throws: FetchError.self) { try await News.value(.item(1), of: json) }
        }
    }

    @Test func newKindsAndBrokenKids() async throws {
        let item = try await News.item(#"{"id":7,"type":"essay","kids":[1,"x",null,2],"title":" Tom &amp; <b>J</b> "}"#)
        #expect(item.kind == .other("essay"))
        #expect(item.kids == [1, 2])
        #expect(item.headline == "Tom & J")
    }

    @Test(
        "Links that may be opened",
        arguments: [
            ("https://www.a.example/x", "a.example"), ("http://a.example", "a.example"), ("javascript:alert(1)", nil),
            ("data:text/html,x", nil), ("/relative", nil), ("https://", nil), ("ftp://a.example", nil),
        ] as [(String, String?)])
    func links(url: String, host: String?) async throws {
        let item = try await News.item(#"{"id":7,"title":"t","url":"\#(url)"}"#)
        #expect(item.host == host)
        #expect((item.link == nil) == (host == nil))
        #expect(item.url == url)
    }
}
