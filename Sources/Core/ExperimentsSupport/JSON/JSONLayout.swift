/// Changes the text of a JSON document so that only the differences are written again. Everything else keeps its
/// spaces, line breaks, order, escapes and comments.
package struct JSONLayout {
    /// The text as it is parsed: with spaces in place of comments.
    private let bytes: [UInt8]
    private let hasComments: Bool
    private let style: Style
    /// The replacements so far, in no order. They do not overlap.
    private var edits: [(range: Range<Int>, text: String)] = []

    /// Returns the text that means `value` with the layout of `text`; nil if `text` is not JSON, with or without comments.
    package static func rewriting(_ text: [UInt8], as value: JSONValue) -> [UInt8]? {
        let bytes = JSONComments.blanked(text)
        guard let old = try? JSONValue(parsing: bytes) else { return nil }
        let root = JSONSpan(of: bytes)
        var layout = JSONLayout(bytes: bytes, hasComments: bytes != text, style: Style(of: root, in: bytes))
        layout.rewrite(root, from: old, to: value, indent: "")
        let result = layout.rewritten(text)
        // A text with two members of the same name, for example, cannot be rewritten in place.
        guard let read = try? JSONValue(parsing: JSONComments.blanked(result)), read.means(value) else {
            return nil
        }
        return result
    }

    private init(bytes: [UInt8], hasComments: Bool, style: Style) {
        (self.bytes, self.hasComments, self.style) = (bytes, hasComments, style)
    }

    private func rewritten(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var position = 0
        let ordered = edits.enumerated().sorted { first, second in
            let (one, other) = (first.element.range, second.element.range)
            return (one.lowerBound, one.upperBound, first.offset) < (
                other.lowerBound, other.upperBound, second.offset
            )
        }
        for (_, edit) in ordered {
            result += bytes[position..<max(position, edit.range.lowerBound)]
            result += edit.text.utf8
            position = max(position, edit.range.upperBound)
        }
        return result + bytes[position...]
    }

    /// - Parameter indent: the spaces at the start of the line on which the value begins.
    private mutating func rewrite(_ span: JSONSpan, from old: JSONValue, to new: JSONValue, indent: String) {
        guard !old.means(new) else { return }
        switch (old, new) {
        case (.object(let old), .object(let new)):
            let kept = new.valuesByName
            if span.items.contains(where: { kept[$0.name] != nil }) {
                return rewrite(span, members: old.valuesByName, new, indent: indent)
            }
        case (.array(let old), .array(let new)):
            if !old.isEmpty, !new.isEmpty { return rewrite(span, elements: old, new, indent: indent) }
        default: break
        }
        edits.append((span.range, style.text(new, isBroken: isBroken(span), indent: indent)))
    }

    private mutating func rewrite(
        _ span: JSONSpan, members old: ExactDictionary<JSONValue>, _ new: JSONObject, indent: String
    ) {
        let wanted = new.valuesByName
        let kept = span.items.indices.filter { wanted[span.items[$0].name] != nil }
        for index in kept {
            let item = span.items[index]
            guard let before = old[item.name], let after = wanted[item.name] else { continue }
            rewrite(item.value, from: before, to: after, indent: self.indent(of: item, in: span) ?? indent)
        }
        remove(span.items.indices.filter { wanted[span.items[$0].name] == nil }, of: span)
        // A new member is inserted after the one that it follows.
        let places = ExactDictionary(span.items.enumerated().map { ($1.name, $0) }) { first, _ in first }
        var anchor = -1
        for member in new.members {
            if let place = places[member.name] {
                anchor = place
            } else {
                insert(
                    member.value, named: member.name, behind: anchor, of: span, first: kept[0], indent: indent
                )
            }
        }
    }

    private mutating func rewrite(
        _ span: JSONSpan, elements old: [JSONValue], _ new: [JSONValue], indent: String
    ) {
        let start = zip(old, new).prefix { $0.means($1) }.count
        let rest = min(old.count, new.count) - start
        let end = zip(old.reversed(), new.reversed()).prefix(rest).prefix { $0.means($1) }.count
        let paired = min(old.count, new.count) - start - end
        for index in start..<start + paired {
            let item = span.items[index]
            if let moved = old.firstIndex(where: { $0.means(new[index]) }) {
                let text = String(decoding: bytes[span.items[moved].value.range], as: UTF8.self)
                edits.append((item.value.range, text))
            } else {
                rewrite(
                    item.value, from: old[index], to: new[index],
                    indent: self.indent(of: item, in: span) ?? indent)
            }
        }
        remove(Array((start + paired)..<(old.count - end)), of: span)
        for element in new[(start + paired)..<(new.count - end)] {
            insert(element, named: nil, behind: start + paired - 1, of: span, first: 0, indent: indent)
        }
    }

    /// Removes the items at these indices, if at least one other item stays.
    private mutating func remove(_ indices: [Int], of span: JSONSpan) {
        var leading = 0
        while leading < indices.count, indices[leading] == leading { leading += 1 }
        if leading > 0, leading < span.items.count {
            edits.append((span.items[0].start..<span.items[leading].start, ""))
        }
        for index in indices.dropFirst(leading) {
            edits.append(
                (span.items[index - 1].value.range.upperBound..<span.items[index].value.range.upperBound, ""))
        }
    }

    /// - Parameters:
    ///   - anchor: the index of the item before it; -1 for the beginning.
    ///   - first: the index of the first item that stays.
    private mutating func insert(
        _ value: JSONValue, named name: String?, behind anchor: Int, of span: JSONSpan, first: Int,
        indent: String
    ) {
        let sibling = span.items[anchor < 0 ? first : anchor]
        let gap = gap(in: span)
        let isBroken =
            sibling.value.items.isEmpty ? gap.utf8.contains(UInt8(ascii: "\n")) : isBroken(sibling.value)
        let indent = self.indent(of: sibling, in: span) ?? indent
        let head = name.map { JSONValue.string($0).compactText + style.colon } ?? ""
        let text = head + style.text(value, isBroken: isBroken, indent: indent)
        if anchor < 0 {
            edits.append((sibling.start..<sibling.start, text + "," + gap))
        } else {
            let end = sibling.value.range.upperBound
            edits.append((end..<end, "," + gap + text))
        }
    }

    /// Returns the spaces between a comma and the next item.
    private func gap(in span: JSONSpan) -> String {
        let item = span.items[min(1, span.items.count - 1)]
        var start = item.start
        while start > 0, JSONSpan.isBlank(bytes[start - 1]) { start -= 1 }
        // A comment before the next item is not a part of the common separator.
        if hasComments, let line = bytes[start..<item.start].lastIndex(of: UInt8(ascii: "\n")) {
            start = line
        }
        let gap = String(decoding: bytes[start..<item.start], as: UTF8.self)
        return span.items.count > 1 || gap.utf8.contains(UInt8(ascii: "\n")) ? gap : style.blank
    }

    /// Returns the spaces before an item that begins a line; nil if it does not begin one.
    private func indent(of item: JSONSpan.Item, in span: JSONSpan) -> String? {
        let line = bytes[..<item.start].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        guard line > span.range.lowerBound, bytes[line..<item.start].allSatisfy(JSONSpan.isBlank) else {
            return nil
        }
        return String(decoding: bytes[line..<item.start], as: UTF8.self)
    }

    private func isBroken(_ span: JSONSpan) -> Bool { bytes[span.range].contains(UInt8(ascii: "\n")) }

    /// The style in which a document is written.
    private struct Style {
        /// The text between a name and its value.
        let colon: String
        /// The text after a comma within a line.
        var blank: String { colon == ":" ? "" : " " }
        private let unit: String
        private let newline: String

        init(of root: JSONSpan, in bytes: [UInt8]) {
            let name = root.items.first.map { bytes[$0.start..<$0.value.range.lowerBound] } ?? []
            colon = name.last == UInt8(ascii: ":") ? ":" : ": "
            newline = bytes.contains(UInt8(ascii: "\r")) ? "\r\n" : "\n"
            let before = bytes[..<(root.items.first?.start ?? 0)]
            let line = before.lastIndex(of: UInt8(ascii: "\n")).map { before[($0 + 1)...] } ?? []
            unit =
                line.isEmpty || !line.allSatisfy(JSONSpan.isBlank)
                ? "  " : String(decoding: line, as: UTF8.self)
        }

        func text(_ value: JSONValue, isBroken: Bool, indent: String) -> String {
            let inner = indent + unit
            func list(_ texts: [String], between open: String, and close: String) -> String {
                if texts.isEmpty { return open + close }
                guard isBroken else { return open + texts.joined(separator: "," + blank) + close }
                let next = newline + inner
                return open + next + texts.joined(separator: "," + next) + newline + indent + close
            }
            switch value {
            case .array(let elements):
                return list(
                    elements.map { text($0, isBroken: isBroken, indent: inner) }, between: "[", and: "]")
            case .object(let object):
                let members = object.members.map { member in
                    let value = text(member.value, isBroken: isBroken, indent: inner)
                    return JSONValue.string(member.name).compactText + colon + value
                }
                return list(members, between: "{", and: "}")
            default: return value.compactText
            }
        }
    }
}

extension JSONValue {
    /// Returns whether both have the same meaning. Strings are compared byte for byte; the order of an object's members
    /// does not matter.
    fileprivate func means(_ other: JSONValue) -> Bool {
        switch (self, other) {
        case (.object(let first), .object(let second)):
            guard first.members.count == second.members.count else { return false }
            let values = first.valuesByName
            return second.members.allSatisfy { values[$0.name]?.means($0.value) == true }
        case (.array(let first), .array(let second)):
            return first.count == second.count && zip(first, second).allSatisfy { $0.means($1) }
        case (.string(let first), .string(let second)): return first.utf8.elementsEqual(second.utf8)
        default: return self == other
        }
    }
}
