import ExperimentsSupport
import TestSupport
import Testing

@Suite("Text in which nothing hides", .inTurn)
struct VisibleTextTests {
    @Test(
        "controls become their pictures, and what cannot be seen its number",
        arguments: [
            ("plain, é, 中 and 😀", "plain, é, 中 and 😀"),
            ("\u{1B}]2;PWNED\u{07}", "␛]2;PWNED␇"),
            ("a\r\nb\tc\u{7F}", "a␍↵b⇥c␡"),
            ("\u{9B}31m\u{85}\u{2028}", "\\u{9b}31m↵↵"),
            ("\u{202E}gpj.exe\u{2069}", "\\u{202e}gpj.exe\\u{2069}"),
            ("pay\u{200B}wall", "pay\\u{200b}wall"),
            ("pay\u{200D}wall\u{FE0F}", "pay\\u{200d}wall\\u{fe0f}"),
            ("\u{FEFF}a\u{AD}b\u{E0041}", "\\u{feff}a\\u{ad}b\\u{e0041}"),
        ])
    func visible(_ text: String, _ expected: String) {
        #expect(VisibleText.of(text) == expected)
    }

    @Test(
        "what joins letters or the parts of a picture stays",
        arguments: ["👩‍👩‍👧", "❤️", "1️⃣", "نامه‌ای", "क्‍ष", "ä\u{301}"])
    func joined(_ text: String) {
        #expect(VisibleText.of(text) == text)
    }

    @Test("the program's own line feeds stay where they are asked for")
    func lines() {
        #expect(VisibleText.of("a\nb\r\n\u{1B}", keepingLines: true) == "a\nb␍\n␛")
    }

    @Test("JSON holds no character that hides or steers, whatever the value holds")
    func json() throws {
        for value in Array(0..<0x3000) + Array(0xFE00..<0x10000) + Array(0xE0000..<UInt32(0xE0200)) {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let text = "a" + String(scalar) + "b"
            guard VisibleText.of(text) != text, !(0xFE00...0xFE0F).contains(value) else { continue }
            let written = JSONValue.string(text).compactText
            if Self.isDisruptive(value) { #expect(!written.unicodeScalars.contains(scalar), "\(value)") }
            #expect(try JSONValue(parsing: written) == .string(text))
        }
    }

    /// What no output of the program may hold: controls, the separators of lines, and what turns the direction.
    private static func isDisruptive(_ value: UInt32) -> Bool {
        switch value {
        case 0..<0x20, 0x7F..<0xA0, 0x61C, 0x200B, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF,
            0xE0001...0xE007F:
            true
        default: false
        }
    }

    @Test(
        "of a value, blanks at its ends and unusual ones are visible, too",
        arguments: [
            ("a ", "a␠"), ("  a b ", "␠␠a b␠"), (" ", "␠"), ("a\u{a0}", "a\\u{a0}"),
            ("a\u{200b}", "a\\u{200b}"),
            ("true\u{feff}", "true\\u{feff}"), ("a\u{2009}b", "a\\u{2009}b"), ("日\u{3000}本", "日\u{3000}本"),
            ("", ""),
            ("é a", "é a"),
        ])
    func value(text: String, expected: String) {
        #expect(VisibleText.ofValue(text) == expected)
    }
}
