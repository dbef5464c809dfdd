import ArgumentParser
import ReaderModels

struct OpenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "open",
        abstract: "Open an item from the last list in the browser.",
        usage: """
            gazette open 3
            gazette open 3 --print
            """,
        discussion: """
            It prints the address, and opens it in a browser if there is one. The last list is the one that was \
            printed last, in any format.
            """
    )

    @Argument(help: "The item's number, as the list shows it in a terminal.")
    var number: Int

    @Flag(name: .customLong("print"), help: "Print the address without opening it.")
    var printsOnly = false

    func run() throws {
        guard let entries = LastList.load()?.entries, !entries.isEmpty else {
            throw Failure(.usage, "There is no list yet. Print one first, for example with: gazette headlines")
        }
        guard entries.indices.contains(number - 1) else {
            let count = entries.count == 1 ? "one item" : "\(entries.count) items"
            throw Failure(.usage, "The last list has \(count). Choose a number from 1 to \(entries.count).")
        }
        let entry = entries[number - 1]
        guard let address = entry.url, SettingName.Kind.isAddress(address) else {
            throw Failure(.usage, "“\(TerminalText.field(entry.title))” has no address that a browser can open.")
        }
        Output.print(TerminalText.field(address))
        if !printsOnly { Browser.open(address) }
    }
}
