import ExperimentsCore
import Foundation

/// Makes the edits.
extension KeysSection {
    /// Returns the text after an edit.
    ///
    /// - Parameter edit: an edit that changes each of its names.
    func applying(_ edit: KeyEdit) -> String {
        switch edit {
        case .declare(let keys): declaring(keys)
        case .drop(let dropped): dropping(dropped)
        case .retire(let name): dropping([name])
        }
    }

    private func declaring(_ keys: [CatalogKey]) -> String {
        guard !keys.isEmpty else { return lines.text(0..<lines.lines.count) }
        let all = 0..<lines.lines.count
        switch form {
        case .absent:
            let gap = (lines.endsLines ? "" : lines.lineEnd) + (all.isEmpty ? "" : lines.lineEnd)
            let end = lines.endsLines ? lines.lineEnd : ""
            let text = lines.text(all) + gap + "keys:" + lines.lineEnd + entries(keys, isSpaced: false) + end
            return text
        case .empty(let line):
            let (opening, end) = opened(lines.text(line..<line + 1))
            return lines.text(0..<line) + opening + lines.lineEnd + entries(keys, isSpaced: false) + end
                + lines.text(line + 1..<all.upperBound)
        case .list:
            let place = items[items.count - 1].upperBound
            let head = lines.text(0..<place)
            let isAtEnd = place == all.upperBound && !lines.endsLines
            let gap = (isAtEnd ? lines.lineEnd : "") + (isSpaced ? lines.lineEnd : "")
            return head + gap + entries(keys, isSpaced: isSpaced) + (isAtEnd ? "" : lines.lineEnd)
                + lines.text(place..<all.upperBound)
        }
    }

    private func dropping(_ dropped: [String]) -> String {
        let isDropped = Set(dropped)
        let left = names.indices.filter { !isDropped.contains(names[$0]) }
        var result = ""
        var place = 0
        for index in names.indices where isDropped.contains(names[index]) {
            let isFirst = left.first.map { index < $0 } ?? true
            let start = max(place, isFirst ? items[index].lowerBound : gapBefore(index))
            result += lines.text(place..<start)
            place = items[index].upperBound
            // Remove the blank lines after the first item, too, because what follows takes its place.
            if isFirst, index + 1 < items.count { place = max(place, afterGap(index)) }
        }
        result += lines.text(place..<lines.lines.count)
        if left.isEmpty { result = closed(result) }
        let hadEnd = lines.endsLines
        if !hadEnd, place == lines.lines.count { result = result.withoutLastLineEnd }
        return result
    }

    /// Returns the line with `keys:` above a list, and its line end.
    private func opened(_ line: String) -> (line: String, end: String) {
        let end = line.utf8.suffix(2).elementsEqual("\r\n".utf8) ? "\r\n" : line.utf8.last == 0x0A ? "\n" : ""
        var bare = String(Substring(line.utf8.dropLast(end.utf8.count)))
        // A comment may contain brackets.
        let value = bare[..<(bare.range(of: " #")?.lowerBound ?? bare.endIndex)]
        if let bracket = value.range(of: " []") ?? value.range(of: "[]") { bare.removeSubrange(bracket) }
        return (bare, end)
    }

    /// Returns the text with an empty list, after the last key was removed.
    private func closed(_ text: String) -> String {
        guard let first = items.first else { return text }
        // There may be comments between the line and its first key.
        let line = (0..<first.lowerBound).last { !lines.isSilent($0) } ?? 0
        let before = lines.text(0..<line)
        let own = lines.text(line..<line + 1)
        guard text.utf8.starts(with: (before + own).utf8), let colon = own.firstIndex(of: ":") else {
            return text
        }
        let after = own.index(after: colon)
        let rest = Substring(text.utf8.dropFirst((before + own).utf8.count))
        return before + own[..<after] + " []" + own[after...] + rest
    }

    /// Returns the first of the blank lines between an item and the previous one; the item's own line if anything else
    /// is between them.
    private func gapBefore(_ index: Int) -> Int {
        guard index > 0 else { return items[index].lowerBound }
        let gap = items[index - 1].upperBound..<items[index].lowerBound
        return gap.allSatisfy(lines.isBlank) ? gap.lowerBound : items[index].lowerBound
    }

    private func afterGap(_ index: Int) -> Int {
        let gap = items[index].upperBound..<items[index + 1].lowerBound
        return gap.allSatisfy(lines.isBlank) ? gap.upperBound : items[index].upperBound
    }

    /// Whether there is a blank line between all keys.
    private var isSpaced: Bool {
        items.count > 1
            && zip(items, items.dropFirst()).allSatisfy { one, next in
                one.upperBound < next.lowerBound && lines.isBlank(one.upperBound)
            }
    }

    /// Keys as the file writes them, without the last line end.
    private func entries(_ keys: [CatalogKey], isSpaced: Bool) -> String {
        let dash = String(repeating: " ", count: dashColumn) + "-"
        let field = String(repeating: " ", count: fieldColumn)
        let texts = keys.map { key in
            CatalogueText.fields(key).enumerated().map { index, line in
                index == 0
                    ? dash + String(repeating: " ", count: fieldColumn - dashColumn - 1) + line : field + line
            }.joined(separator: lines.lineEnd)
        }
        return texts.joined(separator: lines.lineEnd + (isSpaced ? lines.lineEnd : ""))
    }
}

extension String {
    /// Returns the range of the first occurrence of some bytes.
    fileprivate func range(of part: String) -> Range<String.Index>? {
        var start = utf8.startIndex
        while start < utf8.endIndex {
            let rest = utf8[start...]
            if rest.starts(with: part.utf8) { return start..<utf8.index(start, offsetBy: part.utf8.count) }
            start = utf8.index(after: start)
        }
        return nil
    }
}
