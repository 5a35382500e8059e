import ExperimentsSupport
import Foundation
import TestSupport
import Testing

@Suite("Times as RFC 3339", .inTurn)
struct RFC3339Tests {
    @Test("writes what Foundation writes, from the year 1600 to 9999", arguments: 0..<4 as Range<UInt64>)
    func writesLikeFoundation(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<500 {
            let seconds = Int64.random(in: -11_676_096_000...253_402_300_799, using: &random)
            let date = Date(timeIntervalSince1970: Double(seconds))
            #expect(RFC3339.text(of: date) == date.formatted(.iso8601))
        }
    }

    @Test("reads what it wrote, to the millisecond", arguments: 0..<4 as Range<UInt64>)
    func roundTrips(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<500 {
            let milliseconds = Int64.random(in: -62_167_219_200_000...253_402_300_799_999, using: &random)
            let date = Date(timeIntervalSince1970: Double(milliseconds) / 1000)
            let text = RFC3339.text(of: date, milliseconds: true)
            let read = try #require(RFC3339.date(from: text))
            #expect(RFC3339.text(of: read, milliseconds: true) == text)
            #expect(abs(read.timeIntervalSince(date)) < 0.000_1)
        }
    }

    @Test(
        "reads every form that the standard allows",
        arguments: [
            ("2026-03-01T09:30:00Z", 1_772_357_400.0),
            ("2026-03-01t09:30:00z", 1_772_357_400),
            ("2026-03-01 09:30:00Z", 1_772_357_400),
            ("2026-03-01T09:30:00.5Z", 1_772_357_400.5),
            ("2026-03-01T09:30:00.123456789012345Z", 1_772_357_400.123456789),
            ("2026-03-01T11:00:00+01:30", 1_772_357_400),
            ("2026-03-01T04:30:00-05:00", 1_772_357_400),
            ("2024-02-29T00:00:00Z", 1_709_164_800),
            ("2016-12-31T23:59:60Z", 1_483_228_800),
            ("1969-12-31T23:59:59Z", -1),
            ("0001-01-01T00:00:00Z", -62_135_596_800),
        ])
    func reads(_ text: String, _ seconds: Double) throws {
        let date = try #require(RFC3339.date(from: text))
        #expect(abs(date.timeIntervalSince1970 - seconds) < 0.000_001)
    }

    @Test(
        "refuses a text that is not a time",
        arguments: [
            "", "2026-03-01", "2026-03-01T09:30:00", "2026-03-01T09:30Z", "2026-02-29T00:00:00Z",
            "2026-13-01T00:00:00Z",
            "2026-00-01T00:00:00Z", "2026-03-00T00:00:00Z", "2026-03-32T00:00:00Z", "2026-03-01T24:00:00Z",
            "2026-03-01T00:60:00Z", "2026-03-01T00:00:61Z", "2026-03-01T00:00:00.Z",
            "2026-03-01T00:00:00+1:00",
            "2026-03-01T00:00:00+24:00", "2026-03-01T00:00:00ZZ", "2026-03-01T00:00:00 Z",
            "+026-03-01T00:00:00Z",
            "2026-03-01X00:00:00Z", "２０２６-03-01T00:00:00Z",
        ])
    func refuses(_ text: String) {
        #expect(RFC3339.date(from: text) == nil)
    }

    @Test("writes three decimals only where there is a fraction")
    func shortest() {
        #expect(
            RFC3339.shortestText(of: Date(timeIntervalSince1970: 1_772_357_400)) == "2026-03-01T09:30:00Z")
        #expect(
            RFC3339.shortestText(of: Date(timeIntervalSince1970: 1_772_357_400.25))
                == "2026-03-01T09:30:00.250Z")
    }

    @Test("bends a time that has no text to the nearest that has one")
    func clamps() {
        #expect(RFC3339.text(of: .distantFuture) == "4001-01-01T00:00:00Z")
        #expect(RFC3339.text(of: Date(timeIntervalSince1970: .infinity)) == "9999-12-31T23:59:59Z")
        #expect(RFC3339.text(of: Date(timeIntervalSince1970: -.infinity)) == "0000-01-01T00:00:00Z")
        #expect(RFC3339.text(of: Date(timeIntervalSince1970: .nan)) == "1970-01-01T00:00:00Z")
    }
}
