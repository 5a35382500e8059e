import TestSupport
import Testing

@testable import ExperimentsSupport

@Suite("Numbers as texts", .inTurn)
struct NumberTextTests {
    @Test(
        "a number of YAML 1.2 is written as JSON writes it",
        arguments: [
            (".5", "0.5"), ("+1", "1"), ("0x1F", "31"), ("0o17", "15"), ("012", "12"), ("5.", "5.0"),
            ("1e3", "1e3"),
            ("-0.50", "-0.50"), ("-.5E+2", "-0.5E+2"), ("00", "0"),
            ("123456789012345678901", "123456789012345678901"),
        ])
    func json(_ text: String, _ json: String) {
        #expect(NumberText.json(ofYAML: text) == json)
    }

    @Test(
        "a text in YAML 1.2 is not read as a number",
        arguments: [
            "", ".", "+", "-", "e3", "1e", "1_000", "0x", "0xG", "0o8", "-0x1", "+0o7", ".inf", ".nan", "1 ",
            "１",
        ])
    func texts(_ text: String) {
        #expect(NumberText.json(ofYAML: text) == nil)
    }

    @Test(
        "a number without a fraction is whole",
        arguments: [
            ("7", "7"), ("7.0", "7"), ("-7.00", "-7"), ("1e3", "1000"), ("1.5e1", "15"), ("150e-1", "15"),
            ("-0.0", "0"),
            ("0e5", "0"),
        ])
    func whole(_ text: String, _ digits: String) {
        #expect(NumberText.whole(text) == digits)
    }

    @Test(
        "a number with a fraction, or beyond any app, is not", arguments: ["7.5", "1e-1", "1e999", "15e-2"])
    func fractions(_ text: String) {
        #expect(NumberText.whole(text) == nil)
    }
}
