import TestSupport
import Testing

@testable import MarkedYAML

@Suite("Fast reading")
struct FastReadingTests {
    /// The one promise of the fast reader, checked on one text.
    ///
    /// - Returns: whether it answered.
    private func check(_ text: String, _ seed: UInt64) -> Bool {
        guard let answer = BlockReader.read(text) else { return false }
        let complete = Result { () throws(YAMLProblem) in try ComposedDocument(text).root() }
        switch (answer, complete) {
        case (.root(let root), .success(let expected)):
            let same = root == expected
            #expect(same, "seed \(seed):\n\(text)\nfast \(root.outline)\nfull \(expected?.outline ?? "nothing")")
        case (.empty, .success(nil)):
            break
        case (.duplicate(let problem), .failure(let expected)):
            #expect(problem.message.hasPrefix("duplicate key"), "seed \(seed):\n\(text)")
            #expect(expected.message.hasPrefix("duplicate key"), "seed \(seed):\n\(text)")
        default:
            Issue.record("seed \(seed): \(answer) but the complete reader says \(complete)\n\(text)")
        }
        return true
    }

    @Test("wherever the fast reader answers, its tree and places are those of Yams", arguments: 0..<8)
    func equivalence(part: Int) {
        var answered = 0
        let documents = 300
        for index in 0..<documents {
            let seed = UInt64(part * documents + index)
            var random = RandomYAML(generator: SeededGenerator(seed: seed), oddity: index % 3 == 0 ? 10 : 0)
            let text = random.document()
            if check(text, seed) { answered += 1 }
            for _ in 0..<2 { _ = check(random.mutated(text), seed) }
        }
        // Were it to give up on everything, the test above would say nothing.
        #expect(answered > documents / 3)
    }

    @Test(
        "the subset is read without Yams",
        arguments: [
            "a: 1\n", "a: 1", "---\na: 1\n", "# only\na: b # note\n", "- a\n- b\n", "-\n  a: 1\n",
            "- a: 1\n  b: 2\n-   c: 3\n",
            "- - a\n  - b\n", "k:\n- a\n- b\nl: 1\n", "k:\n  - a\n", "k:\n\n   # x\n  l: m\n", "a:\nb:\n",
            "a: 'it''s'\n",
            "a: \"x\\n\\u00e9\"\n", "a: [1, 'b', \"c\", {d: e}]\n", "a: {\"b\":1, c: [ ]}\n", "'a b': c\n", "ü: ö\n",
            "a: b\r\nc: d\r\n",
            "a: http://x:80/#y\n", "", "\n# nothing\n",
        ])
    func subset(text: String) {
        #expect(BlockReader.read(text) != nil)
        #expect(check(text, 0))
    }

    @Test(
        "whatever needs more thought is left to Yams",
        arguments: [
            "a: |\n  x\n", "a: >\n  x\n", "a: &x 1\n", "a: *x\n", "a: !!str 1\n", "? a\n: b\n", "a: b\n  c\n",
            "a: 'b\n  c'\n",
            "a: [b,\n c]\n", "a:\tb\n", "\ta: b\n", "a: b\tc\n", "%YAML 1.1\n---\na: b\n", "a: b\n---\nc: d\n",
            "a: b\n...\n", "---\n",
            "a\n", "[a]\n", "a: b\n b: c\n", "  a: 1\n b: 2\n", "a: b: c\n", "a: 'x' y\n", "a: [b]c\n", "a: \"\\q\"\n",
            "a: \"\\ud83d\"\n",
            "a: @b\n", "a: {b}\n", "a: [b: c]\n", "a: [, b]\n", "a: b\u{85}c: d\n", "a: \u{2028}\n", "a: \u{1}\n",
            "\u{FEFF}a: b\n",
            "a: b\rc: d\n", "a: -\n", "- a\nb: c\n", "a: 'b'#c\n", "--- a: b\n",
        ])
    func outside(text: String) {
        #expect(BlockReader.read(text) == nil)
    }

    @Test(
        "both readers take U+0085, U+2028 and U+FEFF for characters like any other",
        arguments: [
            #"k: "\ufeffabc""#, #"k: "\uFEFF""#, #"k: '\ufeffabc'"#, #"k: \uFeFF"#, #"k: "\\ufeff""#,
            "k: \"\u{FEFF}a\"",
            "k: a\u{2028}b", "k: 'a\u{85}b'", "k: a # \u{2028} and \u{85}\nl: b", "\"\u{2029}\": a\nl: b",
        ])
    func linesOfYAML12(_ text: String) throws {
        // A tab in a comment is outside the subset.
        let complete = try #require(try YAMLNode(parsing: "#\t\n" + text))
        let expected = BlockReader.read("#\n" + text.replacing(/[\u0085\u2028\u2029\uFEFF]/, with: "x"))
        guard case .root(let fast)? = expected else {
            Issue.record("outside the subset: \(text)")
            return
        }
        func texts(_ node: YAMLNode) -> [String] {
            (node.pairs ?? []).flatMap { [$0.key.text ?? "", $0.value.text ?? ""] }
        }
        func plain(_ text: String) -> String { text.replacing(/[\u0085\u2028\u2029\uFEFF]/, with: "x") }
        #expect(texts(complete).map(plain) == texts(fast).map(plain))
        #expect(complete.pairs?.map(\.key.line) == fast.pairs?.map(\.key.line))
        #expect(texts(complete).joined().utf8.count >= texts(fast).joined().utf8.count)
    }
}
