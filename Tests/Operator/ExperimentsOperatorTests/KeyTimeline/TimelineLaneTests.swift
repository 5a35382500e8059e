import ExperimentsCore
import Foundation
import TestSupport
import Testing

@testable import ExperimentsOperator

@Suite("A timeline on a line of cells")
struct TimelineLaneTests {
    private let now = Date(timeIntervalSince1970: 1_772_000_000)
    private let key = CatalogKey(name: "limit", schema: ValueSchema(kind: .int, defaultText: "10"))

    private func value(_ text: String?, ago seconds: Double, isFirst: Bool = false) -> KeptValue {
        KeptValue(
            moment: ValueMoment(at: now - seconds, unchangedUntil: nil, version: nil, notes: [], program: nil),
            text: text.map { KeptText($0) }, isFirst: isFirst)
    }

    private func lane(_ values: [KeptValue], override: Override? = nil, width: Int = 20) -> TimelineLane {
        TimelineLane(
            KeyTimeline("limit", key, values: values, current: override, at: now), seconds: 2000, width: width,
            until: now, .utc)
    }

    @Test("Values, changes, what is not there and what is not known have signs of their own")
    func signs() {
        let lane = lane([
            value("5", ago: 1500, isFirst: true), value("10", ago: 1000), value(nil, ago: 450), value("7", ago: 250),
            value("8", ago: 240),
        ])
        #expect(lane.valueLine == "     ═════◆────◆.2══")
    }

    @Test("What began before the lane fills it from its start, without a change")
    func before() {
        #expect(
            lane([value("5", ago: 9000, isFirst: true), value("6", ago: 5000)]).valueLine
                == String(repeating: "═", count: 20))
    }

    @Test("A change now is in the last cell, one as old as the lane in the first")
    func ends() {
        let lane = lane([value("5", ago: 9000, isFirst: true), value("6", ago: 2000), value("7", ago: 0)])
        let between = String(repeating: "═", count: 18)
        #expect(lane.valueLine == "◆\(between)◆")
    }

    @Test("Overrides have a line of their own while they are in force")
    func overrides() {
        let lane = lane([], override: Override(value: "1", setAt: now - 1000, expiresAt: now - 500))
        #expect(lane.overrideLine == String(repeating: " ", count: 10) + "▅▅▅▅▅▅")
        #expect(self.lane([]).overrideLine == nil)
    }

    @Test(
        "Any timeline fits lanes of any width and scale, and marks of time do not overlap",
        arguments: 0..<40 as Range<UInt64>)
    func random(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var ago = Double(random.below(400 * 86400))
        var values: [KeptValue] = []
        while ago > 0, values.count < 30 {
            values.append(value(random.below(4) == 0 ? nil : "\(random.below(12))", ago: ago, isFirst: values.isEmpty))
            ago -= Double(random.below(40 * 86400))
        }
        let timeline = KeyTimeline("limit", key, values: values, at: now)
        for scale in TimelineScale.allCases {
            let width = 1 + random.below(150)
            let lane = TimelineLane(
                timeline, seconds: scale.seconds, width: width, until: now, .zone(TimeZone(identifier: "Europe/Oslo")!))
            #expect(lane.values.count == width && lane.overrides.count == width)
            #expect(lane.tickLine.count <= width)
            for (tick, next) in zip(lane.ticks, lane.ticks.dropFirst()) {
                #expect(next.column - tick.column > tick.text.count)
            }
            var changes = 0
            for case .change(let count) in lane.values { changes += count }
            let start: Date = now - scale.seconds
            let later = timeline.periods.filter { period in !period.isFirst && period.from >= start }
            #expect(changes == later.count)
        }
    }

    @Test("Marks of time are hours on short lanes and days on long ones, as clocks show them")
    func ticks() {
        // 2026-02-25 06:13:20 UTC.
        func ticks(_ scale: TimelineScale, _ localTime: LocalTime) -> [String] {
            TimelineLane(
                KeyTimeline("limit", values: [], at: now), seconds: scale.seconds, width: 80, until: now, localTime
            ).ticks.map(\.text)
        }
        #expect(ticks(.hour, .utc).first == "05:20" && ticks(.hour, .utc).last == "06:10")
        #expect(ticks(.day, .utc) == ["09:00", "12:00", "15:00", "18:00", "21:00", "00:00", "03:00", "06:00"])
        #expect(ticks(.day, .fixed(3600)).first == "09:00" && ticks(.day, .fixed(3600)).last == "06:00")
        #expect(ticks(.week, .utc) == ["02-19", "02-20", "02-21", "02-22", "02-23", "02-24", "02-25"])
    }

    @Test("The scale is the shortest that shows every change, and can be another")
    func scale() {
        func fitting(_ values: [KeptValue]) -> TimelineScale {
            TimelineScale(fitting: KeyTimeline("limit", values: values, at: now), at: now)
        }
        #expect(fitting([]) == .hour)
        #expect(fitting([value("1", ago: 400 * 86400, isFirst: true), value("2", ago: 7200)]) == .day)
        #expect(fitting([value("1", ago: 20 * 86400, isFirst: true)]) == .month)
        #expect(fitting([value("1", ago: 900 * 86400, isFirst: true)]) == .year)
        #expect(TimelineScale.day.next(wider: true) == .week && TimelineScale.hour.next(wider: false) == nil)
    }
}

@Suite("A moment of the past as it is typed")
struct PastMomentTests {
    private let now = Date(timeIntervalSince1970: 1_772_000_000)

    private func text(_ typed: String, _ localTime: LocalTime = .fixed(3600)) -> String? {
        (try? PastMoment(parsing: typed, now: now, localTime: localTime)).map { RFC3339.text(of: $0.date) }
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
        let problem = #expect(throws: PastMomentProblem.self) {
            try PastMoment(parsing: "2030-01-01", now: now, localTime: .utc)
        }
        #expect(problem?.message == "2030-01-01 is still to come")
    }
}
