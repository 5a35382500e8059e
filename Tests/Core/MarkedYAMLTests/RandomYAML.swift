import TestSupport

extension SeededGenerator {
    mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

    mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }
}

/// Writes random documents the way people write configuration files, and some ways they do not.
struct RandomYAML {
    var generator: SeededGenerator
    /// How often, in percent, something unusual is written.
    var oddity: Int

    private static let words = [
        "a", "name", "paywall_type", "value with spaces", "30s", "true", "~", "null",
        "http://example.com:80/x?y#z",
        "12.50",
        "-1", "x:y", "a#b", "-dash", "?q", ":c", "Größe", "日本語", "🙂 smile", "it's", "say \"hi\"", "100%",
        "<<", "a, b",
        "1e3",
        "key-with-dash", "a  b", "...", "e\u{301}", "é", "a&b", "a*b", "!", "@at", "`tick`", "%percent", "[",
        "]", "{",
        "}",
    ]
    private static let plainWords = [
        "a", "b", "c", "name", "title", "paywall_type", "30s", "true", "12.50", "x:y", "a#b", "Größe", "日本語",
        "with spaces",
        "e\u{301}", "é", "-1", "http://example.com:80/x",
    ]

    mutating func document() -> String {
        var text = ""
        if generator.chance(15) { text += comment(0) }
        if generator.chance(10) { text += generator.pick(["---\n", "--- # start\n", "---  \n"]) }
        let indentation = generator.chance(5) ? 2 : 0
        text += generator.chance(75) ? mapping(indentation, 0) : list(indentation, 0)
        if generator.chance(oddity) { text += generator.pick(["...\n", "---\n", "--- a\n", "%YAML 1.1\n"]) }
        if generator.chance(10), text.last == "\n" { text.removeLast() }
        if generator.chance(8) { text = text.replacing("\n", with: "\r\n") }
        return text
    }

    private mutating func comment(_ indentation: Int) -> String {
        generator.pick(["\n", "# a comment: with - things\n", "   \n", "  # ü\n", "#\n", "      # far\n"])
    }

    private mutating func mapping(_ indentation: Int, _ depth: Int, inline: Bool = false) -> String {
        var text = ""
        for index in 0..<Int.random(in: 1...4, using: &generator) {
            if index > 0 || !inline { text += String(repeating: " ", count: indentation) }
            text += key() + generator.pick([":", ":", ":", " :"])
            text += value(indentation, depth, inList: false)
            if generator.chance(8) { text += comment(indentation) }
        }
        return text
    }

    private mutating func list(_ indentation: Int, _ depth: Int, inline: Bool = false) -> String {
        var text = ""
        for index in 0..<Int.random(in: 1...4, using: &generator) {
            if index > 0 || !inline { text += String(repeating: " ", count: indentation) }
            text += "-"
            let gap = generator.pick([1, 1, 1, 2, 3])
            if depth < 4, generator.chance(35) {
                text += String(repeating: " ", count: gap)
                text +=
                    generator.chance(70)
                    ? mapping(indentation + 1 + gap, depth + 1, inline: true)
                    : list(indentation + 1 + gap, depth + 1, inline: true)
            } else {
                text += value(indentation, depth, inList: true)
            }
            if generator.chance(8) { text += comment(indentation) }
        }
        return text
    }

    private mutating func value(_ indentation: Int, _ depth: Int, inList: Bool) -> String {
        if depth < 4, generator.chance(25) {
            let end = generator.pick(["\n", " \n", " # note\n", "\n\n"])
            let step = generator.pick([1, 2, 2, 2, 4])
            if !inList, generator.chance(25) { return end + list(indentation, depth + 1) }
            return end
                + (generator.chance(60)
                    ? mapping(indentation + step, depth + 1) : list(indentation + step, depth + 1))
        }
        if generator.chance(8) { return generator.pick(["\n", "  \n", " # nothing\n"]) }
        if generator.chance(oddity) {
            return generator.pick([
                " |\n" + String(repeating: " ", count: indentation + 2) + "block\n",
                " >-\n   folded\n   text\n",
                " &anchor x\n",
                " *anchor\n", " !!str 5\n", " ! 5\n", "\ttab\n", " first\n      second\n", " 'open\n",
                " \"two\n  lines\"\n",
                " [a,\n  b]\n", " ? x\n", " a: b\n", " - a\n", " 'a' b\n", " \"\\q\"\n", " \"\\ud800\"\n",
                "x\n",
                " 'a'#b\n",
                " [a] #b\n", " {a: b}: c\n", " x \t\n", " \u{7F}\n", " \u{85}\n", " \u{2028}\n",
                " \u{FEFF}\n",
                " \u{7}\n",
            ])
        }
        return String(repeating: " ", count: generator.pick([1, 1, 1, 2])) + flowOrScalar(0)
            + generator.pick(["\n", "\n", "\n", " \n", " # note: it\n", "  #\n"])
    }

    private mutating func flowOrScalar(_ depth: Int) -> String {
        if depth < 3, generator.chance(15) {
            let items = (0..<Int.random(in: 0...3, using: &generator)).map { _ in flowOrScalar(depth + 1) }
            return "[" + items.joined(separator: generator.pick([", ", ",", " , "]))
                + generator.pick(["]", "]", " ]", ",]"])
        }
        if depth < 3, generator.chance(12) {
            let pairs = (0..<Int.random(in: 0...3, using: &generator)).map { _ in
                key() + generator.pick([": ", ": ", ":", " : "]) + flowOrScalar(depth + 1)
            }
            return generator.pick(["{", "{ "]) + pairs.joined(separator: ", ") + "}"
        }
        return scalar()
    }

    private mutating func key() -> String {
        // Numbered, so that keys seldom repeat.
        generator.chance(85)
            ? generator.pick(["k", "key_", "ключ", "a b "])
                + String(Int.random(in: 0...40, using: &generator))
            : scalar()
    }

    private mutating func scalar() -> String {
        let word = generator.pick(generator.chance(oddity) ? Self.words : Self.plainWords)
        switch Int.random(in: 0..<10, using: &generator) {
        case 0...5: return word
        case 6, 7: return "'" + word.replacing("'", with: "''") + "'"
        default:
            let escapes = ["\\n", "\\t", "\\\"", "\\\\", "\\u00e9", "\\x41", "\\/", "\\e", ""]
            return "\"" + word.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
                + generator.pick(escapes)
                + "\""
        }
    }

    /// The text with a few of its characters dropped, doubled, exchanged or replaced.
    mutating func mutated(_ text: String) -> String {
        var scalars = Array(text.unicodeScalars)
        for _ in 0..<Int.random(in: 1...3, using: &generator) where !scalars.isEmpty {
            let index = Int.random(in: 0..<scalars.count, using: &generator)
            switch Int.random(in: 0..<5, using: &generator) {
            case 0: scalars.remove(at: index)
            case 1: scalars.insert(scalars[index], at: index)
            case 2: scalars.swapAt(index, Int.random(in: 0..<scalars.count, using: &generator))
            case 3:
                scalars[index] = generator.pick(
                    Array(" \n:-#'\"[]{},?&*!|>%@`\t\\.ab0é\u{85}".unicodeScalars))
            default:
                scalars.insert(
                    generator.pick(Array(" \n:-#'\"[]{},?&*!|>%@`\t\\.ab0\r".unicodeScalars)), at: index)
            }
        }
        return String(String.UnicodeScalarView(scalars))
    }
}
