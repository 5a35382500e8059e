import ExperimentsCore
import ExperimentsSupport

/// The rows of a page. Rows of short values are created when they are shown, because a screen shows only twenty of ten
/// thousand. Long values are laid out in advance, because the number of their rows is not known otherwise.
package struct DifferenceRows: RandomAccessCollection, Sendable {
    /// The rows that belong together: a change by path, or a line of each value.
    struct Block {
        /// The heading in a separate row above the values.
        var heading: JSONDifference.Change?
        /// Both values; nil if there is none.
        var old: String?
        var new: String?
        /// Whether both are known to be the same.
        var isShared = false

        /// The number of rows if each value fits one.
        var rowCount: Int { (heading == nil ? 0 : 1) + (old == nil && new == nil ? 0 : 1) }
    }

    private let blocks: @Sendable (Int) -> Block
    /// The first row of each block, and the end of the last one.
    private let starts: [Int]
    /// The rows of long blocks.
    private let laidOut: [Int: [DifferencePage.Row]]

    package let endIndex: Int
    package var startIndex: Int { 0 }

    /// - Parameters:
    ///   - count: the number of blocks.
    ///   - rows: returns the number of rows of a block, or all of its rows.
    ///   - blocks: creates a block.
    init(_ count: Int, rows: (Int) -> Layout, blocks: @escaping @Sendable (Int) -> Block) {
        var (starts, end): ([Int], Int) = ([], 0)
        var laidOut: [Int: [DifferencePage.Row]] = [:]
        starts.reserveCapacity(count)
        for block in 0..<count {
            starts.append(end)
            switch rows(block) {
            case .short(let count): end += count
            case .long(let rows):
                laidOut[block] = rows
                end += rows.count
            }
        }
        (self.blocks, self.starts, self.laidOut, endIndex) = (blocks, starts, laidOut, end)
    }

    /// The layout of a block.
    enum Layout {
        /// This number of rows, which are created when needed.
        case short(Int)
        case long([DifferencePage.Row])
    }

    /// Returns the first row of a block.
    func start(ofBlock block: Int) -> Int { starts[block] }

    package subscript(place: Int) -> DifferencePage.Row {
        let number = block(at: place)
        if let rows = laidOut[number] { return rows[place - starts[number]] }
        let block = blocks(number)
        if let heading = block.heading, place == starts[number] {
            return DifferencePage.Row(heading: heading)
        }
        return DifferencePage.Row(block)
    }

    /// Returns the last block that begins at a row or before it.
    private func block(at row: Int) -> Int { starts.partitioningIndex { $0 > row } - 1 }

    /// Returns the rows whose texts match: a path, or the values of both sides.
    package func places(where matches: (_ path: String?, _ values: [String]) -> Bool) -> [Int] {
        var places: [Int] = []
        for number in starts.indices {
            let start = starts[number]
            if let rows = laidOut[number] {
                for (place, row) in rows.enumerated() where matches(row.heading?.place, row.texts) {
                    places.append(start + place)
                }
                continue
            }
            let block = blocks(number)
            if let heading = block.heading, matches(heading.place, []) { places.append(start) }
            let values = [block.old, block.new].compactMap(\.self)
            if !values.isEmpty, matches(nil, values) { places.append(start + block.rowCount - 1) }
        }
        return places
    }
}

extension DifferencePage.Row {
    /// Creates the values of a short block.
    fileprivate init(_ block: DifferenceRows.Block) {
        func whole(_ text: String?) -> [TextDifference.Part]? {
            text.map { $0.isEmpty ? [] : [TextDifference.Part(text: $0, isShared: block.isShared)] }
        }
        guard !block.isShared, let old = block.old, let new = block.new else {
            self.init(old: whole(block.old), new: whole(block.new))
            return
        }
        let difference = TextDifference(old, new)
        self.init(old: difference.old, new: difference.new)
    }

    /// The values of both sides.
    fileprivate var texts: [String] {
        [old, new].compactMap { parts in parts.map { $0.map(\.text).joined() } }
    }
}

extension ValueDifference {
    /// Returns the parts of both values for a table: those in which they differ, so that both are never shortened to
    /// the same text.
    ///
    /// - Parameter columns: the number of columns of a cell; anything beyond is not compared.
    package func excerpts(columns: Int) -> (old: String, new: String) {
        Self.distinct(excerpts(of: form, columns))
    }

