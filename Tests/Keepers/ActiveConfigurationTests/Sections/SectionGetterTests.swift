import ActiveConfiguration
import ExperimentsCore
import Foundation
import TestSupport
import Testing

@Suite("The settings of a section", .inTurn)
struct SectionGetterTests {
    func section(_ value: JSONValue) -> ActiveConfigSection {
        ActiveConfigSection(name: "Shop", settings: ["key": value])
    }

    @Test(
        "a whole number is read from whatever begins with one",
        arguments: [
            ("45", 45), (" \n-12 items", -12), ("+7", 7), ("10.9", 10), ("", 0), ("items", 0), ("-", 0),
            ("- 1", 0),
            ("99999999999999999999", Int.max), ("-99999999999999999999", Int.min),
            ("9223372036854775807", Int.max), ("-9223372036854775808", Int.min),
        ])
    func intOfString(text: String, expected: Int) {
        #expect(section(.string(text)).int(forKey: "key") == expected)
    }

    @Test(
        "a whole number is what a number is without its fraction, cut to the range of Int",
        arguments: [
            ("10.9", 10), ("-10.9", -10), ("9007199254740993", 9_007_199_254_740_993), ("1e3", 1000),
            ("1e30", Int.max),
            ("-1e30", Int.min), ("1e999", Int.max), ("0.1", 0),
        ])
    func intOfNumber(lexeme: String, expected: Int) {
        #expect(section(.number(lexeme)).int(forKey: "key") == expected)
    }

    @Test(
        "a number is read from whatever begins with one",
        arguments: [
            ("1.5", 1.5), (" -2.5e1 km", -25), ("5.", 5), (".5", 0.5), ("1e", 1), ("1e+", 1), ("1.e2", 100),
            (".", 0),
            ("+.5", 0.5), ("inf", 0), ("nan", 0), ("0x10", 0), ("", 0), ("e5", 0), ("-", 0),
        ])
    func doubleOfString(text: String, expected: Double) {
        #expect(section(.string(text)).double(forKey: "key") == expected)
        #expect(section(.string(text)).float(forKey: "key") == Float(expected))
    }

    @Test(
        "a boolean is read from words and numbers",
        arguments: [
            ("YES", true), ("yes", true), ("true", true), ("T", true), ("1", true), ("  +009", true),
            ("no", false),
            ("0", false), ("-0", false), ("", false), ("on", false), ("false", false),
        ])
    func boolOfString(text: String, expected: Bool) {
        #expect(section(.string(text)).bool(forKey: "key") == expected)
    }

    @Test("numbers count as booleans, and booleans as numbers")
    func boolsAndNumbers() {
        #expect(section(2).bool(forKey: "key"))
        #expect(section(.number("0.5")).bool(forKey: "key"))
        #expect(!section(0).bool(forKey: "key"))
        #expect(section(true).int(forKey: "key") == 1)
        #expect(section(true).double(forKey: "key") == 1)
        #expect(section(false).float(forKey: "key") == 0)
    }

    @Test("an absent setting is nil, or the type's zero")
    func absent() {
        let section = section("x")
        #expect(section["other"] == nil)
        #expect(section.string(forKey: "other") == nil)
        #expect(section.url(forKey: "other") == nil)
        #expect(section.array(forKey: "other") == nil)
        #expect(section.stringArray(forKey: "other") == nil)
        #expect(section.dictionary(forKey: "other") == nil)
        #expect(section.int(forKey: "other") == 0)
        #expect(section.double(forKey: "other") == 0)
        #expect(!section.bool(forKey: "other"))
    }

    @Test("an address is encoded where it must be, and not twice")
    func url() {
        let plain = section("https://example.com/a b").url(forKey: "key")
        #expect(plain?.absoluteString == "https://example.com/a%20b")
        let encoded = section("https://example.com/a%20b").url(forKey: "key")
        #expect(encoded?.absoluteString == "https://example.com/a%20b")
        #expect(section("").url(forKey: "key") == nil)
    }

    @Test("an empty array is an array of strings")
    func emptyArray() {
        #expect(section([]).stringArray(forKey: "key") == [])
    }

    @Test(
        "what is not of the format counts as no settings",
        arguments: [nil, 1, "x", [], ["settings": 1]] as [JSONValue])
    func shapes(content: JSONValue) {
        let section = ActiveConfigSection(name: "S", content: content)
        #expect(section.keys.isEmpty)
        #expect(section["settings"] == nil)
    }

    @Test("a setting without an object or a value is absent, the others are there")
    func halfSettings() throws {
        let section = ActiveConfigSection(
            name: "S",
            content: ["settings": ["a": 1, "b": [:], "c": ["value": nil], "d": ["value": 4, "note": "x"]]])
        #expect(section.keys == ["c", "d"])
        #expect(section["c"] == .null)
        #expect(section["d"] == 4)
    }
}
