/// A run of text in the style of one role.
package struct Span: Sendable, Hashable {
    package let text: String
    package let role: Role

    package init(_ text: String, _ role: Role = .text) {
        self.text = text
        self.role = role
    }

    /// The columns that it takes.
    package var width: Int { DisplayText(text).width }
}

extension Span {
    /// The span on as many lines of at most `columns` columns as it needs; of at most `limit` of them.
    package func wrapped(to columns: Int, limit: Int) -> [[Span]] {
        DisplayText(text).wrapped(to: columns, limit: limit).map { [Span($0, role)] }
    }
}
