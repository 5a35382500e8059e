import ExperimentsSupport
import TestSupport
import Testing

@Suite("Spellings", .inTurn)
struct SpellingTests {
    @Test(
        "the words for true, in any case",
        arguments: ["1", "true", "t", "yes", "y", "on", "TRUE", "True", "YES", "On"])
    func truth(_ text: String) {
        #expect(BooleanText.value(of: text) == true)
    }

    @Test(
        "the words for false, in any case", arguments: ["0", "false", "f", "no", "n", "off", "FALSE", "Off"])
    func falsehood(_ text: String) {
        #expect(BooleanText.value(of: text) == false)
    }

    @Test(
        "nothing else is a boolean",
        arguments: ["", " true", "true ", "enabled", "2", "falsey", "tru", "wahr"])
    func noBoolean(_ text: String) {
        #expect(BooleanText.value(of: text) == nil)
    }

    @Test(
        "whole numbers are decimal and fit",
        arguments: [
            ("0", 0), ("-7", -7), ("007", 7), ("9223372036854775807", Int.max), ("9223372036854775808", nil),
            ("+1", nil),
            ("", nil), ("-", nil), (" 1", nil), ("1_000", nil), ("1.0", nil), ("0x10", nil), ("٣", nil),
        ] as [(String, Int?)])
    func wholeNumbers(_ text: String, _ value: Int?) {
        #expect(NumberText.integer(text) == value)
    }

    @Test(
        "decimal numbers are finite and without words",
        arguments: [
            ("0.5", 0.5), ("-3", -3), ("1e3", 1_000), ("1.5E-1", 0.15), ("1e400", nil), ("inf", nil),
            ("nan", nil),
            ("0x1p3", nil), ("+1", nil), ("", nil), ("1,5", nil), (" 1", nil), ("e", nil), (".", nil),
            ("-", nil),
        ] as [(String, Double?)])
    func decimalNumbers(_ text: String, _ value: Double?) {
        #expect(NumberText.double(text) == value)
    }

    @Test(
        "a number is written as short as it can be",
        arguments: [(3.0, "3"), (-0.5, "-0.5"), (0.1, "0.1"), (1e20, "1e+20"), (-0.0, "0")])
    func numberTexts(_ value: Double, _ text: String) {
        #expect(NumberText.text(of: value) == text)
    }

    @Test(
        "a quotation is one safe line",
        arguments: [
            ("plain", "\"plain\""), ("a\nb\t\r", "\"a\\nb\\t\\r\""), ("\u{1B}[31m", "\"\\u{1b}[31m\""),
            ("\u{9B}\u{202E}x\u{2066}", "\"\\u{9b}\\u{202e}x\\u{2066}\""), ("é中😀", "\"é中😀\""),
        ])
    func quotations(_ text: String, _ quotation: String) {
        #expect(Quotation.of(text) == quotation)
    }

    @Test("a long quotation is cut")
    func cutQuotations() {
        #expect(Quotation.of("abcdef", limit: 3) == "\"abc…\"")
        #expect(Quotation.of("abc", limit: 3) == "\"abc\"")
    }
}
