import FuzzInput

@testable import FreshetHTTP

/// Fuzzes the parser of `Link` fields: a link that is written again must read the same.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = FuzzInput(bytes, count)
    let links = LinkField.links(in: input.text)
    for link in links {
        check(!link.reference.contains(">"), link.reference)
        for parameter in link.parameters {
            check(!parameter.name.isEmpty && parameter.name == parameter.name.lowercased(), parameter.name)
        }
        for relation in link.relations {
            check(!relation.isEmpty && relation == relation.lowercased() && !relation.contains(" "), relation)
        }
    }
    let again = LinkField.links(in: links.map(text(of:)).joined(separator: ", "))
    check(again == links, "\(links) is read again as \(again)")
    return 0
}

/// Returns the text of a link with all of its parameters, quoted.
private func text(of link: LinkField.Link) -> String {
    link.parameters.reduce("<\(link.reference)>") { text, parameter in
        var value = ""
        for scalar in parameter.value.unicodeScalars {
            if scalar == "\"" || scalar == "\\" { value.unicodeScalars.append("\\") }
            value.unicodeScalars.append(scalar)
        }
        return text + "; \(parameter.name)=\"\(value)\""
    }
}
