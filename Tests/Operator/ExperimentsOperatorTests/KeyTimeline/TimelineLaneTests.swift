import ExperimentsCore
import Foundation
import TestSupport
import Testing

@testable import ExperimentsOperator

@Suite("A timeline on a line of cells", .inTurn)
struct TimelineLaneTests {
    private let now = Date(timeIntervalSince1970: 1_772_000_000)
    private let key = CatalogKey(name: "limit", schema: ValueSchema(kind: .int, defaultText: "10"))

    private func value(_ text: String?, ago seconds: Double, isFirst: Bool = false) -> KeptValue {
        KeptValue(
            moment: ValueMoment(
                at: now - seconds, unchangedUntil: nil, version: nil, notes: [], program: nil),
            text: text.map { KeptText($0) }, isFirst: isFirst)
    }

    private func lane(_ values: [KeptValue], override: Override? = nil, width: Int = 20) -> TimelineLane {
        TimelineLane(
            KeyTimeline("limit", key, values: values, current: override, at: now),
            TimelineSpan(seconds: 2000),
            width: width, until: now, .utc)
    }

    /// The stretches in short: the cells, the sign of the change and the value.
    private func text(_ lane: TimelineLane) -> [String] {
        lane.values.map {
            "\($0.columns.lowerBound)-\($0.columns.upperBound) \($0.sign.map(String.init) ?? "") \($0.text ?? "none")"
        }
    }

    @Test("Values, changes, what is not there and what is not known have places of their own")
    func signs() {
        let lane = lane([
            value("5", ago: 1500, isFirst: true), value("10", ago: 1000), value(nil, ago: 450),
            value("7", ago: 250),
            value("8", ago: 240),
        ])
        #expect(text(lane) == ["5-10  5", "10-15 ╪ 10", "15-17 ╪ none", "17-20 2 8"])
        #expect(lane.values.map(\.fill) == ["═", "─", "·", "═"])
    }

    @Test("What began before the lane fills it from its start, without a change")
    func before() {
        #expect(text(lane([value("5", ago: 9000, isFirst: true), value("6", ago: 5000)])) == ["0-20  6"])
    }

    @Test("A change now is in the last cell, one as old as the lane in the first")
    func ends() {
        let lane = lane([value("5", ago: 9000, isFirst: true), value("6", ago: 2000), value("7", ago: 0)])
        #expect(text(lane) == ["0-19 ╪ 6", "19-20 ╪ 7"])
    }

