import ExperimentsSupport
import Yams

/// Reads YAML with Yams, and creates the message for every mistake.
///
/// Yams uses a resolver without rules: the reader of the file decides what a scalar means, and matching each scalar
/// against a dozen regular expressions would take most of the time.
struct ComposedDocument {
    /// Nesting beyond this is a mistake or an attack; everything that walks a tree may recurse safely.
    static let deepest = 64
    /// The largest number of nodes that aliases may add to a document by repetition. Otherwise, ten lines of aliases to
    /// aliases could mean more nodes than fit into memory.
    static let aliasAllowance = 100_000

    private let text: String
    private var hidden: HiddenCharacters

    init(_ text: String) {
        self.text = text
        hidden = HiddenCharacters(text)
    }

    mutating func root() throws(YAMLProblem) -> YAMLNode? {
        if let problem = YAMLProblem.ofForbiddenCharacter(in: text) { throw problem }
        if let problem = YAMLProblem.ofCollectionKeys(in: text) { throw problem }
        let composed: Node?
        do {
            composed = try composeExactly()
        } catch YamlError.duplicatedKeysInMapping(let keys, let context) {
            throw duplicate(keys.first, first: context.mark)
        } catch let error as YamlError {
            throw YAMLProblem(error, in: text)
        } catch {
            throw YAMLProblem("cannot be read as YAML: \(error)", line: 1, column: 1)
        }
        guard let composed else { return nil }
        var budget = text.utf8.count + Self.aliasAllowance
        let root = try convert(composed, depth: 0, budget: &budget)
        guard case .scalar(let text, isPlain: true) = root.content else { return root }
        // A lone text is no document of ours; a mistake in it may be why it is one.
        if let cause = YAMLProblem("", line: root.line, column: .max).cause(in: self.text) { throw cause }
        return text.isEmpty ? nil : root
    }

    /// Composes the text. Keys that only look the same are different ones.
    private mutating func composeExactly() throws -> Node? {
        do {
            return try compose()
        } catch YamlError.duplicatedKeysInMapping(let keys, let context) {
            guard hidden.hideAccents() else {
                throw YamlError.duplicatedKeysInMapping(duplicates: keys, context: context)
            }
            return try compose()
        }
    }

    /// Composes the text. If libyaml refuses a tab in a blank line, it is replaced first.
    private mutating func compose() throws -> Node? {
        // Each attempt reads the text from its start, so their number is limited.
        for _ in 0..<100 {
            do {
                return try Self.compose(hidden.text)
            } catch let error as YamlError {
                guard case .scanner(_, let problem, let mark, _) = error,
                    YAMLProblem.ofTabs.contains(problem),
                    hidden.replaceTabs(inBlankLine: mark.line)
                else { throw error }
            }
        }
        return try Self.compose(hidden.text)
    }

    private static func compose(_ text: String) throws -> Node? {
        try Parser(yaml: text, resolver: .basic, encoding: .utf8).singleRoot()
    }

    /// The problem with two keys that are the same. Yams reports the location of the first. If there is a key with
    /// another name at that location, the second key is next to it, or is the first of another two.
    private func duplicate(_ key: String?, first: Mark) -> YAMLProblem {
        let place = (line: max(1, first.line), column: max(1, first.column))
        // Yams's text for a key that is not a string.
        guard let key, key != "<uncovertable>" else {
            return YAMLProblem(
                "two keys of this mapping are the same list or mapping", line: place.line,
                column: place.column)
        }
        var second: Mark?
        do {
            var budget = text.utf8.count + Self.aliasAllowance
            second = try Self.compose(renaming(first))?.mark(of: key, beside: first, budget: &budget)
        } catch YamlError.duplicatedKeysInMapping(let keys, let context) where keys.first == key {
            second = context.mark
        } catch {}
        let shown = hidden.shown(key)
        guard let second else {
            return YAMLProblem(
                "duplicate key \"\(shown)\": it is set again in the same mapping", line: place.line,
                column: place.column)
        }
        return YAMLProblem.ofDuplicateKeys(shown, at: (second.line, second.column), first: place)
    }

