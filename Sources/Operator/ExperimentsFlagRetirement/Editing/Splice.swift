/// Replaces a statement by a part of it.
extension SourceEdits {
    /// Replaces a statement with the content of one of its bodies, with its comments, at the level of the statement.
    ///
    /// - Returns: whether something is left.
    @discardableResult
    mutating func unwrap(_ outer: Range<Int>, to body: Range<Int>, in text: SourceText) -> Bool {
        let kept = text.trimmed(body)
        guard !kept.isEmpty else {
            replace(text.removal(of: outer))
            return false
        }
        let isBelow = text.lineStart(of: kept.lowerBound) > outer.lowerBound
        if isBelow, text.beginsLine(kept.lowerBound), text.beginsLine(outer.lowerBound) {
            replace(text.lineStart(of: outer.lowerBound)..<text.lineStart(of: kept.lowerBound))
            outdent(
                kept, from: text.indent(of: kept.lowerBound), to: text.indent(of: outer.lowerBound), in: text)
        } else {
            replace(outer.lowerBound..<kept.lowerBound)
            let second = text.lineEnd(of: kept.lowerBound)
            if second < kept.upperBound {
                let rest = second..<kept.upperBound
                // The lines below a comment behind the brace are the body; others continue with the first line.
                let isBody = text.bytes[kept.lowerBound] == .slash
                let first = isBody ? text.trimmed(rest).lowerBound : kept.lowerBound
                outdent(rest, from: text.indent(of: first), to: text.indent(of: outer.lowerBound), in: text)
            }
        }
        let next = text.lineEnd(of: kept.upperBound)
        let lastLine = text.lineStart(of: outer.upperBound - 1)
        if next <= lastLine, text.endsLine(kept.upperBound) {
            if text.endsLine(outer.upperBound) {
                replace(next..<text.lineEnd(of: outer.upperBound))
            } else {
                // The code after the statement stays on its own line.
                replace(next..<lastLine)
                replace(text.skippingBlanks(from: lastLine)..<text.skippingBlanks(from: outer.upperBound))
            }
        } else {
            replace(kept.upperBound..<outer.upperBound)
        }
        return true
    }

    /// Leaves of an expression only one in it.
    mutating func reduce(_ outer: Range<Int>, to inner: Range<Int>, in text: SourceText) {
        replace(outer.lowerBound..<inner.lowerBound)
        replace(inner.upperBound..<outer.upperBound)
        guard text.lineStart(of: inner.lowerBound) > outer.lowerBound else { return }
        outdent(
            inner, from: text.indent(of: inner.lowerBound), to: text.indent(of: outer.lowerBound), in: text)
    }

    /// Moves lines to the left by the difference of two indents.
    mutating func outdent(
        _ range: Range<Int>, from inner: ArraySlice<UInt8>, to outer: ArraySlice<UInt8>, in text: SourceText
    ) {
        guard inner.starts(with: outer), inner.count > outer.count else { return }
        var start = text.lineStart(of: range.lowerBound)
        while start < range.upperBound {
            let blanks = text.skippingBlanks(from: start) - start
            if blanks > outer.count {
                shift(lineAt: start, by: min(inner.count - outer.count, blanks - outer.count))
            }
            let next = text.lineEnd(of: start)
            guard next > start else { break }
            start = next
        }
    }
}
