import ExperimentsCore

/// Two values laid out side by side: rows of their parts, short enough that a screen shows several.
package struct DifferencePage: Sendable {
    package struct Row: Sendable, Hashable {
        /// The heading above the values: the path and the kind of a change.
        package var heading: JSONDifference.Change?
        /// The parts of the first value in this row; nil if it has none here.
        package var old: [TextDifference.Part]?
        package var new: [TextDifference.Part]?

        /// Whether the row is the same on both sides.
        package var isShared: Bool {
            guard heading == nil, let old, let new else { return false }
            return old.allSatisfy(\.isShared) && new.allSatisfy(\.isShared)
        }
    }

    package let rows: DifferenceRows
    /// The first row of each change.
    package let changes: [Int]

    /// About how many letters a row has at most.
    private static let rowLength = 240
    /// The largest size of both values, in bytes, up to which they are compared word by word. Longer texts are not
    /// edited by people.
    private static let wordLimit = 1 << 17

    /// Creates a page with only the changes, each under its path.
    package init(byPath difference: JSONDifference) {
        let changes = difference.changes
        let rows = DifferenceRows(changes.count) { place in
            let change = changes[place]
            let isShort = [change.old, change.new].allSatisfy { $0?.isShort(within: Self.rowLength) ?? true }
            return isShort
                ? .short(change.old == nil && change.new == nil ? 1 : 2) : .long(Self.laidOut(change))
        } blocks: {
            Self.block(changes[$0])
        }
        self.rows = rows
        self.changes = changes.indices.map(rows.start(ofBlock:))
    }

    private static func block(_ change: JSONDifference.Change) -> DifferenceRows.Block {
        .init(heading: change, old: change.old?.compactText, new: change.new?.compactText)
    }

    private static func laidOut(_ change: JSONDifference.Change) -> [Row] {
        [Row(heading: change)] + rows(change.old?.compactText, change.new?.compactText)
    }

    /// Creates a page with both whole values.
    ///
    /// - Parameters:
    ///   - difference: the values.
    ///   - lines: their differences line by line.
    init(_ difference: ValueDifference, _ lines: LineDifference) {
        guard lines.rows.count > 1 else {
            // Use single lines only.
            let rows =
                difference.old == nil && difference.new == nil
                ? [] : Self.rows(difference.old, difference.new)
            self.rows = DifferenceRows(1) { _ in
                .long(rows)
            } blocks: { _ in
                .init()
            }
            changes = rows.indices.filter { !rows[$0].isShared && ($0 == 0 || rows[$0 - 1].isShared) }
            return
        }
        let all = lines.rows
        let rows = DifferenceRows(all.count) { place in
            let row = all[place]
            let isShort = max(row.old?.utf8.count ?? 0, row.new?.utf8.count ?? 0) <= Self.rowLength
            return isShort ? .short(1) : .long(Self.rows(row))
        } blocks: { place in
            let row = all[place]
            return .init(
                old: row.old.map(String.init), new: row.new.map(String.init), isShared: row.hunk == nil)
        }
        self.rows = rows
        changes = lines.hunks.map { rows.start(ofBlock: $0.lowerBound) }
    }

    private static func rows(_ line: LineDifference.Row) -> [Row] {
        let (old, new) = (line.old.map(String.init), line.new.map(String.init))
        guard line.hunk == nil else { return rows(old, new) }
        func whole(_ text: String?) -> [TextDifference.Part]? {
            text.map { [.init(text: $0, isShared: true)] }
        }
        return rows(of: whole(old), whole(new))
    }

    /// Returns the rows of two texts.
    private static func rows(_ old: String?, _ new: String?) -> [Row] {
        if let old, let new, old.utf8.count + new.utf8.count <= wordLimit {
            let difference = TextDifference(old, new)
            return rows(of: difference.old, difference.new)
        }
        func whole(_ text: String?) -> [TextDifference.Part]? {
            text.map { [.init(text: $0, isShared: false)] }
        }
        return rows(of: whole(old), whole(new))
    }

    /// Breaks the parts into rows, shared ones at the same places.
    private static func rows(of old: [TextDifference.Part]?, _ new: [TextDifference.Part]?) -> [Row] {
        var rows: [Row] = []
        var row = Row(old: old == nil ? nil : [], new: new == nil ? nil : [])
        let blank = row
        var (olds, news) = ((old ?? [])[...], (new ?? [])[...])
        var length = 0
        func pieces(_ parts: inout ArraySlice<TextDifference.Part>, shared: Bool) -> [TextDifference.Part] {
            guard let part = parts.first, part.isShared == shared else { return [] }
            parts.removeFirst()
            return self.pieces(of: part)
        }
        repeat {
            for isShared in [false, true] {
                let (one, other) = (pieces(&olds, shared: isShared), pieces(&news, shared: isShared))
                for place in 0..<max(one.count, other.count) {
                    if length >= rowLength {
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
        return rows + [row]
    }

    /// Returns a part in pieces that fit a row, broken after blanks if there are any.
    private static func pieces(of part: TextDifference.Part) -> [TextDifference.Part] {
        var pieces: [TextDifference.Part] = []
        var rest = part.text[...]
        while rest.utf8.count > rowLength {
            var end = rest.utf8.index(rest.startIndex, offsetBy: rowLength)
            if let blank = rest[..<end].utf8.lastIndex(of: UInt8(ascii: " ")) {
                end = rest.utf8.index(after: blank)
            }
            // Down to the start of a character, unless that one is as long as a row.
            while end > rest.startIndex, end.samePosition(in: part.text) == nil {
                end = rest.utf8.index(before: end)
            }
            if end == rest.startIndex { end = rest.index(after: end) }
            pieces.append(.init(text: String(rest[..<end]), isShared: part.isShared))
            rest = rest[end...]
        }
        if !rest.isEmpty { pieces.append(.init(text: String(rest), isShared: part.isShared)) }
        return pieces
    }
}

extension JSONValue {
    /// Whether it takes few bytes when it is written without blanks; characters that are escaped count once.
    fileprivate func isShort(within limit: Int) -> Bool {
        var left = limit
        take(from: &left)
        return left >= 0
    }

    private func take(from left: inout Int) {
        switch self {
        case .null, .bool: left -= 5
        case .number(let text), .string(let text): left -= text.utf8.count + 2
        case .array(let elements):
            left -= 2 + elements.count
            for element in elements where left >= 0 { element.take(from: &left) }
        case .object(let object):
            left -= 2 + object.members.count
            for member in object.members where left >= 0 {
                left -= member.name.utf8.count + 3
                member.value.take(from: &left)
            }
        }
    }
}

extension DifferenceRequest {
    /// Compares the current overrides with those of a profile. Who set them, and when, is ignored, because it always
    /// differs.
    package init(_ overrides: OverrideSet, and profile: OverrideProfile) {
        self.init(
            "profile \(profile.name)", oldSide: "overrides now", old: Self.text(of: overrides),
            newSide: "profile",
            new: Self.text(of: profile.overrides))
    }

    private static func text(of overrides: OverrideSet) -> String {
        var members = JSONObject()
        for name in overrides.names {
            guard let override = overrides[name] else { continue }
            var entry = JSONObject()
            entry["value"] = .string(override.value)
            if !override.isEnabled { entry["enabled"] = false }
            entry["note"] = override.note.map(JSONValue.string)
            let end = OverrideExpiry(of: override).text
            if !end.isEmpty { entry["ends"] = .string(end) }
            members[name] = .object(entry)
        }
        return JSONValue.object(members).compactText
    }
}
