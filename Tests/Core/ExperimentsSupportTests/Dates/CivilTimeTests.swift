import ExperimentsSupport
import Foundation
import TestSupport
import Testing

@Suite("Civil time", .inTurn)
struct CivilTimeTests {
    @Test("has the fields of Foundation's calendar", arguments: 0..<4 as Range<UInt64>)
    func agreesWithFoundation(seed: UInt64) throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(secondsFromGMT: 0))
        var random = SeededGenerator(seed: seed)
        for _ in 0..<300 {
            let seconds = Int64.random(in: -11_676_096_000...253_402_300_799, using: &random)
            let expected = calendar.dateComponents(
                [.year, .month, .day, .hour, .minute, .second],
                from: Date(timeIntervalSince1970: Double(seconds)))
            let civil = CivilTime(secondsSince1970: seconds)
            #expect(civil.year == expected.year)
            #expect(civil.month == expected.month)
            #expect(civil.day == expected.day)
            #expect(civil.hour == expected.hour)
            #expect(civil.minute == expected.minute)
            #expect(civil.second == expected.second)
        }
    }

    @Test("pads its texts")
    func texts() {
        let civil = CivilTime(secondsSince1970: 5)
        #expect(civil.dateText == "1970-01-01")
        #expect(civil.timeText == "00:00:05")
    }

    @Test("survives the ends of time")
    func extremes() {
        #expect(CivilTime(secondsSince1970: .max).month >= 1)
        #expect(CivilTime(secondsSince1970: .min).month >= 1)
    }
}
