import ExperimentsCore
import Foundation
import TestSupport
import Testing

@Suite("Values of every kind", .inTurn)
struct ValueKindTests {
    @Test("an enum of texts is made from its raw values")
    func enumOfTexts() throws {
        #expect(try Paywall.decode("b") == .b)
        #expect(Paywall.b.remoteText == "b")
        #expect(Paywall.default == .a)
        #expect(Paywall.schema == ValueSchema(kind: .string, cases: ["a", "b", "c"], defaultText: "a"))
        let problem = #expect(throws: IncorrectValue.self) { try Paywall.decode("z") }
        #expect(problem?.description == "not one of its cases: expected one of a, b, c, found \"z\"")
    }

    @Test("a free text accepts anything, the empty text too")
    func freeText() throws {
        #expect(try Greeting.decode("") == Greeting(""))
        #expect(Greeting.schema == ValueSchema(kind: .string, defaultText: "Hello"))
    }

    @Test("an enum of on and off is off by default, in either order of its cases")
    func booleanEnum() throws {
        #expect(Onboarding.default == .disabled)
        #expect(try Onboarding.decode("yes") == .enabled)
        #expect(try Onboarding.decode("FALSE") == .disabled)
        #expect(Onboarding.enabled.remoteText == "true")
        #expect(Onboarding.enabled.isEnabled && !Onboarding.disabled.isEnabled)
        #expect(Onboarding.schema == ValueSchema(kind: .bool, defaultText: "false"))
        let problem = #expect(throws: IncorrectValue.self) { try Onboarding.decode("garbage") }
        #expect(problem?.reason == "not a boolean")
    }

    @Test("a boolean keeps its own default")
    func boolean() throws {
        #expect(try Flag.decode("0") == Flag(booleanLiteral: false))
        #expect(Flag.schema.defaultText == "true")
    }

    @Test("a whole number may refuse some")
    func wholeNumber() throws {
        #expect(try RetryCount.decode("10") == RetryCount(10))
        #expect(RetryCount(4).remoteText == "4")
        #expect(RetryCount.schema == ValueSchema(kind: .int, defaultText: "3"))
        #expect(
            #expect(throws: IncorrectValue.self) { try RetryCount.decode("1.5") }?.reason
                == "not a whole number")
        #expect(
            #expect(throws: IncorrectValue.self) { try RetryCount.decode("11") }?.reason
                == "refused by RetryCount")
    }

    @Test("a decimal number")
    func decimalNumber() throws {
        #expect(try Ratio.decode("0.25") == Ratio(0.25))
        #expect(try Ratio.decode("1") == Ratio(1))
        #expect(Ratio(2).remoteText == "2")
        #expect(Ratio.schema == ValueSchema(kind: .double, defaultText: "0.5"))
        #expect(#expect(throws: IncorrectValue.self) { try Ratio.decode("nan") }?.reason == "not a number")
    }

    @Test("a document is made from JSON, and written as JSON where it can be")
    func document() throws {
        let text = #"{"title":"Sale","url":"https://example.com/b"}"#
        #expect(try Banner.decode(text) == Banner(title: "Sale", url: "https://example.com/b"))
        #expect(Banner(title: "Sale", url: "https://example.com/b").remoteText == text)
        #expect(Banner.schema.kind == .json)
        #expect(OpaqueDocument(size: 1).remoteText == "")
        #expect(
            #expect(throws: IncorrectValue.self) { try Banner.decode("{") }?.reason.hasPrefix("not JSON")
                == true)
        #expect(
            #expect(throws: IncorrectValue.self) { try Banner.decode("{}") }?.reason == "refused by Banner")
        #expect(throws: IncorrectValue.self) { try OpaqueDocument.decode("") }
    }

    @Test("variants with a baseline are listed once and read with or without the suffix")
    func baselineVariants() throws {
        #expect(
            Theme.schema
                == ValueSchema(
                    kind: .string, cases: ["a", "b_var"], defaultText: "a_baseline", understandsBaseline: true
                ))
        for theme in Theme.allCases { #expect(try Theme.decode(theme.remoteText) == theme) }
        #expect(throws: IncorrectValue.self) { try Theme.decode("_baseline") }
    }

    @Test("on and off with a baseline is a boolean of exact words")
    func baselineBoolean() throws {
        #expect(
            Sorting.schema
                == ValueSchema(kind: .bool, defaultText: "false_baseline", understandsBaseline: true))
        for sorting in Sorting.allCases { #expect(try Sorting.decode(sorting.remoteText) == sorting) }
        #expect(
            #expect(throws: IncorrectValue.self) { try Sorting.decode("TRUE") }?.reason == "not a boolean")
    }

    @Test("only a baseline is not tracked")
    func tracking() {
        #expect(!Theme(baseline: true, .b).shouldTrack)
        #expect(Theme(baseline: false, .b).shouldTrack)
        #expect(!Sorting(baseline: true, isEnabled: true).shouldTrack)
        #expect(Sorting(baseline: false, isEnabled: false).shouldTrack)
        #expect(Layout.grid.shouldTrack)
    }
}
