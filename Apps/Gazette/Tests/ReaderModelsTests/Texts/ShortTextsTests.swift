import Foundation
import ReaderModels
import Testing

struct ShortTextsTests {
    @Test(
        "Score bands",
        arguments: [
            (0, ScoreBand.red), (39, .red), (40, .orange), (59, .orange), (60, .yellow), (74, .yellow), (75, .green),
            (100, .green),
        ])
    func bands(percent: Int, band: ScoreBand) {
        #expect(ScoreBand(percent: percent) == band)
    }

    @Test(
        "Initials",
        arguments: [
            ("The Harbour Times", "HT"), ("CNN", "C"), ("the", "T"), ("", ""), ("a b c", "BC"), ("élan-vital", "ÉV"),
            ("4chan News", "4N"), ("—", ""),
        ])
    func initials(name: String, initials: String) {
        #expect(Initials.of(name) == initials)
    }

    @Test(
        "Relative times",
        arguments: [
            (-60, "now"), (59, "now"), (60, "1 min"), (3599, "59 min"), (3600, "1 h"), (86_399, "23 h"),
            (86_400, "1 d"), (5_097_600, "59 d"), (5_184_000, "2 mo"), (62_985_600, "24 mo"), (63_072_000, "2 y"),
        ])
    func relativeTime(seconds: Int, text: String) {
        let now = Date(timeIntervalSince1970: 1_700_000_000)
        #expect(RelativeTime.text(from: now.addingTimeInterval(TimeInterval(-seconds)), to: now) == text)
    }

    @Test func aBadgeHasTheHourAndMinuteOfItsZone() throws {
        let date = Date(timeIntervalSince1970: 1_175_714_200)
        #expect(RelativeTime.badge(date, in: .gmt) == "19:16")
        #expect(RelativeTime.badge(Date(timeIntervalSince1970: 5 * 60), in: .gmt) == "0:05")
        #expect(RelativeTime.badge(date, in: try #require(TimeZone(secondsFromGMT: 5 * 3600))) == "0:16")
    }

    @Test func postersHaveOneShapeInThreeSizes() {
        #expect([PosterFrame.small, .medium, .big].map(\.width) == [53, 100, 250])
        #expect([PosterFrame.small, .medium, .big].map(\.height) == [80, 150, 375])
        #expect(PosterFrame.cornerRadius == 5 && PosterFrame.opacityWhileLoading == 0.1)
    }
}
