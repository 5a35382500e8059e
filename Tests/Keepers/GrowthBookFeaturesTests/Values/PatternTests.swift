import TestSupport
import Testing

@testable import GrowthBookFeatures

@Suite("Regular expressions of JavaScript", .inTurn)
struct PatternTests {
    @Test(
        "They find what JavaScript finds",
        arguments: [
            ("^.$", "😀", false), ("^..$", "😀", true), ("a/b", "a/b", true), ("[^]", "\n", true),
            ("[]", "x", false),
            ("a{", "a{", true), ("a{2}", "aa", true), ("a{,2}", "a{,2}", true), ("]", "]", true),
            ("\\s", "\u{feff}", true),
            ("\\s", "\u{85}", false), (".", "\u{2028}", false), ("[\\w-]", "-", true), ("(a)\\1", "aa", true),
            ("\\u00e9", "é", true), ("\\x41", "A", true), ("(?<n>a)\\k<n>", "aa", true), ("\\cJ", "\n", true),
            ("(?!a)b", "b", true), ("[\\]]", "]", true), ("[a-c]", "b", true), ("[-a]", "-", true),
            ("😀", "x😀", true),
            ("^(a)?b\\1$", "b", true), ("(?:(a)|b)*\\1c", "abc", true), ("\\2(a)(b)", "ab", true),
            ("[\\r-😀]", "\u{e000}", false),
            ("[\\ud800-\\uffff]", "\u{e000}", true), ("[^\\S]", " ", true), ("[\\d-a-z]", "-", true),
        ])
    func finds(pattern: String, text: String, isFound: Bool) {
        #expect(JavaScriptPattern(pattern, ignoresCase: false).isFound(in: text) == isFound, "\(pattern)")
    }

    @Test(
        "What JavaScript refuses finds nothing, and says why",
        arguments: ["(", "(?i)a", "a**", "[a", "(?P<n>a)", "(?<=a)*b", "^*", "[b-a]"])
    func refused(pattern: String) {
        let pattern = JavaScriptPattern(pattern, ignoresCase: false)
        #expect(pattern.problem != nil)
        #expect(pattern.isFound(in: "a(") == nil)
    }

    @Test(
        "In any case, nothing beyond ASCII is in it",
        arguments: [
            ("^I$", "ı", false), ("^k$", "\u{212a}", false), ("s", "ſ", false), ("^ß$", "ẞ", false),
            ("σ", "ς", true),
            ("µ", "μ", true), ("é", "É", true), ("^[^k]$", "K", false), ("(k)\\1", "kK", true),
        ])
    func anyCase(pattern: String, text: String, isFound: Bool) {
        #expect(JavaScriptPattern(pattern, ignoresCase: true).isFound(in: text) == isFound, "\(pattern)")
    }

    @Test("One that would hang other engines is answered")
    func hanging() {
        let text = String(repeating: "a", count: 20_000) + "!"
        #expect(JavaScriptPattern("^(a|a)*$", ignoresCase: false).isFound(in: text) == false)
        #expect(JavaScriptPattern("^(a+)+$", ignoresCase: false).isFound(in: text) == false)
    }
}
