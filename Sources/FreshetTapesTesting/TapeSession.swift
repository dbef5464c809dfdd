import Foundation
import Freshet
import FreshetCore
import FreshetTapes

/// The tape of a running test.
final class TapeSession: Sendable {
    @TaskLocal static var current: TapeSession?

    /// The recorders for the files recorded in this process.
    private static let recorders = Lock<[String: TapeRecorder]>([:])

    let transport: any Transport
    private let replay: ReplayTransport?
    private let recording: (recorder: TapeRecorder, file: URL)?

    init(_ trait: TapeTrait, _ mode: TapeMode, test: String) throws {
        let file = trait.file
        PrivateFile.removeDrafts(of: file)
        let isRecording =
            switch mode {
            case .replay, .live: false
            case .record: true
            case .once:
                Self.recorders.withLock { $0[file.path] != nil } || !FileManager.default.fileExists(atPath: file.path)
            }
        if isRecording {
            let recorder = Self.recorders.withLock { recorders in
                let recorder = recorders[file.path] ?? TapeRecorder(excluding: trait.rules.isExcluded)
                recorders[file.path] = recorder
                return recorder
            }
            recording = (recorder, file)
            replay = nil
            transport = recorder.transport(around: trait.live)
        } else if mode == .live {
            (recording, replay) = (nil, nil)
            transport = trait.live
        } else {
            recording = nil
            let replay = ReplayTransport(try Self.tape(at: file, test), rules: trait.rules, live: trait.live)
            self.replay = replay
            transport = replay
        }
    }

    /// The tape's time. After its first use, responses have their recorded dates.
    var time: TimeSource { replay?.time ?? .system }

    private static func tape(at file: URL, _ test: String) throws -> Tape {
        guard FileManager.default.fileExists(atPath: file.path) else {
            let name = test.prefix { $0 != "(" }
            throw TapeProblem(
                description: """
                    There is no tape \(file.path). Record it with:
                      FRESHET_TAPE=once swift test --filter \(name)
                    """)
        }
        do { return try Tape(contentsOf: file) } catch {
            throw TapeProblem(description: "The tape \(file.path) can't be read. \(error)")
        }
    }

    /// Writes the file if a tape was recorded.
    func end() throws {
        guard let (recorder, file) = recording else { return }
        try recorder.tape.write(to: file)
    }

    /// The entries that the replay hasn't served.
    var unservedEntries: [Tape.Entry] { replay?.unservedEntries ?? [] }

    /// Discards everything recorded in this process.
    static func forgetRecorders() { recorders.withLock { $0 = [:] } }
}
