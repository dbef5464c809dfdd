/// The details of a single element, printed for a person or for a program.
struct Details {
    /// A section: facts and texts first, then lists.
    enum Part {
        /// A name and a value, on one line.
        case fact(String, String?)
        /// A text that is folded to the width of the terminal.
        case text(String, String?)
        /// A heading with lines below.
        case list(String, [String])
    }

    let title: String
    let parts: [Part]

    /// One fact per line, name and value separated by a tab, not shortened; a list's name precedes each of its lines.
    func records(for terminal: Terminal) -> [String] {
        func record(_ name: String, _ value: String) -> String {
            "\(terminal.styled(name.lowercased(), .dim))\t\(TerminalText.field(value))"
        }
        return [record("title", title)]
            + parts.flatMap { part -> [String] in
                switch part {
                case .fact(let name, let value?), .text(let name, let value?): [record(name, value)]
                case .list(let name, let lines): lines.map { record(name, $0) }
                case .fact(_, nil), .text(_, nil): []
                }
            }
    }

    func lines(for terminal: Terminal) -> [String] {
        func bold(_ text: String) -> String { terminal.styled(text, .bold) }
        let width = min(terminal.width, 100)
        var lines = TerminalText.wrapped(TerminalText.field(title), to: width).map(bold)
        let names = parts.compactMap { part -> String? in
            if case .fact(let name, .some) = part { return name }
            return nil
        }
        let margin = (names.map(TerminalText.width).max() ?? 0) + 2
        for part in parts {
            switch part {
            case .fact(let name, let value?):
                let text = wrapped(value, to: max(12, width - margin), for: terminal)
                let first = TerminalText.fitted(name, to: margin) + (text.first ?? "")
                lines.append(first)
                lines += text.dropFirst().map { String(repeating: " ", count: margin) + $0 }
            case .text(let name, let value?):
                lines += ["", bold(name)]
                for paragraph in value.split(separator: "\n") {
                    lines += wrapped(String(paragraph), to: width, for: terminal)
                }
            case .list(let name, let entries):
                if entries.isEmpty { continue }
                lines += ["", bold(name)]
                for entry in entries {
                    let text = wrapped(entry, to: max(12, width - 4), for: terminal)
                    lines += text.enumerated().map { ($0.offset == 0 ? "  " : "    ") + $0.element }
                }
            case .fact(_, nil), .text(_, nil):
                continue
            }
        }
        return lines
    }

    /// Returns a text in wrapped lines; an address gets a line of its own, which links to it.
    private func wrapped(_ text: String, to width: Int, for terminal: Terminal) -> [String] {
        TerminalText.wrapped(TerminalText.field(text), to: width, wholeAddresses: true).map { line in
            line.wholeMatch(of: /https?:\/\/[^ ]+/) == nil ? line : terminal.linked(line, to: line)
        }
    }
}

extension Output {
    /// Writes a single element as text or as JSON, there as an array of one element.
    static func write<Record: Encodable>(_ details: Details, record: Record, _ options: OutputOptions) throws {
        let terminal = options.terminal
        if options.json {
            print(try JSONText.of([record]))
        } else {
            if terminal.isInteractive { return show(details.lines(for: terminal), options) }
            print(details.records(for: terminal).joined(separator: "\n"))
        }
    }
}
