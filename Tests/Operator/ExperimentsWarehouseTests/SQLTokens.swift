import ExperimentsProject

/// The tokens of a statement, as the engine of a dialect reads them: what a name or a text contains is one token.
struct SQLTokens {
    enum Token: Hashable {
        case name(String)
        case text(String)
        case other(String)
        /// A quotation mark without its partner.
        case broken
    }

    private(set) var all: [Token] = []
    private let dialect: ProjectWarehouse.Dialect
    private var rest: Substring.UnicodeScalarView

    init(_ text: String, in dialect: ProjectWarehouse.Dialect) {
        self.dialect = dialect
        rest = text.unicodeScalars[...]
        while let first = rest.first {
            if first.properties.isWhitespace {
                rest.removeFirst()
            } else if starts("--") {
                rest = rest.drop { $0 != "\n" }
            } else {
                all.append(token(first))
            }
        }
    }

    /// The tokens without what is in names and texts.
    var shape: [String] {
        all.map { token in
            switch token {
            case .name: "name"
            case .text: "text"
            case .other(let word): word
            case .broken: "broken"
            }
        }
    }

    private func starts(_ text: String) -> Bool { rest.starts(with: text.unicodeScalars) }

    private mutating func token(_ first: Unicode.Scalar) -> Token {
        switch (first, dialect) {
        case ("'", .postgres), ("'", .sqlite), ("'", .duckdb):
            return quoted("'", hasEscapes: false).map { .text($0) } ?? .broken
        case ("'", _): return quoted("'", hasEscapes: true).map { .text($0) } ?? .broken
        case ("E", .postgres) where starts("E'"):
            rest.removeFirst()
            return quoted("'", hasEscapes: true).map { .text($0) } ?? .broken
        case ("\"", .clickhouse): return quoted("\"", hasEscapes: true).map { .name($0) } ?? .broken
        case ("\"", .bigquery): return quoted("\"", hasEscapes: true).map { .text($0) } ?? .broken
        case ("`", .bigquery): return quoted("`", hasEscapes: true).map { .name($0) } ?? .broken
        case ("\"", _): return quoted("\"", hasEscapes: false).map { .name($0) } ?? .broken
        default:
            let word = rest.prefix { $0 == "_" || $0.properties.isAlphabetic || ("0"..."9").contains($0) }
            let text = word.isEmpty ? String(first) : String(word)
            rest = rest.dropFirst(max(1, word.count))
            return .other(text)
        }
    }

    /// Returns what is between two marks; nil if the second one is missing.
    ///
    /// - Parameter hasEscapes: whether a backslash changes the meaning of what follows it.
    private mutating func quoted(_ mark: Unicode.Scalar, hasEscapes: Bool) -> String? {
        var content = String.UnicodeScalarView()
        rest.removeFirst()
        while let scalar = rest.popFirst() {
            if scalar == mark {
                guard rest.first == mark else { return String(content) }
                rest.removeFirst()
                content.append(mark)
            } else if hasEscapes, scalar == "\\" {
                guard let escaped = rest.popFirst() else { return nil }
                content.append(escaped == "n" ? "\n" : escaped == "r" ? "\r" : escaped)
            } else if dialect == .bigquery, scalar == "\n" || scalar == "\r" {
                return nil
            } else {
                content.append(scalar)
            }
        }
        return nil
    }
}