    /// Returns the text with another character at a location, or right after a quote there.
    private func renaming(_ mark: Mark) -> String {
        var scalars = Array(hidden.text.unicodeScalars)
        var (line, index) = (1, 0)
        while line < mark.line, index < scalars.count {
            if scalars[index] == "\n"
                || scalars[index] == "\r" && !scalars[(index + 1)...].starts(with: ["\n"])
            {
                line += 1
            }
            index += 1
        }
        index += mark.column - 1
        if index < scalars.count, scalars[index] == "'" || scalars[index] == "\"" { index += 1 }
        if index < scalars.count { scalars[index] = "\u{E000}" }
        return String(String.UnicodeScalarView(scalars))
    }

    private func convert(
        _ node: Node, isKey: Bool = false, depth: Int, budget: inout Int
    ) throws(YAMLProblem) -> YAMLNode {
        let line = node.mark?.line ?? 1
        let column = node.mark?.column ?? 1
        guard depth <= Self.deepest else {
            throw YAMLProblem("nested deeper than \(Self.deepest) levels", line: line, column: column)
        }
        budget -= 1
        guard budget > 0 else {
            throw YAMLProblem(
                "the aliases of this document stand for too many values", line: line, column: column)
        }
        switch node {
        case .scalar(let scalar):
            let written = hidden.shown(scalar.string)
            let tag = CoreTag(scalar.tag.rawValue)
            // Keys bear the tag that Yams found for itself while comparing them, and are text anyway.
            if !isKey, let tag {
                guard let text = tag.text(of: written) else {
                    throw YAMLProblem(
                        "\(Quotation.of(written)) is not \(tag.words), although its tag is !!\(tag.rawValue)",
                        line: line, column: column)
                }
                return YAMLNode(.scalar(text: text, isPlain: true), line: line, column: column)
            }
            if tag == nil { try refuseTag(of: scalar.tag, unless: .str, line: line, column: column) }
            // The tag of texts (`!!str 5`) declares that the value is a text, just as quotes do.
            let isPlain = scalar.style == .plain && (isKey || scalar.tag.rawValue.isEmpty)
            if isKey, isPlain,
                let problem = YAMLProblem.ofLookalike(inKey: written, line: line, column: column)
            {
                throw problem
            }
            return YAMLNode(.scalar(text: written, isPlain: isPlain), line: line, column: column)
        case .sequence(let sequence):
            try refuseTag(of: sequence.tag, unless: .seq, line: line, column: column)
            var items: [YAMLNode] = []
            items.reserveCapacity(sequence.count)
            for item in sequence {
                items.append(try convert(item, isKey: isKey, depth: depth + 1, budget: &budget))
            }
            return YAMLNode(.sequence(items), line: line, column: column)
        case .mapping(let mapping):
            try refuseTag(of: mapping.tag, unless: .map, line: line, column: column)
            var pairs: [YAMLPair] = []
            pairs.reserveCapacity(mapping.count)
            for (key, value) in mapping {
                if key.mapping != nil, key.mark?.line == line, key.mark?.column == column + 1 {
                    throw YAMLProblem.ofTemplate(line: line, column: column)
                }
                let key = try convert(key, isKey: true, depth: depth + 1, budget: &budget)
                pairs.append(
                    YAMLPair(
                        key: key, value: try convert(value, isKey: isKey, depth: depth + 1, budget: &budget)))
            }
            if let problem = YAMLProblem.ofMergeKeys(in: pairs) ?? YAMLProblem.ofDuplicateKeys(in: pairs) {
                throw problem
            }
            return YAMLNode(.mapping(pairs), line: line, column: column)
        case .alias:
            throw YAMLProblem("an alias without an anchor", line: line, column: column)
        }
    }

