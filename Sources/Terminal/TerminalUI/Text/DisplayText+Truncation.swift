extension DisplayText {
    /// The text in at most `columns` columns. What does not fit gives way to `…`, or to `~` where only ASCII can be
    /// shown. A grapheme is kept whole or left out.
    package func truncated(to columns: Int, _ overflow: Overflow = .tail, ascii: Bool = false) -> String {
        guard columns > 0 else { return "" }
        if overflow == .clip || width(upTo: columns) <= columns { return cut(columns) }
        // One buffer for all of it: on a narrow screen a name in every row is cut.
        let end = overflow == .middle ? (columns - 1) / 2 : 0
        return cut(columns - 1 - end, ellipsis: ascii ? "~" : "…", last: end)
    }

    /// The first columns, something in between, and the last columns.
    private func cut(_ first: Int, ellipsis: StaticString = "", last: Int = 0) -> String {
        text.withGlyphReader { reader in
            var shown: [UInt8] = []
            // There may be far more room than text.
            shown.reserveCapacity(min(first, text.utf8.count) + ellipsis.utf8CodeUnitCount + last)
            reader.appendColumns(first, to: &shown)
            ellipsis.withUTF8Buffer { shown += $0 }
            reader.appendLastColumns(last, to: &shown)
            return String(decoding: shown, as: UTF8.self)
        }
    }
}

/// What happens to text that is wider than its place.
package enum Overflow: Sendable, Hashable, CaseIterable {
    /// Cut off without a sign.
    case clip

    /// The end is cut off and `…` stands there.
    case tail

    /// The middle gives way to `…`; start and end stay.
    case middle
}
