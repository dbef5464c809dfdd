import Foundation

/// How long ago something was, in two words at most.
enum RelativeTime {
    static func text(from date: Date, to now: Date) -> String {
        let seconds = Int(now.timeIntervalSince(date))
        return switch seconds {
        case ..<60: "now"
        case ..<3600: "\(seconds / 60) min"
        case ..<86_400: "\(seconds / 3600) h"
        case ..<(60 * 86_400): "\(seconds / 86_400) d"
        case ..<(730 * 86_400): "\(seconds / (30 * 86_400)) mo"
        default: "\(seconds / (365 * 86_400)) y"
        }
    }
}
