import Experiments
import Foundation
import TestSupport
import Testing

@Suite("Texts as values of plain types", .inTurn)
struct ReadingTests {
    @Test("Each type has its valid texts")
    func valid() throws {
        #expect(try ValueReading.bool.value(of: "on"))
        #expect(try ValueReading.int(in: 1...6).value(of: "6") == 6)
        #expect(try ValueReading.double().value(of: "1e3") == 1000)
        #expect(try ValueReading.string().value(of: "") == "")
        #expect(try ValueReading.decimal().value(of: "19.99") == Decimal(string: "19.99"))
        #expect(try ValueReading.url.value(of: "https://example.com/a").path() == "/a")
        #expect(try ValueReading.date.value(of: "1970-01-01T00:01:00Z") == Date(timeIntervalSince1970: 60))
        #expect(try ValueReading.duration.value(of: "1h30m") == .seconds(5400))
        #expect(try ValueReading<PaywallPage>.rawValues.value(of: "b") == .b)
        #expect(try ValueReading<Pace>.rawValues.value(of: "10") == .fast)
        #expect(try ValueReading<Promotion>.json.value(of: #"{"title":"x","discount":2}"#).discount == 2)
        #expect(try ValueReading.int().optional.value(of: "") == nil)
    }

    @Test(
        "A text that is none says what was expected and what is wrong",
        arguments: [
            (Keys.giftCards as any RemoteKey, "maybe", "not a boolean: expected true or false"),
            (Keys.columns, "7", "outside its range: expected a whole number from 1 to 6"),
            (Keys.columns, "x", "not a whole number: expected a whole number from 1 to 6"),
            (Keys.discount, "1", "outside its range: expected a number from 0 to 0.9"),
            (Keys.price, "cheap", "not a number: expected a number"),
            (Keys.tone, "rude", "not one of its cases: expected one of formal, casual"),
            (Keys.paywall, "d", "not one of its cases: expected one of a, b, c"),
            (Keys.pace, "2", "not one of its cases: expected one of 1, 10"),
            (
                Keys.help, "help.html",
                "not an address: expected an address with a scheme, such as https://example.com"
            ),
            (Keys.opening, "tomorrow", "not a time: expected a time such as 2026-03-01T09:30:00Z"),
            (Keys.timeout, "90", "not a duration: expected a duration such as 30s or 1h30m"),
            (Keys.limit, "0", "outside its range: expected a whole number from 1 to 100"),
            (
                Keys.promotion, #"{"title":1,"discount":2}"#,
                "member \"title\" is not a String: expected JSON of a Promotion"
            ),
            (Keys.promotion, "{", "not JSON"),
        ])
    func invalid(key: any RemoteKey, text: String, words: String) {
        let error = #expect(throws: IncorrectValue.self) { try key.check(text) }
        #expect(error?.description.hasPrefix(words) == true, "\(String(describing: error))")
    }

    @Test("The text of a value is read as the same value")
    func texts() throws {
        func isRead<Value: Equatable>(_ value: Value, by reading: ValueReading<Value>) throws -> Bool {
            try reading.value(of: #require(reading.text(of: value))) == value
        }
        #expect(try isRead(true, by: .bool))
        #expect(try isRead(-3, by: .int()))
        #expect(try isRead(0.1, by: .double()))
        #expect(try isRead(Decimal(string: "0.30") ?? 0, by: .decimal()))
        #expect(try isRead(URL(filePath: "/a b"), by: .url))
        #expect(try isRead(Date(timeIntervalSince1970: 1.25), by: .date))
        for duration in [Duration.zero, .milliseconds(1), .milliseconds(1500), .seconds(90), .seconds(86400)]
        {
            #expect(try isRead(duration, by: .duration))
        }
        #expect(try isRead(Pace.fast, by: .rawValues))
        #expect(try isRead(Promotion(title: "a/b"), by: .json))
        #expect(ValueReading.int().optional.text(of: nil) == nil)
    }
}
