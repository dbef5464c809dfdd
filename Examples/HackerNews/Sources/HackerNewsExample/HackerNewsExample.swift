import Foundation
import Freshet
import FreshetCombine
import HackerNews
import Support

@main @MainActor
enum HackerNewsExample {
    static func main() async throws {
        try await EmulatedServices.run { services in
            let hackerNews = Client(HackerNews(), transport: services.transport, cache: nil)
            // An app polls every few seconds. This example polls more often, so that it ends soon.
            let model = StoriesViewModel(hackerNews, every: .milliseconds(200))
            show("Top", try await model.$stories.nextValue(), services.now)

            model.indexEndpoint = 0
            show("New", try await model.$stories.nextValue(), services.now)

            // After three minutes the service has one more story, and the next poll returns it.
            services.pass(.seconds(180))
            let stories = try await model.$stories.nextValue()
            show("New, and \(model.newStories.count) of them since the last look", stories, services.now)
        }
    }

    static func show(_ title: String, _ stories: [HackerNews.Item], _ now: Date) {
        print("\n\(title)")
        for story in stories.prefix(5) {
            let minutes = story.time.map { "\(Int(now.timeIntervalSince($0)) / 60) min" } ?? "some time"
            print("  \(story.headline) (\(story.host ?? "text"), by \(story.by ?? "nobody"), \(minutes) ago)")
        }
    }
}
