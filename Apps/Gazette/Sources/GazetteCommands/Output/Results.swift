import ArgumentParser

/// Writes a list of records as a table, as tab-separated lines or as JSON.
struct Results<Record: Encodable> {
    let records: [Record]
    let table: Table
    /// The note that is printed without results.
    let emptyNote: String
    /// The elements for later commands; `nil` for the rows with their addresses, if a row has one.
    var entries: [LastList.Entry]?

    func write(_ options: OutputOptions) throws {
        let terminal = options.terminal
        let entries = entries ?? (table.isOpenable ? table.entries : nil)
        if options.json {
            Output.print(try JSONText.of(records))
        } else if terminal.isInteractive {
            if !records.isEmpty {
                Output.show(table.lines(for: terminal, numbered: entries != nil), options)
            }
        } else if !records.isEmpty {
            Output.print(table.records(for: terminal).joined(separator: "\n"))
        }
        if records.isEmpty { Output.note(emptyNote) }
        if let entries { LastList(entries).save() }
    }
}

extension Table {
    /// The rows with their addresses, for `gazette open`.
    fileprivate var entries: [LastList.Entry] {
        rows.map { .init(title: $0.first?.text ?? "", url: $0.first?.link) }
    }
}

/// How results are written; the same for every command.
struct OutputOptions: ParsableArguments {
    @Flag(help: "Print only a JSON array.")
    var json = false

    @Flag(name: .customLong("no-color"), help: "Print without colour, as if NO_COLOR were set.")
    var noColor = false

    @Flag(name: .customLong("no-pager"), help: "Print long output directly, without a pager.")
    var noPager = false

    var terminal: Terminal { noColor ? Terminal.standardOutput.plain : Terminal.standardOutput }

    /// Whether the output is for a person: text on a terminal.
    var isForReading: Bool { terminal.isInteractive && !json }
}
