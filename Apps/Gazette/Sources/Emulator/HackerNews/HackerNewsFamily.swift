import Foundation

/// A story with all its comments and options, generated from its number alone.
struct HackerNewsFamily {
    /// The number of the story, counted from the first one of all.
    let count: Int
    /// The id of the story.
    let first: Int
    /// The maximum number of items below the story.
    let limit: Int
    /// The Unix time at which the story appears.
    let time: Int

    /// Returns the items that exist at a Unix time: the story, the options of a poll, the comments.
    func items(at moment: Int) -> [HackerNewsItem] {
        var generator = SeededGenerator("story \(count)")
        // The order changes each time the stories are repeated, so that no day is like the one before.
        let place = (count &* 211 &+ count / HackerNewsData.stories.count * 37) % HackerNewsData.stories.count
        let data = HackerNewsData.stories[place]
        var story = HackerNewsItem(
            id: first, kind: data.kind == "job" || data.kind == "poll" ? data.kind : "story", time: time)
        story.by = Self.user(&generator)
        story.title = data.title
        story.text = data.text ?? (data.kind == "poll" ? "" : nil)
        story.url = data.url ?? (data.kind == "job" && count.isMultiple(of: 2) ? "" : nil)
        story.isDead = data.kind == "story" && generator.unit() < 0.015
        // The popularity: most stories have few readers, a few have many.
        let fame = pow(generator.unit(), 4)
        let age = Double(moment - time) / 3600
        let share = 1 - exp(-age / 4)
        story.score = 1 + Int(fame * 900 * share) + Int(generator.unit() * 4 * share)
        if data.kind == "job" { return [Self.withheld(story, &generator)].compactMap(\.self) }

        var result = [story]
        let options = data.options ?? []
        for (index, text) in options.prefix(8).enumerated() {
            var option = HackerNewsItem(id: first + 1 + index, kind: "pollopt", time: time)
            option.by = story.by
            option.text = text
            option.poll = first
            option.score = Int(fame * 400 * generator.unit() * share) + index
            result.append(option)
        }
        result[0].parts = options.isEmpty ? [] : (0..<min(8, options.count)).map { first + 1 + $0 }
        let comments = comments(below: story, topic: data.topic, fame: fame, taken: result.count, &generator)
        let present = comments.filter { $0.time <= moment }
        let kids = Dictionary(grouping: present, by: \.parent).mapValues { $0.map(\.id) }
        result[0].kids = kids[first] ?? []
        result[0].descendants = story.isDead ? nil : present.count
        return result
            + present.map { comment in
                var comment = comment
                comment.kids = kids[comment.id] ?? []
                return comment
            }
    }

    /// Makes the comments in the order of their time; some threads are deep.
    private func comments(
        below story: HackerNewsItem, topic: String, fame: Double, taken: Int, _ generator: inout SeededGenerator
    ) -> [HackerNewsItem] {
        let wanted = Int(fame * 70) + Int(generator.unit() * 4)
        var comments: [HackerNewsItem] = []
        // The comments that can get replies.
        var candidates: [(id: Int, depth: Int)] = []
        var time = time
        let firsts = (HackerNewsData.comments[topic] ?? []).shuffled(using: &generator)
        let replies = (HackerNewsData.replies[topic] ?? []).shuffled(using: &generator)
        var used = (firsts: 0, replies: 0)
        for index in 0..<min(wanted, limit - taken) {
            // The intervals between comments grow with time.
            time += 60 + Int(-log(1 - generator.unit()) * 400 * (1 + Double(index) / 12))
            var item = HackerNewsItem(id: first + taken + index, kind: "comment", time: time)
            let roll = generator.unit()
            var depth = 0
            item.parent = first
            if roll > 0.38, let newest = candidates.last {
                let parent = roll > 0.72 ? newest : candidates[Int.random(in: candidates.indices, using: &generator)]
                item.parent = parent.id
                depth = parent.depth + 1
            }
            if depth == 0, !firsts.isEmpty {
                item.text = firsts[used.firsts % firsts.count]
                used.firsts += 1
            } else if !replies.isEmpty {
                item.text = replies[used.replies % replies.count]
                used.replies += 1
            }
            item.by = depth > 0 && generator.unit() < 0.12 ? story.by : Self.user(&generator)
            let fate = generator.unit()
            item.isDeleted = fate < 0.03
            item.isDead = fate > 0.98
            if item.isDead { item.text = fate > 0.99 ? "[flagged]" : "[dead]" }
            comments.append(item)
            if depth < 11, !item.isDeleted, !item.isDead { candidates.append((item.id, depth)) }
        }
        return comments
    }

    private static func user(_ generator: inout SeededGenerator) -> String {
        // A few users write most of the items.
        let share = pow(generator.unit(), 1.8)
        return HackerNewsData.users[
            min(HackerNewsData.users.count - 1, Int(share * Double(HackerNewsData.users.count)))
        ].id
    }

    /// Marks some jobs as withheld: lists contain them, but the items are `null`.
    private static func withheld(_ item: HackerNewsItem, _ generator: inout SeededGenerator) -> HackerNewsItem? {
        var item = item
        item.isWithheld = generator.unit() < 0.06
        return item
    }
}

/// A story, comment, job, poll or option.
struct HackerNewsItem: Sendable {
    let id: Int
    let kind: String
    let time: Int
    var by: String?
    var title: String?
    var text: String?
    var url: String?
    var score: Int?
    var descendants: Int?
    var kids: [Int] = []
    var parent: Int?
    var poll: Int?
    var parts: [Int] = []
    var isDeleted = false
    var isDead = false
    var isWithheld = false

    init(id: Int, kind: String, time: Int) {
        self.id = id
        self.kind = kind
        self.time = time
    }

    /// The item as the service sends it: members sorted by name, absent values left out.
    var json: JSONText {
        if isWithheld { return .null }
        var members: [(String, JSONText)] = []
        func add(_ name: String, _ value: JSONText?) { value.map { members.append((name, $0)) } }
        if isDeleted {
            members = [("deleted", .bool(true)), ("id", .number(id))]
            add("parent", parent.map(JSONText.number))
            members += [("time", .number(time)), ("type", .string(kind))]
            return .object(members)
        }
        add("by", by.map(JSONText.string))
        if isDead { add("dead", .bool(true)) }
        add("descendants", descendants.map(JSONText.number))
        add("id", .number(id))
        if !kids.isEmpty { add("kids", .numbers(kids)) }
        add("parent", parent.map(JSONText.number))
        if !parts.isEmpty { add("parts", .numbers(parts)) }
        add("poll", poll.map(JSONText.number))
        add("score", score.map(JSONText.number))
        add("text", text.map(JSONText.string))
        add("time", .number(time))
        add("title", title.map { .string($0) })
        add("type", .string(kind))
        add("url", url.map(JSONText.string))
        return .object(members)
    }
}
