import ExperimentsSyntaxReading
import Foundation
import SwiftParser
import SwiftSyntax

/// The bytes of a file and its lines.
struct SourceText {
    let bytes: [UInt8]
    /// The lines of multiline literals, which can only move together, with their indentation.
    private let literals: [(lines: Range<Int>, indent: Int)]

    init(_ bytes: [UInt8], tree: SourceFileSyntax) {
        self.bytes = bytes
        let found = tree.nodes(of: StringLiteralExprSyntax.self)
            .filter { $0.openingQuote.tokenKind == .multilineStringQuote }
        literals = found.map { literal in
            let end = literal.closingQuote.positionAfterSkippingLeadingTrivia.utf8Offset
            let closing = Self.lineStart(of: end, in: bytes)
            let indent = bytes[closing...].prefix { $0 == .blank || $0 == .tab }.count
            return (literal.range.lowerBound + 1..<end, indent)
        }
    }

    /// Returns the start of the line at an offset.
    func lineStart(of offset: Int) -> Int { Self.lineStart(of: offset, in: bytes) }

    private static func lineStart(of offset: Int, in bytes: [UInt8]) -> Int {
        var place = offset
        while place > 0, bytes[place - 1] != .lineFeed { place -= 1 }
        return place
    }

    /// Returns the start of the next line.
    func lineEnd(of offset: Int) -> Int {
        var place = offset
        while place < bytes.count, bytes[place] != .lineFeed { place += 1 }
        return min(place + 1, bytes.count)
    }

    /// Returns the first position at or after `offset` that is not a space or a tab.
    func skippingBlanks(from offset: Int) -> Int {
        var place = offset
        while place < bytes.count, bytes[place] == .blank || bytes[place] == .tab { place += 1 }
        return place
    }

    /// Whether a range has only blanks and line ends.
    func isBlank(_ range: Range<Int>) -> Bool { bytes[range].allSatisfy(\.isBlank) }

    /// Whether only blanks are before a place in its line.
    func beginsLine(_ offset: Int) -> Bool { isBlank(lineStart(of: offset)..<offset) }

    /// Whether only blanks are behind a place in its line.
    func endsLine(_ offset: Int) -> Bool { isBlank(offset..<lineEnd(of: offset)) }

    /// Returns a range without the blanks and line ends at both ends.
    func trimmed(_ range: Range<Int>) -> Range<Int> {
        var (start, end) = (range.lowerBound, range.upperBound)
        while start < end, bytes[start].isBlank { start += 1 }
        while end > start, bytes[end - 1].isBlank { end -= 1 }
        return start..<end
    }

    /// Returns the blanks at the start of the line at an offset.
    func indent(of offset: Int) -> ArraySlice<UInt8> {
        let start = lineStart(of: offset)
        return bytes[start..<min(skippingBlanks(from: start), max(offset, start))]
    }

