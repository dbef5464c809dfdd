// Written by "freshet service" from shop.yaml. Changes are overwritten.

public import Freshet

extension Request where API == Shop, Value == Void {
    /// Sends `GET /styles/{simple}/{label}/{matrix}`.
    public static func styles(
        simple: [String],
        label: [String],
        matrix: Shop.Facts,
        space: [String]? = nil,
        pipe: [String]? = nil,
        deep: Shop.Facts? = nil,
        facts: Shop.Facts? = nil,
        short: [Int]? = nil
    ) -> Self {
        var query: Query = [:]
        query.append("space", space?.queryTexts.joined(separator: " "))
        query.append("pipe", pipe?.queryTexts.joined(separator: "|"))
        query.append(Shop.Fields.deepObject("deep", deep))
        query.append(Shop.Fields.form(facts))
        query.append("short", short?.commaSeparated)
        return Request(
            RequestPath(
                """
                styles/\(Shop.PathText(texts: (simple).queryTexts, isList: true, style: .simple, explodes: false, name: "simple"))\
                /\(Shop.PathText(texts: (label).queryTexts, isList: true, style: .label, explodes: true, name: "label"))\
                /\(Shop.PathText(members: Shop.Fields.members(of: matrix), style: .matrix, explodes: true, name: "matrix"))
                """, template: "styles/{simple}/{label}/{matrix}"),
            query: query,
            reading: .nothing
        )
    }
}
