import Foundation

/// Stores the elements that the user has read and saved, in the folder of the last list.
struct TUIMarksStore {
    private let file = StateFile(name: "reading.json")

    func load() -> TUIMarks {
        file.load(TUIMarks.self) ?? TUIMarks()
    }

    func save(_ marks: TUIMarks) {
        file.save(marks)
    }
}