    /// Returns the text of a range.
    func string(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    /// Returns how far a line can move to the left.
    func possibleShift(ofLineAt start: Int, by count: Int) -> Int {
        let blanks = skippingBlanks(from: start) - start
        guard let literal = literals.first(where: { $0.lines.contains(start) }) else {
            return min(count, blanks)
        }
        return min(count, literal.indent, blanks)
    }

    /// Returns the range to remove, so that a statement or a declaration is removed with its line and its comment.
    func removal(ofItem item: Syntax) -> Range<Int> {
        removal(of: (item.attachedComment ?? item.range.lowerBound)..<item.range.upperBound)
    }

    /// Returns the range to remove, so that the content of a range is removed with its line.
    func removal(of range: Range<Int>) -> Range<Int> {
        guard beginsLine(range.lowerBound) else { return removalInLine(range) }
        let start = lineStart(of: range.lowerBound)
        let after = skippingBlanks(from: range.upperBound)
        if after < bytes.count, bytes[after] == .semicolon {
            let next = skippingBlanks(from: after + 1)
            if !endsLine(next) { return range.lowerBound..<next }
            return withBlankLine(start..<lineEnd(of: next))
        }
        let isComment = after + 1 < bytes.count && bytes[after] == .slash && bytes[after + 1] == .slash
        guard endsLine(range.upperBound) || isComment else { return range.lowerBound..<after }
        return withBlankLine(start..<lineEnd(of: range.upperBound))
    }

    private func removalInLine(_ range: Range<Int>) -> Range<Int> {
        let after = skippingBlanks(from: range.upperBound)
        if after < bytes.count, bytes[after] == .semicolon {
            return range.lowerBound..<skippingBlanks(from: after + 1)
        }
        var start = range.lowerBound
        while start > 0, bytes[start - 1] == .blank || bytes[start - 1] == .tab { start -= 1 }
        if start > 0, bytes[start - 1] == .semicolon { return start - 1..<range.upperBound }
        // In braces on a single line, leave one blank on each side.
        return endsLine(range.upperBound) ? start..<range.upperBound : range.lowerBound..<after
    }

    /// Extends a range by a blank line, if two of them would meet, or one would be at the edge of a block.
    private func withBlankLine(_ range: Range<Int>) -> Range<Int> {
        let isFirst = range.lowerBound == 0
        let above = isFirst ? range.lowerBound : lineStart(of: range.lowerBound - 1)
        let below = lineEnd(of: range.upperBound)
        let isBlankAbove = !isFirst && isBlank(above..<range.lowerBound)
        let isBlankBelow = range.upperBound < bytes.count && isBlank(range.upperBound..<below)
        if isBlankBelow {
            let opening = isFirst ? nil : trimmed(above..<range.lowerBound).last.map { bytes[$0] }
            if isBlankAbove || isFirst || opening == .openingBrace { return range.lowerBound..<below }
        } else if isBlankAbove {
            let next = skippingBlanks(from: range.upperBound)
            if next >= bytes.count || bytes[next] == .closingBrace { return above..<range.upperBound }
        }
        return range
    }
}

extension SyntaxProtocol {
    /// The bytes of a node, without the blanks and comments around it.
    var range: Range<Int> {
        let start = positionAfterSkippingLeadingTrivia.utf8Offset
        return start..<max(start, endPositionBeforeTrailingTrivia.utf8Offset)
    }

    /// The start of the comment directly above; nil if there is none, or if it is a heading for more than this.
    var attachedComment: Int? {
        var place = positionAfterSkippingLeadingTrivia.utf8Offset
        var start: Int?
        var lineEnds = 0
        for piece in leadingTrivia.reversed() {
            place -= piece.sourceLength.utf8Length
            switch piece {
            case .newlines(let count), .carriageReturnLineFeeds(let count):
                lineEnds = count
                if lineEnds > 1 { return start }
            case .lineComment(let text), .docLineComment(let text), .blockComment(let text),
                .docBlockComment(let text):
                guard !text.contains("MARK:"), !text.contains("swiftlint") else { return start }
                start = place
            case .spaces, .tabs: break
            default: return start
            }
        }
        // The first line of a file or a block may follow something else.
        return start
    }
}

extension UInt8 {
    static let blank = UInt8(ascii: " ")
    static let tab = UInt8(ascii: "\t")
    static let lineFeed = UInt8(ascii: "\n")
    static let semicolon = UInt8(ascii: ";")
    static let slash = UInt8(ascii: "/")
    static let openingBrace = UInt8(ascii: "{")
    static let closingBrace = UInt8(ascii: "}")

    var isBlank: Bool { self == .blank || self == .tab || self == .lineFeed || self == UInt8(ascii: "\r") }
}

extension [UInt8] {
    /// Whether a text is in the bytes.
    func contains(word: String) -> Bool { firstIndex(of: word) != nil }

    /// Returns the first place of a text in the bytes.
    func firstIndex(of word: String) -> Int? {
        var word = word
        return word.withUTF8 { needle in
            guard let start = needle.baseAddress, !needle.isEmpty else { return 0 }
            return withUnsafeBytes { bytes in
                guard let base = bytes.baseAddress else { return nil }
                var place = base
                var left = bytes.count
                // The system's search for a byte is much faster than a loop, even without optimisation.
                while left >= needle.count,
                    let found = memchr(place, Int32(start[0]), left - needle.count + 1)
                {
                    if memcmp(found, start, needle.count) == 0 { return UnsafeRawPointer(found) - base }
                    let next = UnsafeRawPointer(found) + 1
                    left -= next - place
                    place = next
                }
                return nil
            }
        }
    }
}
