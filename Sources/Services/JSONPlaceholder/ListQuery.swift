public import FreshetCore

extension JSONPlaceholder {
    /// Which elements of a list are wanted, in which order and how many.
    public struct ListQuery: Sendable, Hashable {
        var query = Query()

        /// Everything, in the service's order.
        public init() {}

        /// Only elements whose field has one of these values. Dots reach inside: `address.city`.
        public func filter(_ field: String, _ values: any QueryValue...) -> Self {
            adding { query in for value in values { query.append(field, value) } }
        }

        /// Only elements whose field has another value.
        public func filter(_ field: String, not value: any QueryValue) -> Self {
            adding { $0.append("\(field)_ne", value) }
        }

        /// Only elements whose field lies between two values, both included.
        public func filter(_ field: String, from: (any QueryValue)? = nil, to: (any QueryValue)? = nil) -> Self {
            adding { query in
                query.append("\(field)_gte", from)
                query.append("\(field)_lte", to)
            }
        }

        /// Only elements whose field matches a regular expression, in whatever case.
        public func filter(_ field: String, like pattern: String) -> Self {
            adding { $0.append("\(field)_like", pattern) }
        }

        /// Only elements in which a text occurs anywhere, in whatever case.
        public func containing(_ text: String) -> Self { adding { $0.append("q", text) } }

        /// Sorted by a field; several in the order of the calls.
        public func sorted(by field: String, descending: Bool = false) -> Self {
            var copy = self
            copy.order.append(.init(field: field, isDescending: descending))
            return copy
        }

        /// One page, counted from 1.
        public func page(_ number: Int, size: Int = 10) -> Self {
            adding { query in
                query.append("_page", max(1, number))
                query.append("_limit", max(1, size))
            }
        }

        /// The elements at some positions, counted from 0.
        public func slice(_ range: Range<Int>) -> Self {
            adding { query in
                query.append("_start", range.lowerBound)
                query.append("_end", range.upperBound)
            }
        }

        /// The first elements only.
        public func first(_ count: Int) -> Self { adding { $0.append("_limit", max(0, count)) } }

        private struct Order: Sendable, Hashable {
            let field: String
            let isDescending: Bool
        }

        private var order: [Order] = []

        /// The query with the order, which the service wants as two lists.
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

    /// Some elements of a list, and how many there are in all.
    public struct Page<Element: Resource>: Sendable, Hashable {
        public let elements: [Element]
        /// How many elements match in all; `nil` where neither a page nor a slice was asked for.
        public let totalCount: Int?
        /// The address of the page behind this one; `nil` when it is the last, or the only one.
        public let next: String?
        /// How many elements could not be read.
        public let unreadableCount: Int
    }
}
