import ExperimentsCore

/// Two values laid out for reading beside each other: rows of their parts, so short that a screen shows several.
package struct DifferencePage: Sendable {
    package struct Row: Sendable, Hashable {
        /// What is said before the values: the path and the kind of a change.
        package var heading: JSONDifference.Change?
        /// The parts of the first value that stand in this row; nil where it has nothing here.
        package var old: [TextDifference.Part]?
        package var new: [TextDifference.Part]?

        /// Whether the row is the same on both sides.
        package var isShared: Bool {
            guard heading == nil, let old, let new else { return false }
            return old.allSatisfy(\.isShared) && new.allSatisfy(\.isShared)
        }
    }

    package private(set) var rows: [Row] = []
    /// The first row of each change.
    package private(set) var changes: [Int] = []

    /// About how many letters a row has at most.
    private static let rowLength = 240

    /// The changes alone, one after the other, each under its path.
    package init(byPath difference: JSONDifference) {
        for change in difference.changes {
            changes.append(rows.count)
            rows.append(Row(heading: change))
            switch (change.old?.compactText, change.new?.compactText) {
            case (nil, nil): break
            case (let old?, let new?): add(TextDifference(old, new))
            case (let old, let new):
                func whole(_ text: String?) -> [TextDifference.Part] {
                    text.map { [TextDifference.Part(text: $0, isShared: false)] } ?? []
                }
                add(whole(old), whole(new))
            }
        }
    }

    /// Both values whole.
    package init(_ difference: ValueDifference) {
        let (old, new) = difference.comparable
        if old.utf8.contains(0x0A) || new.utf8.contains(0x0A) {
            addLines(LineDifference(old, new))
        } else {
            switch (difference.old, difference.new) {
            case (nil, nil): break
            case (nil, _): add([], [.init(text: new, isShared: false)])
            case (_, nil): add([.init(text: old, isShared: false)], [])
            default: add(TextDifference(old, new))
            }
        }
        changes = rows.indices.filter { !rows[$0].isShared && ($0 == 0 || rows[$0 - 1].isShared) }
    }

    private mutating func addLines(_ lines: LineDifference) {
        for row in lines.rows {
            switch (row.old.map(String.init), row.new.map(String.init)) {
            case (let old?, let new?) where row.hunk == nil:
                add([.init(text: old, isShared: true)], [.init(text: new, isShared: true)])
            case (let old?, let new?) where max(old.utf8.count, new.utf8.count) <= 4000: add(TextDifference(old, new))
            case (let old, let new):
                add(old.map { [.init(text: $0, isShared: false)] }, new.map { [.init(text: $0, isShared: false)] })
            }
        }
    }

    private mutating func add(_ difference: TextDifference) { add(difference.old, difference.new) }

    /// Breaks the parts into rows, shared ones at the same places.
    private mutating func add(_ old: [TextDifference.Part]?, _ new: [TextDifference.Part]?) {
        var row = Row(old: old == nil ? nil : [], new: new == nil ? nil : [])
        let blank = row
        var (olds, news) = ((old ?? [])[...], (new ?? [])[...])
        var length = 0
        func pieces(_ parts: inout ArraySlice<TextDifference.Part>, shared: Bool) -> [TextDifference.Part] {
            guard let part = parts.first, part.isShared == shared else { return [] }
            parts.removeFirst()
            return Self.pieces(of: part)
        }
        repeat {
            for isShared in [false, true] {
                let (one, other) = (pieces(&olds, shared: isShared), pieces(&news, shared: isShared))
                for place in 0..<max(one.count, other.count) {
                    if length >= Self.rowLength {
                        rows.append(row)
                        (row, length) = (blank, 0)
                    }
                    if place < one.count { row.old?.append(one[place]) }
                    if place < other.count { row.new?.append(other[place]) }
                    length += max(
                        place < one.count ? one[place].text.utf8.count : 0,
                        place < other.count ? other[place].text.utf8.count : 0)
                }
            }
        } while !olds.isEmpty || !news.isEmpty
        rows.append(row)
    }

    /// A part in pieces that fit a row, broken after blanks where there are some.
    private static func pieces(of part: TextDifference.Part) -> [TextDifference.Part] {
        var pieces: [TextDifference.Part] = []
        var rest = part.text[...]
        while rest.utf8.count > rowLength {
            let head = rest.prefix(rowLength)
            let end = head.lastIndex { $0.isWhitespace }.map(head.index(after:)) ?? head.endIndex
            pieces.append(.init(text: String(rest[..<end]), isShared: part.isShared))
            rest = rest[end...]
        }
        if !rest.isEmpty { pieces.append(.init(text: String(rest), isShared: part.isShared)) }
        return pieces
    }
}

/// Two values to be compared, where it matters in the background.
public struct DifferenceRequest: Sendable, Hashable {
    /// What the values are called: the name of their key.
    package let title: String
    /// What each side is called.
    package let sides: [String]
    package let old: String?
    package let new: String?

    package init(_ title: String, _ oldSide: String, _ old: String?, _ newSide: String, _ new: String?) {
        (self.title, sides, self.old, self.new) = (title, [oldSide, newSide], old, new)
    }

    /// Whether it is done between two frames.
    package var isQuick: Bool { (old?.utf8.count ?? 0) + (new?.utf8.count ?? 0) <= 1 << 14 }

    package func compared() -> ComparedValues {
        let difference = ValueDifference(old, new)
        var byPath: DifferencePage?
        if case .json(let changes) = difference.form { byPath = DifferencePage(byPath: changes) }
        return ComparedValues(
            request: self, difference: difference, byPath: byPath, whole: DifferencePage(difference))
    }
}

/// Two values that were compared.
public struct ComparedValues: Sendable {
    package let request: DifferenceRequest
    package let difference: ValueDifference
    /// The changes by path; nil where the values are no JSON.
    package let byPath: DifferencePage?
    package let whole: DifferencePage

    /// Both values as `diff -u` compares them.
    package var unified: String { difference.unified(request.title, request.sides) }

    /// The JSON Patch that makes the second value of the first one; nil where they are no JSON.
    package var patch: String? {
        guard case .json = difference.form, let old = difference.old.flatMap(ValueDifference.structure),
            let new = difference.new.flatMap(ValueDifference.structure)
        else { return nil }
        return JSONDifference.patch(old, new).prettyText
    }
}
