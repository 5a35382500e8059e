import ExperimentsYAML
import TestSupport
import Testing

@Suite("Any text", .inTurn)
struct AnyTextTests {
    @Test("is read, or has a mistake at a place in it; its bytes are read as it is", arguments: 0..<8)
    func places(part: Int) {
        var count = 0
        let documents = 150
        for index in 0..<documents {
            let seed = UInt64(part * documents + index)
            var random = RandomYAML(generator: SeededGenerator(seed: seed), oddity: index % 3 == 0 ? 10 : 0)
            let text = random.document()
            if check(text, seed) { count += 1 }
            _ = check(random.mutated(text), seed)
        }
        // Were none of them read, this would say little.
        #expect(count > documents / 3)
    }

    /// - Returns: whether it is read.
    private func check(_ text: String, _ seed: UInt64) -> Bool {
        let outcome = Result { () throws(YAMLProblem) in try YAMLNode(parsing: text) }
        let ofBytes = Result { () throws(YAMLProblem) in try YAMLNode(parsing: Array(text.utf8)) }
        #expect(outcome == ofBytes, "seed \(seed):\n\(text)")
        let lines = text.unicodeScalars.count { $0 == "\n" || $0 == "\r" } + 1
        switch outcome {
        case .success(let root):
            let nodes = root.map(\.all) ?? []
            let areInside = nodes.allSatisfy { (1...lines).contains($0.line) && $0.column >= 1 }
            #expect(areInside, "seed \(seed):\n\(text)")
            return true
        case .failure(let problem):
            #expect(
                (1...lines).contains(problem.line) && problem.column >= 1, "seed \(seed): \(problem)\n\(text)"
            )
            return false
        }
    }

    @Test(
        "has U+0085, U+2028 and U+FEFF for characters like any other",
        arguments: [
            (#"k: "\ufeffabc""#, ["k", "\u{FEFF}abc"]), (#"k: "\uFEFF""#, ["k", "\u{FEFF}"]),
            (#"k: '\ufeffabc'"#, ["k", #"\ufeffabc"#]), (#"k: \uFeFF"#, ["k", #"\uFeFF"#]),
            (#"k: "\\ufeff""#, ["k", #"\ufeff"#]), ("k: \"\u{FEFF}a\"", ["k", "\u{FEFF}a"]),
            (#"k: "\U0000feff\u2028""#, ["k", "\u{FEFF}\u{2028}"]),
            ("k: a\u{2028}b", ["k", "a\u{2028}b"]), ("k: 'a\u{85}b'", ["k", "a\u{85}b"]),
            ("k: a # \u{2028} and \u{85}\nl: b", ["k", "a", "l", "b"]),
            ("\"\u{2029}\": a\nl: b", ["\u{2029}", "a", "l", "b"]),
        ])
    func linesOfYAML12(text: String, expected: [String]) throws {
        let pairs = try #require(try YAMLNode(parsing: text)?.pairs)
        let texts = pairs.flatMap { [$0.key.text, $0.value.text] }
        #expect(
            texts.map { $0.map { Array($0.unicodeScalars) } } == expected.map { Array($0.unicodeScalars) })
        #expect(pairs.map(\.key.line) == Array(1...pairs.count))
    }

    @Test(
        "may have tabs in blank lines and before comments, except in block scalars",
        arguments: [
            ("a: 1\n\t\nb: 2\n", ["a", "1", "b", "2"]), (" \t\r\n\t# c\r\na: 1\r\n", ["a", "1"]),
            ("a:\n  - x\n\t\n  - y\n", ["a", nil]), ("a: x\n \t\n  y\n\t", ["a", "x\ny"]),
            ("\t\na: |\n  x\n  \t\n  y\n\nb: 1\n\t\nc: 2", ["a", "x\n\t\ny\n", "b", "1", "c", "2"]),
            ("\t\ra: 1\r", ["a", "1"]),
        ])
    func tabs(text: String, expected: [String?]) throws {
        let pairs = try #require(try YAMLNode(parsing: text)?.pairs)
        #expect(pairs.flatMap { [$0.key.text, $0.value.text] } == expected)
    }

    @Test(
        "has a question mark for a sign of a key only before a space",
        arguments: [
            ("k: {?a: b, ? c: d}", ["?a", "c"]), ("k: { ?a: b,?c : d}", ["?a", "?c"]),
            ("k: {'?a': b}", ["?a"]), ("?a: b\n? c\n: d\n", ["?a", "c"]),
        ])
    func questionMarks(text: String, expected: [String]) throws {
        let root = try #require(try YAMLNode(parsing: text))
        #expect((root["k"] ?? root).pairs?.map(\.key.text) == expected)
    }

    @Test(
        "has signs of anchors and aliases in the middle of a key as text",
        arguments: ["salt &pepper: 1", "2 *x: 1", "{salt &pepper: 1}"])
    func signsWithinText(text: String) throws {
        #expect(try YAMLNode(parsing: text)?.pairs?.map(\.value.text) == ["1"])
    }
}

extension YAMLNode {
    /// The node and all below it.
    fileprivate var all: [YAMLNode] {
        let below = (items ?? []) + (pairs ?? []).flatMap { [$0.key, $0.value] }
        return [self] + below.flatMap(\.all)
    }
}
