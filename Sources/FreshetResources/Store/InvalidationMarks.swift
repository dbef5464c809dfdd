import Foundation
import FreshetCore

/// The times of invalidations, with which resources are compared when they are loaded into memory again.
struct InvalidationMarks: Sendable {
    struct Mark: Sendable, Hashable {
        let stamp: Stamp
        let date: Date
    }

    /// The maximum number of marks for requests, and for tags. Beyond it, or beyond 64 prefixes,
    /// everything counts as invalidated.
    private static let limit = 4096

    private var requests: [RequestIdentity: Mark] = [:]
    private var tags: [ResourceTag: Mark] = [:]
    private var prefixes: [String: Mark] = [:]
    private var everything: Mark?

    func mark(of identity: RequestIdentity, tags own: Set<ResourceTag>) -> Mark? {
        var marks = [everything, requests.isEmpty ? nil : requests[identity]]
        marks.append(mark(of: own))
        if !prefixes.isEmpty {
            let address = identity.address
            marks += prefixes.filter { address.hasPrefix($0.key) }.map(\.value)
        }
        return marks.compactMap(\.self).max { $0.stamp < $1.stamp }
    }

    func mark(of own: Set<ResourceTag>) -> Mark? {
        tags.isEmpty ? nil : own.compactMap { tags[$0] }.max { $0.stamp < $1.stamp }
    }

    /// Adds the invalidations of earlier processes.
    mutating func addEarlier(_ names: [String: Date], _ stamp: Stamp) {
        for (name, date) in names {
            let mark = Mark(stamp: stamp, date: date)
            if name.isEmpty {
                // A mark that this process has set is newer than one that was read.
                everything = everything ?? mark
            } else {
                let tag = ResourceTag(stored: name)
                tags[tag] = tags[tag] ?? mark
            }
        }
    }

    mutating func add(_ target: InvalidationTarget, _ mark: Mark) {
        switch target {
        case .all: everything = mark
        case .tag(let tag): tags[tag] = mark
        case .request(let identity): requests[identity] = mark
        case .prefix(let prefix): prefixes[prefix] = mark
        case .matching: break
        }
        guard max(requests.count, tags.count) > Self.limit || prefixes.count > 64 else { return }
        // Dropping single marks could show stale data as fresh. Marking everything only costs requests.
        self = InvalidationMarks()
        everything = mark
    }
}

enum InvalidationTarget: Sendable {
    case all
    case tag(ResourceTag)
    case request(RequestIdentity)
    case prefix(String)
    case matching(@Sendable (ResourceInfo) -> Bool)
}