    private func excerpts(of form: Form, _ columns: Int) -> (old: String, new: String) {
        switch form {
        case .presence: (Self.head(old, columns), Self.head(new, columns))
        case .numbers: (old ?? "", new ?? "")
        case .texts: Self.excerpts(old ?? "", new ?? "", columns: columns)
        case .json(let difference):
            difference.changes.first.map { Self.excerpts($0, columns) }
                ?? (Self.head(old, columns), Self.head(new, columns))
        }
    }

    /// Returns the parts in which both values differ, for one line. The path of a change in JSON is returned
    /// separately, because it is the same for both.
    ///
    /// - Parameter columns: the number of columns for everything.
    package func partsOfLine(columns: Int) -> (place: String, old: String, new: String) {
        guard case .json(let difference) = form, let change = difference.changes.first, change.kind != .moved
        else {
            let isText = if case .texts = form { true } else { false }
            let values =
                isText
                ? Self.excerpts(old ?? "", new ?? "", columns: columns / 2, upTo: columns)
                : excerpts(columns: columns / 2)
            let shown = Self.distinct(values)
            return ("", shown.old, shown.new)
        }
        let (old, new) = (change.old?.compactText ?? "nothing", change.new?.compactText ?? "nothing")
        let path = Self.path(change, leaving: old.utf8.count + new.utf8.count, columns)
        let values = Self.excerpts(old, new, columns: (columns - path.count) / 2, upTo: columns)
        let shown = Self.distinct(values)
        return (path, shown.old, shown.new)
    }

    /// Returns two texts in forms that differ visibly: of texts that only look the same, the characters with other code points
    /// are written out, as `caf\u{e9}` and `cafe\u{301}`.
    private static func distinct(_ texts: (old: String, new: String)) -> (old: String, new: String) {
        guard texts.old.looksLike(texts.new) else { return texts }
        func writtenOut(_ text: String, unlike other: String) -> String {
            var result = ""
            for (character, counterpart) in zip(text, other) {
                let isSame = String(character).isExactly(String(counterpart))
                for scalar in character.unicodeScalars {
                    let isWritten = !isSame && !scalar.isASCII
                    result += isWritten ? "\\u{" + String(scalar.value, radix: 16) + "}" : String(scalar)
                }
            }
            return result
        }
        return (writtenOut(texts.old, unlike: texts.new), writtenOut(texts.new, unlike: texts.old))
    }

    /// Returns the start of a text that may be long.
    private static func head(_ text: String?, _ columns: Int) -> String {
        String((text ?? "").prefix(columns + 1))
    }

    private static func excerpts(_ change: JSONDifference.Change, _ columns: Int) -> (
        old: String, new: String
    ) {
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

    /// Returns the path of a change, shortened to leave columns for a value, or to half of a cell. The end of a path is
    /// more informative than its start.
    private static func path(_ change: JSONDifference.Change, leaving value: Int, _ columns: Int) -> String {
        let place = change.place
        let room = max(4, columns - min(value, columns / 2) - 2)
        return (place.count > room ? "…" + place.suffix(room - 1) : place) + ": "
    }

    /// Returns both texts, from a little before their first difference.
    ///
    /// - Parameters:
    ///   - columns: the number of columns for each if both are long.
    ///   - limit: the number of columns for one if the other is short; nil for no limit.
    private static func excerpts(
        _ old: String, _ new: String, columns: Int, upTo limit: Int? = nil
    ) -> (old: String, new: String) {
        let longest = limit ?? columns
        let shared = zip(old.utf8, new.utf8).lazy.prefix { $0 == $1 }.reduce(0) { count, _ in count + 1 }
        // Of a few columns, the difference and an ellipsis at both sides take three.
        let before = min(max(2, columns / 4), max(0, columns - 3))
        // If the first difference is in the first half of the cell, the start is shown.
        guard shared > columns / 2 else { return (head(old, longest), head(new, longest)) }
        func excerpt(_ text: String) -> String {
            // What fits is never cut.
            if limit == nil, text.utf8.count <= columns { return text }
            var parting = text.utf8.index(text.startIndex, offsetBy: shared)
            // Down to the start of the character that the first differing byte is part of.
            while parting.samePosition(in: text) == nil { parting = text.utf8.index(before: parting) }
            let start = text.index(parting, offsetBy: -before, limitedBy: text.startIndex) ?? text.startIndex
            return "…" + text[start...].prefix(longest)
        }
        return (excerpt(old), excerpt(new))
    }
}
