import ExperimentsCore
import TestSupport
import Testing

@testable import FirebaseTemplates

@Suite("Patterns", .inTurn)
struct PatternTests {
    @Test(
        "what matches is found anywhere in the text",
        arguments: [
            ("r", "pro"), ("^p", "pro"), ("o$", "pro"), ("a|b", "xb"),
            (#"^\w+@example\.com$"#, "me@example.com"),
            ("(ab)+c", "xababc"), ("a{2,3}b", "aab"), ("a{2}", "aa"), ("colou?r", "color"), ("[^0-9]", "1a"),
            ("[a-c-]", "-"), (#"\bcat\b"#, "a cat!"), ("(?i)PRO", "pro"), ("(?i:P)ro", "pro"),
            ("(?P<n>p)ro", "pro"), (#"(?P<n>a)(?P=n)"#, "aa"), (#"(a|b)\1"#, "bb"), ("(?<=p)ro", "pro"),
            ("(?<!x)ro", "pro"), ("p(?=r)", "pro"), ("p(?!x)", "pro"), ("(?m)^b$", "a\nb"),
            ("(?s)a.c", "a\nc"),
            ("", "anything"), ("(?:$)?", ""), ("(?i)σοφος", "ΣΟΦΟΣ"), ("x*", ""), ("(a*)*b", "aaab"),
            (#"\x41\u00e9"#, "Aé"),
            (#"\s"#, "\u{a0}"), ("^.$", "🙂"), ("a*?b", "aab"), ("(?:a|ab)(?:c|bcd)$", "abcd"),
        ])
    func matches(pattern: String, text: String) throws {
        #expect(try TemplatePattern(pattern, .sdks).isFound(in: text) == true)
    }

    @Test(
        "what does not match is not found",
        arguments: [
            ("P", "pro"), ("^r", "pro"), ("a.c", "a\nc"), ("a$", "a\n"), (#"\d"#, "٣"), (#"\w"#, "é"),
            ("(?<=x)ro", "pro"), ("p(?=x)", "pro"), (#"(a)|\bz\1"#, "z"), ("a{2}", "a"), ("é", "e\u{301}"),
            ("[a-c]", "d"), (#"\Bcat"#, "cat"),
        ])
    func misses(pattern: String, text: String) throws {
        #expect(try TemplatePattern(pattern, .sdks).isFound(in: text) == false)
    }

    @Test(
        "what SDKs read differently is refused with its place",
        arguments: [
            ("(", 0), ("a)", 1), ("*", 0), ("a**", 2), ("a++", 2), ("[a", 0), ("[b-a]", 1), (#"\p{L}"#, 0),
            (#"\"#, 0),
            ("a{3,1}", 6), (#"\1"#, 0), ("(?<n>a)(?<n>b)", 7), ("(?#x)", 0), ("(?<=a*)b", 0), (#"\q"#, 0),
            ("a{1001}", 7), ("^*", 0), ("(?P=x)", 0), ("[[:alpha:]]", 1), ("[]a]", 0), ("a{,3}", 1),
            (#"\A"#, 0),
            (#"a\z"#, 1), (#"a\Z"#, 1),
        ])
    func refused(pattern: String, offset: Int) {
        let problem = #expect(throws: PatternProblem.self) { try TemplatePattern(pattern, .sdks) }
        #expect(problem?.offset == offset, "\(String(describing: problem))")
    }

    @Test("a search that would take forever is answered, or given up where it refers to a group")
    func explosion() throws {
        let text = String(repeating: "a", count: 40)
        #expect(try TemplatePattern("(a|a)*b", .sdks).isFound(in: text) == false)
        #expect(try TemplatePattern(#"(a|a)*\1b"#, .sdks).isFound(in: text) == nil)
        #expect(try TemplatePattern("(a*)*$", .sdks).isFound(in: text) == true)
    }

    @Test("no pattern and no text brings the reader or the matcher down")
    func anything() {
        let pieces = [
            "(", ")", "[", "]", "{", "}", "2", ",", "*", "+", "?", "|", "^", "$", ".", "a", "b", "\\", "\\b",
            "(?:",
            "(?=", "(?<!", "(?i)", "(?P<n>", "\\1", "-", "é", "🙂", "\n",
        ]
        var random = SeededGenerator(seed: 11)
        var understood = 0
        for _ in 0..<20_000 {
            let text = (0..<random.below(12)).map { _ in pieces[random.below(pieces.count)] }.joined()
            guard let pattern = try? TemplatePattern(text, .sdks) else { continue }
            understood += 1
            _ = pattern.isFound(
                in: (0..<random.below(10)).map { _ in pieces[random.below(pieces.count)] }.joined())
        }
        #expect(understood > 2000)
    }

    @Test("a pattern nested without end, or too large written out, is refused")
    func limits() {
        #expect(throws: PatternProblem.self) {
            try TemplatePattern(String(repeating: "(", count: 100_000), .sdks)
        }
        #expect(throws: PatternProblem.self) { try TemplatePattern("((((a{100}){100}){100}){100})", .sdks) }
    }
}
