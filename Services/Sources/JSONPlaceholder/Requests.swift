import Foundation
public import Freshet
import FreshetLenientJSON

extension Request where API == JSONPlaceholder, Value: Collection, Value.Element: JSONPlaceholder.Resource {
    /// Requests the elements of a list that match a query. Invalid elements are left out.
    public static func all<Element: JSONPlaceholder.Resource>(
        _ type: Element.Type = Element.self, _ query: JSONPlaceholder.ListQuery = .init()
    ) -> Self where Value == [Element] {
        Request<JSONPlaceholder, LossyArray<Element>>(
            RequestPath(Element.path, template: Element.path), query: query.complete
        ).map(\.elements)
    }

    /// Requests the elements that belong to an element of another list, such as an album's photos.
    ///
    /// If the parent doesn't exist, the service returns an empty list.
    public static func all<Element: JSONPlaceholder.Resource, Parent: JSONPlaceholder.Resource>(
        _ type: Element.Type = Element.self, of parent: Parent.Type, _ id: Int
    ) -> Self where Value == [Element] {
        Request<JSONPlaceholder, LossyArray<Element>>(
            RequestPath("\(Parent.path)/\(id)/\(Element.path)", template: "\(Parent.path)/{id}/\(Element.path)")
        ).map(\.elements)
    }
}

extension Request where API == JSONPlaceholder {
    /// Requests a page or a slice of a list, with the total number of elements.
    public static func page<Element: JSONPlaceholder.Resource>(
        _ type: Element.Type = Element.self, _ query: JSONPlaceholder.ListQuery
    ) -> Self where Value == JSONPlaceholder.Page<Element> {
        Request(RequestPath(Element.path, template: Element.path), query: query.complete, reading: .page()).named(
            "page")
    }

    /// Requests the page after another one.
    public static func page<Element: JSONPlaceholder.Resource>(after page: JSONPlaceholder.Page<Element>) -> Self?
    where Value == JSONPlaceholder.Page<Element> {
        // The link contains the service's internal host, usually with http, so only its query is used.
        guard let query = page.next.flatMap({ AddressText.url($0)?.query(percentEncoded: true) }) else { return nil }
        let path = "\(Element.path)?\(query)"
        return Request(RequestPath(path, template: Element.path), reading: .page()).named("page")
    }
}

extension Request where API == JSONPlaceholder, Value: JSONPlaceholder.Resource {
    /// Requests one element. If it doesn't exist, the service responds with 404.
    public static func one(_ type: Value.Type = Value.self, _ id: Int) -> Self {
        Request(.one(Value.self, id))
    }

    /// Creates an element. The response is the element with its new id.
    public static func create(_ element: Value) -> Self {
        Request(RequestPath(Value.path, template: Value.path), method: .post, body: .json(element))
    }

    /// Replaces an element with another one that has the same id.
    public static func replace(_ element: Value) -> Self {
        Request(.one(Value.self, element.id), method: .put, body: .json(element))
    }

    /// Changes some fields of an element. The response is the complete element.
    public static func update(
        _ type: Value.Type = Value.self, _ id: Int, _ changes: some Encodable & Sendable
    ) -> Self {
        Request(.one(Value.self, id), method: .patch, body: .json(changes))
    }
}

extension Request where API == JSONPlaceholder, Value == Void {
    /// Deletes an element.
    public static func delete<Element: JSONPlaceholder.Resource>(_ type: Element.Type, _ id: Int) -> Self {
        Request(.one(Element.self, id), method: .delete, reading: .nothing)
    }
}

extension ResponseReading where API == JSONPlaceholder {
    fileprivate static func page<Element>() -> Self where Value == JSONPlaceholder.Page<Element> {
        ResponseReading { response, service in
            let elements = try service.decode(LossyArray<Element>.self, from: response.value)
            return JSONPlaceholder.Page(
                elements: elements.elements, totalCount: response.head.headerFields[.totalCount].flatMap { Int($0) },
                // An empty reference resolves to the page itself, which isn't a next page.
                next: response.links["next"].flatMap { $0 == response.url.text ? nil : $0 },
                unreadableCount: elements.skippedCount)
        }
    }
}

extension HTTPField.Name {
    // swift-format-ignore: NeverForceUnwrap
    fileprivate static let totalCount = HTTPField.Name("X-Total-Count")!
}

extension RequestPath {
    /// Returns the path of one element.
    fileprivate static func one<Element: JSONPlaceholder.Resource>(_ type: Element.Type, _ id: Int) -> RequestPath {
        RequestPath("\(Element.path)/\(id)", template: "\(Element.path)/{id}")
    }
}
