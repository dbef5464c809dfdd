/// Formats a waiting time as text.
public enum WaitText {
    /// Returns a number of seconds in a suitable unit, rounded up: "45 s", "12 min", "3 h".
    public static func text(of seconds: Int) -> String {
        switch seconds {
        case ..<120: "\(seconds) s"
        case ..<7200: "\(rounded(seconds, by: 60)) min"
        default: "\(rounded(seconds, by: 3600)) h"
        }
    }

    private static func rounded(_ seconds: Int, by unit: Int) -> Int { (seconds - 1) / unit + 1 }
}
