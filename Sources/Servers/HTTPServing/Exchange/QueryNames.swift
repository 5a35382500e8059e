import ExperimentsSupport

/// The items that the query of a request may have, so that a misspelt one is refused instead of ignored.
package struct QueryNames: Sendable, Hashable {
    private let names: [String]
    private let allowsOthers: Bool

    private init(_ names: [String], allowsOthers: Bool) {
        (self.names, self.allowsOthers) = (names, allowsOthers)
    }

    /// These items and no others.
    package static func only(_ names: String...) -> QueryNames { QueryNames(names, allowsOthers: false) }

    /// These items, and others that are not similar to one of them: clients of the protocol may send their own.
    package static func known(_ names: String...) -> QueryNames { QueryNames(names, allowsOthers: true) }

    /// An item that a query may not have.
    package struct Unknown: Sendable, Hashable {
        /// Its name.
        package let name: String
        /// The item that was probably meant.
        package let near: String?
        /// The items that the query may have.
        package let known: [String]

        /// What to write instead, in a sentence.
        package var hint: String {
            if let near { return "Did you mean \(near)?" }
            return known.isEmpty
                ? "The query must be empty." : "The query can have \(known.joined(separator: ", "))."
        }

        /// The sentences for whoever sent the request.
        package var message: String { "\(Quotation.of(name, limit: 60)) is not an item of this query. \(hint)" }
    }

    /// Returns the first item, in alphabetical order, that a query may not have.
    package func unknown(in query: [String: String]) -> Unknown? {
        for name in query.keys.sorted() where !names.contains(name) {
            let near = SpellingSuggestion.nearest(to: name, in: names)
            if near == nil, allowsOthers { continue }
            return Unknown(name: name, near: near, known: names)
        }
        return nil
    }
}
