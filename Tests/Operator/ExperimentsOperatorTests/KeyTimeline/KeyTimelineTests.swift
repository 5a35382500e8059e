import Foundation
import TestSupport
import Testing

@testable import ExperimentsCore
@testable import ExperimentsOperator

@Suite("What a key held when", .inTurn)
struct KeyTimelineTests {
    private let start = Date(timeIntervalSince1970: 1_772_000_000)
    private let key = CatalogKey(name: "limit", schema: ValueSchema(kind: .double, defaultText: "10"))

    private func value(_ text: String?, day: Double, isFirst: Bool = false, absent: Bool = false) -> KeptValue
    {
        KeptValue(
            moment: ValueMoment(
                at: start + day * 86400, unchangedUntil: start + day * 86400 - 60, version: "\(Int(day))",
                notes: [SourceNote(title: "Published", text: "by ann")], program: "experiments watch"),
            text: absent ? nil : KeptText(text), isFirst: isFirst)
    }

    private func timeline(_ values: [KeptValue], _ steps: [OverrideStep] = [], day: Double = 100)
        -> KeyTimeline
    {
        KeyTimeline("limit", key, values: values, steps: steps, at: start + day * 86400)
    }

    private func sentences(_ timeline: KeyTimeline, day: Double) -> [String] {
        timeline.sentences(at: start + day * 86400) { "day \(Int($0.timeIntervalSince(start) / 86400))" }
            .map(\.text)
    }

    @Test("Each value lasts until the next; the same value again adds no entry")
    func periods() {
        let timeline = timeline([
            value("5", day: 0, isFirst: true), value("5", day: 1), value("7", day: 2), value("7", day: 1),
            value(nil, day: 3), value("", day: 4, absent: true),
        ])
        #expect(timeline.periods.map(\.text) == ["5", "7", Snapshot.Entry.appDefault, nil])
        #expect(timeline.periods.map(\.from) == [0, 2, 3, 4].map { start + $0 * 86400 })
        #expect(timeline.periods.map(\.until) == [2, 3, 4].map { start + $0 * 86400 } + [nil])
        #expect(timeline.periods[1].originWords == "version 2, by ann")
        #expect(timeline.periods[1].notBefore == start + 2 * 86400 - 60)
        #expect(timeline.changeCount == 3)
    }

    @Test("How long it is unchanged is reported, and where nothing older is known, that it may be longer")
    func age() {
        let first = timeline([value("5", day: 0, isFirst: true)])
        #expect(sentences(first, day: 41) == ["unchanged for at least 41 days, since day 0"])
        let changed = timeline([value("5", day: 0, isFirst: true), value("7", day: 40)])
        #expect(sentences(changed, day: 41).first == "unchanged for 24 hours, since day 40")
        #expect(sentences(changed, day: 41).last == "1 change since day 0, when recording began")
        let gone = timeline([value("5", day: 0, isFirst: true), value("", day: 40, absent: true)])
        #expect(sentences(gone, day: 43).first == "not in the source for 3 days, since day 40")
        #expect(sentences(timeline([]), day: 1) == ["no history yet"])
    }

    @Test("If no one looked for a while before a change, that is reported")
    func gap() {
        let moment = ValueMoment(
            at: start + 9 * 86400, unchangedUntil: start + 2 * 86400, version: nil, notes: [], program: nil)
        let timeline = timeline([
            value("5", day: 0, isFirst: true), KeptValue(moment: moment, text: KeptText("7"), isFirst: false),
        ])
        #expect(
            sentences(timeline, day: 10)[1].hasPrefix(
                "no fetch between day 2 and then, so it may have changed earlier")
        )
    }

    @Test("At its default is what means the default, written as it may be, or leaves it to the app")
    func defaults() {
        let timeline = timeline([
            value("5", day: 0, isFirst: true), value("10", day: 5), value("10.0", day: 7), value(nil, day: 9),
        ])
        #expect(timeline.defaultSince == KeyTimeline.Beginning(date: start + 5 * 86400, isLeast: false))
        #expect(sentences(timeline, day: 10).contains("at its default for 5 days"))
        #expect(self.timeline([value("5", day: 0, isFirst: true)]).defaultSince == nil)
        #expect(self.timeline([value("", day: 0, isFirst: true, absent: true)]).defaultSince == nil)
    }

    @Test("Stale is what has been at its default for ninety days, to the second")
    func stale() {
        let timeline = timeline([value("5", day: 0, isFirst: true), value("10", day: 5)])
        let limit = start + 95 * 86400
        #expect(!timeline.isStale(at: limit - 1) && timeline.isStale(at: limit))
        #expect(
            sentences(timeline, day: 96).contains {
                $0.hasPrefix("stale: equal to its default for 90 days or more")
            })
        #expect(!self.timeline([value("5", day: 0, isFirst: true)]).isStale(at: start + 999 * 86400))
    }

    @Test("Overrides last until they are removed, turned off, replaced, or over")
    func overrides() {
        func step(_ day: Double, _ before: Override?, _ after: Override?) -> OverrideStep {
            OverrideStep(
                number: Int(day), kind: .edit, title: "t",
                origin: OverrideOrigin(author: "eve", program: "dashboard"),
                at: start + day * 86400, changes: [.init(name: "limit", before: before, after: after)])
        }
        let old = Override(value: "1", author: "bob", setAt: start - 86400)
        let off = Override(value: "2", isEnabled: false)
        let expiring = Override(value: "3", note: "try", expiresAt: start + 5 * 86400)
        let timeline = timeline(
            [],
            [
                step(1, old, Override(value: "2")), step(2, Override(value: "2"), off),
                step(4, off, expiring),
                step(8, expiring, Override(value: "4")),
            ])
        #expect(timeline.overrides.map(\.value) == ["1", "2", "3", "4"])
        #expect(timeline.overrides.map(\.from) == [-1, 1, 4, 8].map { start + $0 * 86400 })
        #expect(timeline.overrides.map(\.until) == [1, 2, 5].map { start + $0 * 86400 } + [nil])
        #expect(timeline.overrides[0].origin.author == "bob" && timeline.overrides[3].origin.author == "eve")
        #expect(timeline.overrides[2].originWords == "by eve with dashboard “try”")
    }

    @Test("An override without a step in the journal begins when it was set")
    func withoutSteps() {
        let timeline = KeyTimeline(
            "limit", key, values: [], current: Override(value: "3", setAt: start), at: start + 60)
        #expect(timeline.overrides.map(\.from) == [start] && timeline.overrides[0].until == nil)
    }

    @Test("From a moment on, what was over before is left out")
    func since() {
        let timeline = timeline([value("5", day: 0, isFirst: true), value("7", day: 2), value("8", day: 4)])
        #expect(timeline.since(start + 3 * 86400).periods.map(\.text) == ["7", "8"])
    }
}
