public import Freshet

extension JSONPlaceholder {
    /// A query for the elements of a list, with filters, order and range.
    ///
    /// ```swift
    /// let query = JSONPlaceholder.ListQuery().filter("userId", 1).sorted(by: "title").page(1)
    /// let page = try await people.value(for: .page(JSONPlaceholder.Post.self, query))
    /// ```
    public struct ListQuery: Sendable, Hashable {
        var query = Query()

        /// Makes a query for all elements, in the service's order.
        public init() {}

        /// Returns a query for elements whose field has one of these values. Use dots for nested
        /// fields, as in `address.city`.
        public func filter(_ field: String, _ values: any QueryValue...) -> Self {
            adding { query in for value in values { query.append(field, value) } }
        }

        /// Returns a query for elements whose field doesn't have a value.
        public func filter(_ field: String, not value: any QueryValue) -> Self {
            adding { $0.append("\(field)_ne", value) }
        }

        /// Returns a query for elements whose field is between two values, inclusive.
        public func filter(_ field: String, from: (any QueryValue)? = nil, to: (any QueryValue)? = nil) -> Self {
            adding { query in
                query.append("\(field)_gte", from)
                query.append("\(field)_lte", to)
            }
        }

        /// Returns a query for elements whose field matches a regular expression, ignoring case.
        public func filter(_ field: String, like pattern: String) -> Self {
            adding { $0.append("\(field)_like", pattern) }
        }

        /// Returns a query for elements that contain a text in any field, ignoring case.
        public func containing(_ text: String) -> Self { adding { $0.append("q", text) } }

        /// Returns a query sorted by a field. Call it repeatedly to sort by further fields.
        public func sorted(by field: String, descending: Bool = false) -> Self {
            var copy = self
            copy.order.append(.init(field: field, isDescending: descending))
            return copy
        }

        /// Returns a query for one page, counted from 1.
        public func page(_ number: Int, size: Int = 10) -> Self {
            adding { query in
                query.append("_page", max(1, number))
                query.append("_limit", max(1, size))
            }
        }

        /// Returns a query for the elements at a range of positions, counted from 0.
        public func slice(_ range: Range<Int>) -> Self {
            adding { query in
                query.append("_start", range.lowerBound)
                query.append("_end", range.upperBound)
            }
        }

        /// Returns a query for the first elements.
        public func first(_ count: Int) -> Self { adding { $0.append("_limit", max(0, count)) } }

        private struct Order: Sendable, Hashable {
            let field: String
            let isDescending: Bool
        }

        private var order: [Order] = []

        /// The query including its order, which the service expects as two lists.
        var complete: Query {
            var query = query
            query.append("_sort", order.map(\.field).commaSeparated)
            query.append("_order", order.map { $0.isDescending ? "desc" : "asc" }.commaSeparated)
            return query
        }

        private func adding(_ change: (inout Query) -> Void) -> Self {
            var copy = self
            change(&copy.query)
            return copy
        }
    }

    /// A page of a list, with the total number of elements.
    public struct Page<Element: Resource>: Sendable, Hashable {
        /// The elements of the page.
        public let elements: [Element]
        /// The total number of matching elements; `nil` unless a page or a slice was requested.
        public let totalCount: Int?
        /// The absolute address of the next page; `nil` after the last one.
        public let next: String?
        /// The number of elements that couldn't be decoded.
        public let unreadableCount: Int
    }
}
