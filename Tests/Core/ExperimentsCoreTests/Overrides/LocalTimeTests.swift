import ExperimentsCore
import Foundation
import TestSupport
import Testing

@Suite("Times of day where clocks change", .inTurn)
struct LocalTimeTests {
    private func time(_ text: String) throws -> Date { try #require(RFC3339.date(from: text)) }

    @Test(
        "the end is when clocks show the time of day next",
        arguments: [
            // Put forward at 02:00, between now and then.
            ("Europe/Berlin", "2026-03-28T20:00:00+01:00", "18:00", "2026-03-29T18:00:00+02:00"),
            ("America/New_York", "2026-03-07T19:00:00-05:00", "18:00", "2026-03-08T18:00:00-04:00"),
            ("Australia/Lord_Howe", "2026-10-03T19:00:00+10:30", "18:00", "2026-10-04T18:00:00+11:00"),
            // Put back.
            ("Europe/Berlin", "2026-10-24T20:00:00+02:00", "18:00", "2026-10-25T18:00:00+01:00"),
            ("America/New_York", "2026-10-31T19:00:00-04:00", "18:00", "2026-11-01T18:00:00-05:00"),
            ("Australia/Lord_Howe", "2026-04-04T19:00:00+11:00", "18:00", "2026-04-05T18:00:00+10:30"),
            // A time that clocks leave out: when they do.
            ("Europe/Berlin", "2026-03-28T20:00:00+01:00", "02:30", "2026-03-29T03:00:00+02:00"),
            ("America/New_York", "2026-03-07T19:00:00-05:00", "02:00", "2026-03-08T03:00:00-04:00"),
            ("Australia/Lord_Howe", "2026-10-03T19:00:00+10:30", "02:15", "2026-10-04T02:30:00+11:00"),
            // A time that they show twice: the first, and where that is over the second.
            ("Europe/Berlin", "2026-10-25T01:00:00+02:00", "02:30", "2026-10-25T02:30:00+02:00"),
            ("Europe/Berlin", "2026-10-25T02:45:00+02:00", "02:30", "2026-10-25T02:30:00+01:00"),
            ("Europe/Berlin", "2026-10-25T02:45:00+01:00", "02:30", "2026-10-26T02:30:00+01:00"),
            ("America/New_York", "2026-11-01T01:10:00-04:00", "01:05", "2026-11-01T01:05:00-05:00"),
            ("Australia/Lord_Howe", "2026-04-05T01:50:00+11:00", "01:45", "2026-04-05T01:45:00+10:30"),
            // Put back at midnight, so that the evening before comes again.
            ("Atlantic/Azores", "2026-10-25T00:30:00+00:00", "00:15", "2026-10-25T00:15:00-01:00"),
            ("America/Havana", "2026-11-01T00:50:00-04:00", "00:45", "2026-11-01T00:45:00-05:00"),
            // A whole day left out.
            ("Pacific/Apia", "2011-12-29T19:00:00-10:00", "18:00", "2011-12-31T18:00:00+14:00"),
            ("Asia/Kolkata", "2026-03-28T20:00:00+05:30", "18:00", "2026-03-29T18:00:00+05:30"),
        ])
    func changes(_ name: String, _ now: String, _ text: String, _ end: String) throws {
        let zone = LocalTime.zone(try #require(TimeZone(identifier: name)))
        let expiry = try OverrideExpiry(parsing: text, now: try time(now), localTime: zone)
        #expect(expiry == .at(try time(end)))
    }

    @Test(
        "at every hour of a year, the end is within a day or so, and clocks then show what was asked for",
        arguments: ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Africa/Casablanca"],
        ["02:30", "18:00"])
    func everyHour(_ name: String, _ text: String) throws {
        let local = LocalTime.zone(try #require(TimeZone(identifier: name)))
        let start = try time("2026-01-01T00:07:00Z")
        var left = 0
        for hour in stride(from: 0, to: 365 * 24, by: 3) {
            let now = start + Double(hour) * 3600
            guard case .at(let end) = try OverrideExpiry(parsing: text, now: now, localTime: local) else {
                Issue.record("no time")
                continue
            }
            #expect(end > now && end <= now + 25 * 3600 + 3600)
            if local.civil(end).timeText != text + ":00" { left += 1 }
        }
        // Only where clocks leave the time out.
        #expect(left <= 9)
    }

    @Test("what a clock shows is by the season of the date, not of now")
    func civil() throws {
        let local = LocalTime.zone(try #require(TimeZone(identifier: "Europe/Berlin")))
        #expect(local.civil(try time("2026-01-01T12:00:00Z")).timeText == "13:00:00")
        #expect(local.civil(try time("2026-07-01T12:00:00Z")).timeText == "14:00:00")
    }

    @Test("dates beyond all calendars show something", arguments: [1e300, -1e300, .infinity])
    func beyond(_ seconds: Double) {
        #expect(!LocalTime.utc.civil(Date(timeIntervalSince1970: seconds)).timeText.isEmpty)
    }
}