    @Test("Stored times in any order make a picture, in the order of writing")
    func unordered() {
        var random = SeededGenerator(seed: 3)
        for _ in 0..<500 {
            let values = (0..<random.below(6)).map { number in
                value("\(number)", ago: Double(random.below(8000)) - 4000, isFirst: number == 0)
            }
            let start = now - Double(random.below(8000)) + 4000
            let end = now - Double(random.below(8000)) + 4000
            let lane = lane(values, override: Override(value: "1", setAt: start, expiresAt: end))
            #expect(lane.values.allSatisfy { 0 <= $0.columns.lowerBound && $0.columns.upperBound <= 20 })
            #expect(lane.overrides.allSatisfy { 0 <= $0.columns.lowerBound && $0.columns.upperBound <= 20 })
        }
        #expect(
            text(lane([value("5", ago: -1000, isFirst: true), value("6", ago: 500)])).last == "19-20 ╪ 6")
    }

    @Test("Overrides have a line of their own while they are on")
    func overrides() {
        let lane = lane([], override: Override(value: "1", setAt: now - 1000, expiresAt: now - 500))
        #expect(lane.overrides.map(\.columns) == [10..<16] && lane.overrides.map(\.text) == ["1"])
        #expect(self.lane([]).overrides.isEmpty)
    }

    @Test(
        "Any timeline fits lanes of any width and span, and marks of time do not overlap",
        arguments: 0..<40 as Range<UInt64>)
    func random(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var ago = Double(random.below(400 * 86400))
        var values: [KeptValue] = []
        while ago > 0, values.count < 30 {
            values.append(
                value(random.below(4) == 0 ? nil : "\(random.below(12))", ago: ago, isFirst: values.isEmpty))
            ago -= Double(random.below(40 * 86400))
        }
        let timeline = KeyTimeline("limit", key, values: values, at: now)
        for seconds in [1, 11, 3600, 86400, 91 * 86400, 366 * 86400] as [Double] {
            let width = 1 + random.below(150)
            let span = TimelineSpan(seconds: seconds)
            let lane = TimelineLane(
                timeline, span, width: width, until: now, .zone(TimeZone(identifier: "Europe/Oslo")!))
            #expect(lane.tickLine.count <= width)
            for (tick, next) in zip(lane.ticks, lane.ticks.dropFirst()) {
                #expect(next.column - tick.column > tick.text.count)
            }
            for (stretch, next) in zip(lane.values, lane.values.dropFirst()) {
                #expect(stretch.columns.upperBound <= next.columns.lowerBound)
            }
            #expect(lane.values.allSatisfy { !$0.columns.isEmpty && $0.columns.upperBound <= width })
            let start: Date = now - span.seconds
            let later = timeline.periods.filter { period in !period.isFirst && period.from >= start }
            #expect(lane.values.reduce(0) { $0 + $1.changes } == later.count)
        }
    }

    @Test(
        "Marks of time are seconds on the shortest lanes, hours on short ones and days on long ones, as clocks show them"
    )
    func ticks() {
        // 2026-02-25 06:13:20 UTC.
        func ticks(_ seconds: Double, _ localTime: LocalTime) -> [String] {
            TimelineLane(
                KeyTimeline("limit", values: [], at: now), TimelineSpan(seconds: seconds), width: 80,
                until: now,
                localTime
            ).ticks.map(\.text)
        }
        #expect(ticks(11, .utc) == ["06:13:10", "06:13:12", "06:13:14", "06:13:16", "06:13:18"])
        #expect(ticks(3600, .utc).first == "05:20" && ticks(3600, .utc).last == "06:10")
        let day = 86400.0
        #expect(ticks(day, .utc) == ["09:00", "12:00", "15:00", "18:00", "21:00", "02-25", "03:00", "06:00"])
        #expect(ticks(day, .fixed(3600)).first == "09:00" && ticks(day, .fixed(3600)).last == "06:00")
        #expect(ticks(7 * day, .utc) == ["02-19", "02-20", "02-21", "02-22", "02-23", "02-24", "02-25"])
    }

    @Test("The span is all that is known, or the changes if there was none for long, and can be another")
    func span() {
        func fitting(_ values: [KeptValue]) -> Double {
            TimelineSpan(fitting: KeyTimeline("limit", values: values, at: now), at: now).seconds
        }
        #expect(fitting([value("1", ago: 11, isFirst: true), value("2", ago: 4)]) == 11)
        #expect(fitting([value("1", ago: 20 * 86400, isFirst: true)]) == 20 * 86400)
        #expect(fitting([value("1", ago: 400 * 86400, isFirst: true), value("2", ago: 7200)]) == 1.5 * 7200)
        #expect(fitting([]) > 0)
        #expect(TimelineSpan(seconds: 60).next(wider: true).seconds == 120)
        #expect(TimelineSpan(seconds: 60).next(wider: false).words == "the last 30 seconds")
        #expect(TimelineSpan(seconds: 60).words == "the last minute")
    }
}

@Suite("A moment of the past as it is typed", .inTurn)
struct PastMomentTests {
    private let now = Date(timeIntervalSince1970: 1_772_000_000)

    private func text(_ typed: String, _ localTime: LocalTime = .fixed(3600)) -> String? {
        (try? localTime.pastMoment(typed, now: now)).map { RFC3339.text(of: $0) }
    }

    @Test("Is a time ago, a time of day, a day, both, or RFC 3339")
    func forms() {
        #expect(text("now") == "2026-02-25T06:13:20Z")
        #expect(text("2h") == "2026-02-25T04:13:20Z")
        #expect(text("07:00") == "2026-02-25T06:00:00Z")
        // Still to come today.
        #expect(text("08:00") == "2026-02-24T07:00:00Z")
        #expect(text("2026-02-20") == "2026-02-19T23:00:00Z")
        #expect(text("2026-02-20 12:30") == "2026-02-20T11:30:00Z")
        #expect(text("2026-02-20T12:30:05") == "2026-02-20T11:30:05Z")
        #expect(text("2026-02-20T12:30:05Z") == "2026-02-20T12:30:05Z")
        #expect(text("2026-02-20T12:30:05+02:00") == "2026-02-20T10:30:05Z")
        #expect(text("2026-02-20T12:30+02") == "2026-02-20T10:30:00Z")
    }

    @Test("Goes by the clocks of that day")
    func summer() throws {
        let oslo = LocalTime.zone(try #require(TimeZone(identifier: "Europe/Oslo")))
        #expect(text("2025-07-01 12:00", oslo) == "2025-07-01T10:00:00Z")
        #expect(text("2025-12-01 12:00", oslo) == "2025-12-01T11:00:00Z")
    }

    @Test("Anything else is refused with examples, and so is what is still to come")
    func refused() {
        for typed in ["", "tomorrow", "2026-02-30", "25:00", "2026-02-20 9", "12", "-2h", "2026-2-3"] {
            #expect(text(typed) == nil, "\(typed)")
        }
        let problem = #expect(throws: MessageError.self) {
            try LocalTime.utc.pastMoment("2030-01-01", now: now)
        }
        #expect(problem?.message == #""2030-01-01": in the future"#)
    }
}
