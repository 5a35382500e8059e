import ExperimentEvents
import ExperimentsSupport
import Foundation
import TestSupport
import Testing

@Suite("Times in files of events", .inTurn) struct EventTimeTests {
    private func read(_ time: String, in zone: String? = nil) throws -> ReadFile {
        var mapping = EventMapping()
        if let zone { mapping.clock = .zone(try #require(TimeZone(identifier: zone))) }
        return try ReadFile("event,unit,at\norder,ann,\"\(time)\"\n", mapping: mapping)
    }

    @Test(
        "are read as databases, analytics and mail write them",
        arguments: [
            ("2025-03-02 09:00:00+00", "2025-03-02T09:00:00.000Z"),
            ("2025-03-02 11:00:00.25+02", "2025-03-02T09:00:00.250Z"),
            ("2025-03-02T14:30:00+0530", "2025-03-02T09:00:00.000Z"),
            ("2025-03-02 05:30:00-03:30", "2025-03-02T09:00:00.000Z"),
            ("2025-03-02 09:00:00.000 +0000", "2025-03-02T09:00:00.000Z"),
            ("2025-03-02 01:00:00.000 -0800", "2025-03-02T09:00:00.000Z"),
            ("2025-03-02 09:00:00.000 Z", "2025-03-02T09:00:00.000Z"),
            ("2025-03-02 09:00:00.123456789 UTC", "2025-03-02T09:00:00.123Z"),
            ("2025-03-02 09:00:00 +0000 UTC", "2025-03-02T09:00:00.000Z"),
            ("2025-03-02T10:00:00+01:00[Europe/Oslo]", "2025-03-02T09:00:00.000Z"),
            ("2025-03-02 10:00:00.000 Europe/Oslo", "2025-03-02T09:00:00.000Z"),
            ("2025-03-02 09:00:00,5", "2025-03-02T09:00:00.500Z"),
            ("2025-03-02 09:00", "2025-03-02T09:00:00.000Z"),
            ("2025-03-02T09:00Z", "2025-03-02T09:00:00.000Z"),
            ("2025/03/02 09:00:00", "2025-03-02T09:00:00.000Z"),
            ("20250302T090000Z", "2025-03-02T09:00:00.000Z"),
            ("20250302090000", "2025-03-02T09:00:00.000Z"),
            ("20250302", "2025-03-02T00:00:00.000Z"),
            ("2025-03-02", "2025-03-02T00:00:00.000Z"),
            ("Sun, 02 Mar 2025 09:00:00 GMT", "2025-03-02T09:00:00.000Z"),
            ("2 Mar 2025 10:00 +0100", "2025-03-02T09:00:00.000Z"),
            ("2025/3/2 9:00", "2025-03-02T09:00:00.000Z"),
            ("2025-3-2 9:00:05", "2025-03-02T09:00:05.000Z"),
            ("2025.03.02 09:00", "2025-03-02T09:00:00.000Z"),
            ("2025-03-02 09:00:00 PM", "2025-03-02T21:00:00.000Z"),
            ("2025-03-02, 12:05 a.m.", "2025-03-02T00:05:00.000Z"),
            ("Mar 2, 2025", "2025-03-02T00:00:00.000Z"),
            ("March 2, 2025, 9:00:00 AM", "2025-03-02T09:00:00.000Z"),
            ("2 March 2025 09:00", "2025-03-02T09:00:00.000Z"),
            ("02-MAR-2025 09.00.00.250000 AM", "2025-03-02T09:00:00.250Z"),
            ("2025-03-02-09.00.00.250000", "2025-03-02T09:00:00.250Z"),
            ("02/Mar/2025:10:00:00 +0100", "2025-03-02T09:00:00.000Z"),
            ("Sun Mar 02 2025 10:00:00 GMT+0100 (Central European Time)", "2025-03-02T09:00:00.000Z"),
            ("Sun Mar  2 09:00:00 UTC 2025", "2025-03-02T09:00:00.000Z"),
            ("Sun Mar  2 09:00:00 2025", "2025-03-02T09:00:00.000Z"),
            ("2025-03-02\u{A0}09:00", "2025-03-02T09:00:00.000Z"),
            ("2025-03-02 09:00:00\u{202F}+00", "2025-03-02T09:00:00.000Z"),
            ("1740906000", "2025-03-02T09:00:00.000Z"),
            ("1740906000.25", "2025-03-02T09:00:00.250Z"),
            ("1.7409060E9", "2025-03-02T09:00:00.000Z"),
            ("1740906000250", "2025-03-02T09:00:00.250Z"),
            ("1740906000250000", "2025-03-02T09:00:00.250Z"),
            ("1740906000250000000", "2025-03-02T09:00:00.250Z"),
            ("1712010900123", "2024-04-01T22:35:00.123Z"),
        ]) func understood(_ text: String, _ time: String) throws
    {
        let file = try read(text)
        #expect(file.times == [time], "\(file.problems)")
    }

    @Test(
        "are never taken for a time in 1970, nor guessed",
        arguments: [
            "0", "1", "45718.375", "1970-01-01T00:00:00Z", "1899-12-30 00:00:00", "0001-01-01T00:00:00Z",
            "0000-00-00 00:00:00", "3/2/2025", "02.03.2025", "02-03-2025", "2025-02-30", "20250230",
            "2025-03-02 25:00",
            "2025-03-02 13:00:00 PM", "2025-03-02 00:00 AM", "2025-03-02-05:00", "02-MAR-25",
            "Sunday, 02-Mar-25 09:00:00",
            "Sun Mar 2 09:00:00", "Sun Mar 2 09:00:00 25", "2025-03-02 09:00:00 EST", "1000000000",
            "2025-03-02 09:00:00 Nowhere/City", "09:00:00", "2025", "yesterday", "1e300",
            "-1740906000", "2025-03-02 09:00:00+0", "2025-03-02 09:00:00.", "2025-03-02Z",
        ]) func refused(_ text: String) throws
    {
        let file = try read(text)
        #expect(file.events.isEmpty)
        #expect(file.problems.map(\.line) == [2])
        #expect(file.problems.first?.message.contains("\"\(text)\"") == true)
    }

    @Test("a spreadsheet's number of a day is refused with the day that it stands for") func spreadsheet()
        throws
    {
        let advice = try #require(try read("45718.375").problems.first?.advice)
        #expect(advice.contains("2025-03-02T09:00:00") && advice.contains("yyyy-mm-dd"))
    }

    @Test(
        "numbers of other clocks are refused with the time that they stand for",
        arguments: [
            ("762598800", "Core Data"), ("638765028000000000", ".NET"), ("133853796000000000", "Windows"),
            ("13385379600000000", "WebKit"),
        ]) func otherClocks(_ text: String, _ name: String) throws
    {
        let advice = try #require(try read(text).problems.first?.advice)
        #expect(advice.contains("2025-03-02T09:00:00") && advice.contains(name), "\(advice)")
    }

    @Test(
        "a time that can be read in several ways is refused with how to write it",
        arguments: [
            ("3/2/2025 9:00", "year first"), ("02-MAR-25 09.00.00.000000 AM", "year with four digits"),
            ("2025-03-02 09:00:00 PST", "offset from UTC"), ("9:00", "the day before the time"),
        ]) func ambiguous(_ text: String, _ words: String) throws
    {
        let advice = try #require(try read(text).problems.first?.advice)
        #expect(advice.contains(words), "\(advice)")
    }

    @Test("a number that a spreadsheet has rounded is refused, with what to do") func rounded() throws {
        let advice = try #require(try read("1.74091E+12").problems.first?.advice)
        #expect(advice.contains("rounded") && advice.contains("without decimals"))
        #expect(try read("1.740906e+12").times == ["2025-03-02T09:00:00.000Z"])
    }

    @Test("in the future are refused with their line, and counted as such") func future() throws {
        let text = "event,unit,at\norder,ann,2025-03-02 09:00\norder,ann,2025-03-02 11:00"
        let latest = Date(timeIntervalSince1970: 1_740_909_600)
        let file = try ReadFile(Array(text.utf8), latest: latest)
        #expect(file.times == ["2025-03-02T09:00:00.000Z"])
        #expect(file.problems.map(\.line) == [3])
        #expect(file.problems.map(\.outcome) == [.future])
    }

    @Test("without an offset are those of the zone that was named, in summer and in winter") func zone()
        throws
    {
        #expect(try read("2025-03-02 10:00:00", in: "Europe/Oslo").times == ["2025-03-02T09:00:00.000Z"])
        #expect(try read("2025-07-02 10:00", in: "Europe/Oslo").times == ["2025-07-02T08:00:00.000Z"])
        #expect(try read("2025-07-02", in: "Europe/Oslo").times == ["2025-07-01T22:00:00.000Z"])
        // What says its offset keeps it.
        #expect(try read("2025-07-02 10:00+00", in: "Europe/Oslo").times == ["2025-07-02T10:00:00.000Z"])
    }

    @Test(
        "that clocks skip are those of a clock that was not set forward, and stay apart",
        arguments: [10, 30, 50])
    func skipped(minute: Int) throws {
        let file = try read("2025-03-30 02:\(minute)", in: "Europe/Oslo")
        #expect(file.times == ["2025-03-30T01:\(minute):00.000Z"])
        #expect(file.remarks.contains { $0.contains("1 time does not exist in the time zone of the file") })
        #expect(try read("2025-03-30 03:30", in: "Europe/Oslo").times == ["2025-03-30T01:30:00.000Z"])
        #expect(try read("2025-10-26 02:30", in: "Europe/Oslo").times == ["2025-10-26T00:30:00.000Z"])
    }
}
