import TestSupport
import Testing

@testable import ExperimentsSupport

@Suite("Regular expressions of RE2", .inTurn)
struct RE2Tests {
    private func isFound(_ pattern: String, _ text: String) throws -> Bool? {
        try RegularExpression(pattern, .re2).isFound(in: Array(text.utf8))
    }

    @Test(
        "what RE2 finds is found",
        arguments: [
            ("^[[:digit:]]+$", "12"), ("^[[:^digit:]]$", "x"), ("[a[:digit:]]", "5"), ("^[[:word:]-z]$", "-"),
            (#"^\p{L}+$"#, "Žluťoučký"), (#"^\pN$"#, "٣"), (#"^\P{Lu}$"#, "a"), (#"^\p{^Greek}$"#, "a"),
            (#"^[\p{Greek}\d]+$"#, "α1"), (#"^\p{Han}{2}$"#, "漢字"), (#"^\Q1.2\E$"#, "1.2"),
            (#"\Qab\E*c"#, "abbbc"),
            (#"a\Q(*\E"#, "a(*"), ("(?U)a+", "a"), ("(?s-U:a.)b", "a\nb"), (#"^\x{1F600}$"#, "😀"),
            (#"\x{e9}"#, "é"),
            (#"\141\0"#, "a\0"), (#"^\C\C$"#, "é"), (#"^[\d-z]+$"#, "-1z"),
            (#"^[\w-.]+@x\.com$"#, "a-b.c@x.com"),
            (#"\Aa\z"#, "a"), ("^*a", "a"), (#"(?:$)?"#, ""), (#"\b+a"#, "a"), ("a{,3}", "a{,3}"),
            ("[]a]", "]"),
            ("(?P<1>a)(?<é>b)", "ab"), ("a(?i)*b", "aaB"), (#"\_\-"#, "_-"), ("[[:a]", ":"), ("(|a)*", ""),
            (#"\B\C"#, "x\u{301}"),
        ])
    func finds(_ pattern: String, _ text: String) throws {
        #expect(try isFound(pattern, text) == true)
    }

    @Test(
        "blanks, digits and words are those of ASCII, and $ is the very end",
        arguments: [
            (#"\s"#, "\u{A0}"), (#"\s"#, "\u{0B}"), (#"\s"#, "\u{2028}"), (#"\d"#, "٣"), (#"\w"#, "é"),
            ("a$", "a\n"),
            ("[[:alpha:]]", "é"), (#"^\S$"#, " "), (#"\p{Lu}"#, "a"), (#"(?i)\P{Lu}"#, "a"),
            (#"(?i)\W"#, "ſ"),
        ])
    func misses(_ pattern: String, _ text: String) throws {
        #expect(try isFound(pattern, text) == false)
    }

    @Test(
        "any case goes both ways",
        arguments: [
            ("σοφος", "ΣΟΦΟΣ"), ("ς", "Σ"), ("µ", "μ"), ("\u{212A}", "k"), ("k", "\u{212A}"), ("s", "ſ"),
            ("ẞ", "ß"),
            ("ß", "ẞ"), ("ǅ", "ǆ"), ("\u{2126}", "ω"), ("[à-ö]", "Ö"), ("ΐ", "\u{1FD3}"), ("ﬅ", "ﬆ"),
        ])
    func folding(_ pattern: String, _ text: String) throws {
        #expect(try isFound("(?i)^\(pattern)$", text) == true)
        // Compared by scalars, as some of them are equivalent to others.
        #expect(
            try isFound("^\(pattern)$", text) == pattern.unicodeScalars.elementsEqual(text.unicodeScalars))
        #expect(try isFound("(?i)^[^\(pattern.unicodeScalars.count == 1 ? pattern : "à-ö")]$", text) != true)
    }

    @Test(
        "the dotless i and the dotted capital do not match i",
        arguments: [("i", "ı"), ("i", "İ"), ("ı", "I"), ("İ", "i")])
    func dotless(_ pattern: String, _ text: String) throws {
        #expect(try isFound("(?i)\(pattern)", text) == false)
    }

    @Test(
        "what RE2 refuses is refused, with what to write instead where there is something",
        arguments: [
            ("(?=a)", "look ahead or back"), ("(?<!x)a", "look ahead or back"), (#"(a)\1"#, "no references"),
            (#"a\Z"#, #"\z is the end"#), (#"\u00e9"#, #"\x{…}"#), (#"[\b]"#, "not an escape"),
            (#"\é"#, "not an escape"),
            ("[[:foo:]]", "no class [:foo:]"), (#"\p{greek}"#, "did you mean Greek"),
            (#"\pX"#, "no category or script"),
            ("(?P=n)", "unknown kind"), ("(?-)", "expected a flag"), ("(?i-)a", "expected a flag"),
            ("a**", "repeats"),
            ("(a{500}){3}", "at most 1000"), ("a{1001}", "at most 1000"), ("|*", "nothing to repeat"),
            ("(", "no )"),
            (#"\x{110000}"#, "10FFFF"), (#"\18"#, "no references"), ("[a", "no ]"),
            (#"[a-\d]"#, "one character to another"),
        ])
    func refuses(_ pattern: String, _ words: String) throws {
        let problem = #expect(throws: PatternProblem.self) { try RegularExpression(pattern, .re2) }
        #expect(problem?.message.contains(words) == true, "\(problem?.message ?? "")")
    }

    @Test("names of people of any language may be repeated as often as RE2 allows")
    func repeatedLetters() throws {
        let expression = try RegularExpression(#"^[\p{L}\p{M} .'-]{2,50}$"#, .re2)
        #expect(expression.isFound(in: Array("Ána María 山田 Жук".utf8)) == true)
        #expect(expression.isFound(in: Array("a1".utf8)) == false)
    }

    @Test(
        "the recorded verdicts of google-re2",
        .enabled(if: Conformance.isPresent, "\(Conformance.absence)"))
    func recorded() throws {
        let record = try #require(
            try JSONValue(parsing: Array(try Conformance.data("re2/verdicts.json"))).object)
        let texts = try #require(record["texts"]?.array).compactMap(\.string)
        let cases = try #require(record["cases"]?.array).compactMap(\.object)
        #expect(cases.count > 100)
        for recorded in cases {
            let pattern = try #require(recorded["pattern"]?.string)
            let expression = try? RegularExpression(pattern, .re2)
            #expect((expression != nil) == (recorded["valid"] == true), "\(pattern)")
            guard let expression else { continue }
            let found = texts.filter { expression.isFound(in: Array($0.utf8)) == true }.map { Array($0.utf8) }
            #expect(
                found == recorded["found"]?.array?.compactMap(\.string).map { Array($0.utf8) }, "\(pattern)")
        }
    }
}
