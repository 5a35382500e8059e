import Testing

@testable import GrowthBookFeatures

@Suite("Regular expressions of JavaScript")
struct PatternTests {
    @Test(
        "They find what JavaScript finds",
        arguments: [
            ("^.$", "😀", false), ("^..$", "😀", true), ("a/b", "a/b", true), ("[^]", "\n", true), ("[]", "x", false),
            ("a{", "a{", true), ("a{2}", "aa", true), ("a{,2}", "a{,2}", true), ("]", "]", true),
            ("\\s", "\u{feff}", true),
            ("\\s", "\u{85}", false), (".", "\u{2028}", false), ("[\\w-]", "-", true), ("(a)\\1", "aa", true),
            ("\\u00e9", "é", true), ("\\x41", "A", true), ("(?<n>a)\\k<n>", "aa", true), ("\\cJ", "\n", true),
            ("(?!a)b", "b", true), ("[\\]]", "]", true), ("[a-c]", "b", true), ("[-a]", "-", true), ("😀", "x😀", true),
        ])
    func finds(pattern: String, text: String, isFound: Bool) {
        #expect(JavaScriptPattern(pattern, ignoresCase: false).isFound(in: text) == isFound, "\(pattern)")
    }

    @Test("What JavaScript refuses finds nothing, and says why", arguments: ["(", "(?i)a", "a**", "[a", "(?P<n>a)"])
    func refused(pattern: String) {
        let pattern = JavaScriptPattern(pattern, ignoresCase: false)
        #expect(pattern.problem != nil)
        #expect(pattern.isFound(in: "a(") == nil)
    }

    @Test("One that would hang other engines is answered")
    func hanging() {
        let text = String(repeating: "a", count: 20_000) + "!"
        #expect(JavaScriptPattern("^(a|a)*$", ignoresCase: false).isFound(in: text) == false)
        #expect(JavaScriptPattern("^(a+)+$", ignoresCase: false).isFound(in: text) == false)
    }
}
