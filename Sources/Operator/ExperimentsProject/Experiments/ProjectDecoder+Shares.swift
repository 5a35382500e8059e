import ExperimentsCore
import ExperimentsSupport
import Foundation
import MarkedYAML

extension ProjectDecoder {
    /// A number, or a percentage such as `5%`.
    enum Amount {
        case number(Double)
        /// From 0 to 1 for 0 to 100 %.
        case share(Double)
    }

    /// A number or a percentage, above zero.
    mutating func amount(_ node: YAMLNode, at name: String, expected words: String) -> Amount? {
        let text = node.plainText ?? node.textValue ?? ""
        let isPercent = text.hasScalarSuffix("%")
        let digits = isPercent ? text.dropLast().trimmed : text[...]
        guard let number = NumberText.double(String(digits)), number > 0 else {
            expected(words, at: name, found: node)
            return nil
        }
        return isPercent ? .share(number / 100) : .number(number)
    }

    /// A day, or a time of RFC 3339. A day begins in UTC, as the days of events do.
    ///
    /// - Parameter isEnd: whether a day stands for its end, which is the beginning of the next.
    mutating func date(_ node: YAMLNode, at name: String, isEnd: Bool = false) -> Date? {
        if let text = node.textValue {
            if let date = RFC3339.date(from: text) { return date }
            if let day = RFC3339.date(from: text + "T00:00:00Z") { return isEnd ? day + 86_400 : day }
        }
        expected("a day such as 2026-03-01, or a time such as 2026-03-01T09:30:00Z", at: name, found: node)
        return nil
    }
}

extension Substring {
    fileprivate var trimmed: Substring {
        var text = self
        while text.last == " " { text.removeLast() }
        return text
    }
}

extension ProjectDecoder {
    /// How many unknown names are compared with all that there are: each comparison takes long.
    private static var hintedNames: Int { 20 }

    /// The names of things that are declared elsewhere in the file, one or a list; the nearest is named where one is not.
    mutating func names(
        _ node: YAMLNode, at member: String, of noun: String, among declared: Set<String>
    ) -> [String] {
        lazy var known = declared.sorted()
        var unknownNames = 0
        return (node.items ?? [node]).compactMap { item in
            guard let name = line(item, at: member, expected: "names of \(noun)s") else { return nil }
            if declared.contains(name) { return name }
            unknownNames += 1
            let near = unknownNames > Self.hintedNames ? nil : SpellingSuggestion.nearest(to: name, in: known)
            let hint = near.map { " (did you mean '\($0)'?)" } ?? ""
            refuse("names no declared \(noun): '\(name)'\(hint)", at: member, item)
            return nil
        }
    }
}