    /// Refuses the tag of another program (`!env NAME`), because its value is not the text that is written behind it.
    private func refuseTag(of tag: Tag, unless expected: Tag.Name, line: Int, column: Int) throws(YAMLProblem)
    {
        guard ![.implicit, .nonSpecific, expected].contains(Tag.Name(rawValue: tag.rawValue)) else { return }
        throw YAMLProblem(
            "the tag \(hidden.shown(CoreTag.short(tag.rawValue))) is not supported here; write the value without a tag",
            line: line, column: column)
    }
}

extension Node {
    /// Returns the place of a key in the mapping that has another key at a place.
    ///
    /// - Parameter budget: the number of nodes that may still be visited, because aliases may mean many.
    fileprivate func mark(of key: String, beside other: Mark, budget: inout Int) -> Mark? {
        budget -= 1
        guard budget > 0 else { return nil }
        switch self {
        case .scalar, .alias: return nil
        case .sequence(let sequence):
            for node in sequence {
                if let found = node.mark(of: key, beside: other, budget: &budget) { return found }
            }
        case .mapping(let mapping):
            let isThis = mapping.contains {
                $0.key.mark?.line == other.line && $0.key.mark?.column == other.column
            }
            if isThis, let found = mapping.first(where: { $0.key.string == key }) { return found.key.mark }
            for node in mapping.flatMap({ [$0.key, $0.value] }) {
                if let found = node.mark(of: key, beside: other, budget: &budget) { return found }
            }
        }
        return nil
    }
}

/// The characters that YAML text must not contain. They are searched first, so that the message can name them with
/// their place.
extension YAMLProblem {
    static func ofForbiddenCharacter(in text: String) -> YAMLProblem? {
        var line = 1
        var column = 1
        var afterReturn = false
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x0A:
                if !afterReturn { line += 1 }
                column = 1
                afterReturn = false
                continue
            case 0x0D:
                line += 1
                column = 1
                afterReturn = true
                continue
            case 0x09, 0x20...0x7E, 0x85, 0xA0...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF:
                column += 1
                afterReturn = false
            default:
                let code = String(scalar.value, radix: 16, uppercase: true)
                let name = "U+" + code.zeroPadded(to: 4)
                return YAMLProblem(
                    "the character \(name) is not allowed in YAML; write it as an escape in double quotes",
                    line: line, column: column)
            }
        }
        return nil
    }
}

/// A tag of YAML's core schema that declares that a string, also in quotes, is another type.
enum CoreTag: String {
    case int, float, bool, null

    init?(_ tag: String) {
        let name = Self.short(tag)
        guard name.utf8.starts(with: "!!".utf8) else { return nil }
        self.init(rawValue: String(name.utf8.dropFirst(2)) ?? "")
    }

    /// Returns a tag in the form in which it is written in a file.
    static func short(_ tag: String) -> String {
        let prefix = "tag:yaml.org,2002:"
        guard tag.utf8.starts(with: prefix.utf8) else { return tag }
        return "!!" + (String(tag.utf8.dropFirst(prefix.utf8.count)) ?? "")
    }

    /// The meaning of the tag, for messages.
    var words: String {
        switch self {
        case .int: "a whole number"
        case .float: "a number"
        case .bool: "true or false"
        case .null: "null"
        }
    }

    /// Returns a string of this kind without quotes; nil for any other kind.
    func text(of text: String) -> String? {
        switch self {
        case .int: return NumberText.json(ofYAML: text).flatMap(NumberText.whole)
        case .float:
            guard let number = NumberText.json(ofYAML: text) else {
                return text.lowercased().hasSuffix(".inf") || text.lowercased() == ".nan" ? text : nil
            }
            return NumberText.isWhole(number) ? number + ".0" : number
        case .bool: return ["true", "false"].contains(text.lowercased()) ? text : nil
        case .null: return ["", "~", "null", "Null", "NULL"].contains(text) ? text : nil
        }
    }
}
