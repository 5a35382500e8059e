import ExperimentsCore

extension ValueDifference {
    /// Returns the parts of both values that a table shows: those in which they differ, so that both are never
    /// shortened to the same text.
    ///
    /// - Parameter columns: how many columns a cell has; what is cut off at its end is not looked at.
    package func excerpts(columns: Int) -> (old: String, new: String) {
        switch form {
        case .presence: (Self.head(old, columns), Self.head(new, columns))
        case .numbers: (old ?? "", new ?? "")
        case .texts: Self.excerpts(old ?? "", new ?? "", columns: columns)
        case .json(let difference):
            difference.changes.first.map { Self.excerpts($0, columns) }
                ?? (Self.head(old, columns), Self.head(new, columns))
        }
    }

    /// The start of a text that may be long.
    private static func head(_ text: String?, _ columns: Int) -> String { String((text ?? "").prefix(columns + 1)) }

    private static func excerpts(_ change: JSONDifference.Change, _ columns: Int) -> (old: String, new: String) {
        if change.kind == .moved {
            let path = Self.path(change, leaving: 9, columns)
            return (path + "at \(change.origin?.description ?? "")", path + "at \(change.path)")
        }
        let (old, new) = (change.old?.compactText, change.new?.compactText)
        let longest = max(old?.utf8.count ?? 0, new?.utf8.count ?? 0)
        let path = Self.path(change, leaving: longest, columns)
        guard let old, let new else {
            return (old.map { path + head($0, columns) } ?? "", new.map { path + head($0, columns) } ?? "")
        }
        let values = excerpts(old, new, columns: columns - path.count)
        return (path + values.old, path + values.new)
    }

    /// Where a change is, short enough to leave a value its columns, or half of a cell. The end of a path says more than
    /// its start.
    private static func path(_ change: JSONDifference.Change, leaving value: Int, _ columns: Int) -> String {
        let place = change.place
        let room = max(4, columns - min(value, columns / 2) - 2)
        return (place.count > room ? "…" + place.suffix(room - 1) : place) + ": "
    }

    /// Two texts from a little before the place where they part.
    private static func excerpts(_ old: String, _ new: String, columns: Int) -> (old: String, new: String) {
        let shared = zip(old.utf8, new.utf8).lazy.prefix { $0 == $1 }.reduce(0) { count, _ in count + 1 }
        let before = max(2, columns / 4)
        // As long as the place where they part is in the first half of the cell, the start stays.
        guard shared > columns / 2 else { return (head(old, columns), head(new, columns)) }
        func excerpt(_ text: String) -> String {
            var parting = text.utf8.index(text.startIndex, offsetBy: shared)
            // Down to the start of the character that the first differing byte is part of.
            while parting.samePosition(in: text) == nil { parting = text.utf8.index(before: parting) }
            let start = text.index(parting, offsetBy: -before, limitedBy: text.startIndex) ?? text.startIndex
            return "…" + text[start...].prefix(columns)
        }
        return (excerpt(old), excerpt(new))
    }
}
