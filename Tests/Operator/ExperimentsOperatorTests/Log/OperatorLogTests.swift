import Foundation
import TestSupport
import Testing

@testable import ExperimentsCore
@testable import ExperimentsOperator

@Suite("The log of what happened", .inTurn)
struct OperatorLogTests {
    private let start = SampleShop.start

    private func message(_ text: String, _ after: TimeInterval = 0, _ severity: LogEntry.Severity = .info)
        -> LogEntry
    {
        LogEntry(.message, text, severity, at: start + after)
    }

    private func fetch(
        _ after: TimeInterval = 0, failing reason: String? = nil, version: String? = "7",
        changes: [String: SnapshotDifference.Change] = [:]
    ) -> FetchRecord {
        FetchRecord(
            id: 1, trigger: .scheduled, startedAt: start + after, duration: .milliseconds(23),
            result: reason.map { .failure(FetchFailure($0)) }
                ?? .success(FetchOutcome(status: .updated, bytes: 9)),
            version: version, difference: SnapshotDifference(changes: changes))
    }

    private func entry(_ record: FetchRecord) -> LogEntry {
        LogEntry(record) { "\($0.timeIntervalSince1970)" }
    }

    private func step(
        _ number: Int, _ after: TimeInterval, from old: String?, to new: String?,
        by program: String = "experiments"
    ) -> OverrideStep {
        let change = OverrideSetDifference.Change(
            name: "a", before: old.map { Override(value: $0) }, after: new.map { Override(value: $0) })
        return OverrideStep(
            number: number, kind: .edit, title: "override a",
            origin: OverrideOrigin(author: "eve", program: program),
            at: start + after, changes: [change])
    }

    private func texts(_ log: OperatorLog) -> [String] { log.entries.map(\.line) }

    @Test("entries are sorted by time, the newest last, in any order of arrival")
    func order() {
        var log = OperatorLog()
        for (text, after) in [("b", 2.0), ("c", 3), ("a", 1), ("d", 3)] { log.add(message(text, after)) }
        #expect(texts(log) == ["a", "b", "c", "d"])
        #expect(Set(log.entries.map(\.id)).count == 4)
    }

    @Test("no more are kept than the limit says; the oldest go")
    func limit() {
        var log = OperatorLog()
        for number in 0..<1500 { log.add(message("\(number)", TimeInterval(number))) }
        #expect(log.entries.count == OperatorLog.limit && log.entries.last?.text == "1499")
        log.add(message("too old"))
        #expect(log.entries.count == OperatorLog.limit && log.entries.first?.text == "500")
    }

    @Test("what is reported again takes the place of what was said before, and counts")
    func repeated() {
        var log = OperatorLog()
        for after in [0.0, 5, 9] { log.add(message("again", after)) }
        #expect(texts(log) == ["again (3 times)"])
        #expect(log.entries[0].id == 1 && log.entries[0].since == start && log.entries[0].date == start + 9)
        log.add(message("again", 10, .error))
        log.add(message("other", 11))
        log.add(message("again", 12))
        #expect(texts(log) == ["again (3 times)", "again", "other", "again"])
    }

    @Test(
        "fetches that bring nothing count as one, as do failures for one reason; those that change something do not"
    )
    func fetches() {
        var log = OperatorLog()
        let changes = ["a": SnapshotDifference.Change.changed(from: "1", to: "2")]
        for record in [
            fetch(0), fetch(30), fetch(60, changes: changes), fetch(90, changes: changes),
            fetch(120, failing: "no route"), fetch(150, failing: "no route"),
            fetch(180, failing: "no answer"),
            fetch(210), fetch(240, version: "8"),
        ] { log.add(entry(record)) }
        #expect(log.entries.map(\.times) == [2, 1, 1, 2, 1, 1, 1])
        #expect(log.entries.map(\.severity) == [.info, .info, .info, .error, .error, .info, .info])
    }

    @Test(
        "a step of the journal is there once, however often the journal is read, also after it was begun again"
    )
    func journal() {
        var log = OperatorLog(hasJournal: true)
        let first = OverrideJournal(steps: [step(1, 0, from: nil, to: "1")])
        log.follow(first, at: start)
        log.follow(first, at: start)
        log.follow(nil, at: start)
        log.follow(OverrideJournal(steps: first.steps + [step(2, 5, from: "1", to: "2")]), at: start + 5)
        #expect(log.entries.count == 2)
        log.follow(OverrideJournal(steps: [step(1, 9, from: "2", to: nil)]), at: start + 9)
        #expect(
            texts(log) == [
                "override a: none -> 1, by eve in the dashboard",
                "override a: 1 -> 2, by eve in the dashboard",
                "override a: 2 -> none, by eve in the dashboard",
            ])
    }

    @Test("a change to the file is reported once the journal was read and says nothing of it")
    func foreign() {
        var log = OperatorLog(hasJournal: true)
        let steps = [step(1, 0, from: nil, to: "1", by: "experiments override set")]
        log.overridesChanged(to: OverrideSet(["a": Override(value: "1")]), at: start)
        #expect(log.entries.isEmpty)
        log.follow(OverrideJournal(steps: steps), at: start)
        #expect(texts(log) == ["override a: none -> 1, by eve with experiments override set"])
        log.overridesChanged(to: OverrideSet(["a": Override(value: "by hand")]), at: start + 9)
        log.follow(OverrideJournal(steps: steps), at: start + 9)
        #expect(
            texts(log).last == "overrides changed in the file by an app or an editor: a: 1 -> by hand")
        log.follow(OverrideJournal(steps: steps), at: start + 10)
        #expect(log.entries.count == 2)
    }

    @Test("without a journal, a change that was made here is reported once, and one of others immediately")
    func withoutJournal() {
        var log = OperatorLog()
        let (none, one) = (OverrideSet.empty, OverrideSet(["a": Override(value: "1")]))
        let edit = OverrideEdit(title: "override a", entries: ["a": Override(value: "1")])
        log.overridesChanged(to: one, at: start, isAwaited: true)
        log.made(
            edit, OverrideUpdate(before: none, after: one),
            by: OverrideOrigin(author: "eve", program: "dashboard"),
            at: start)
        #expect(texts(log) == ["override a: none -> 1, by eve in the dashboard"])
        log.overridesChanged(to: none, at: start + 1)
        #expect(texts(log).last == "overrides changed in the file by an app or an editor: a: 1 -> none")
        #expect(log.entries.count == 2)
    }

    @Test("if a journal reports the changes made here, nothing else does")
    func notTwice() {
        var log = OperatorLog(hasJournal: true)
        let (none, one) = (OverrideSet.empty, OverrideSet(["a": Override(value: "1")]))
        log.overridesChanged(to: one, at: start, isAwaited: true)
        log.follow(OverrideJournal(steps: [step(1, 0, from: nil, to: "1")]), at: start)
        log.made(
            OverrideEdit(title: "override a", entries: ["a": Override(value: "1")]),
            OverrideUpdate(before: none, after: one), by: OverrideOrigin(), at: start)
        #expect(log.entries.count == 1)
    }

    @Test("the kept fetches of a source are added once, with their programs")
    func earlier() {
        var log = OperatorLog()
        for _ in 0..<2 {
            log.add(earlier: [(fetch(), "experiments check")], of: "staging", called: "Staging") { _ in "" }
        }
        #expect(texts(log) == ["fetch updated: version 7, 9 bytes, 23ms (Staging, experiments check)"])
    }
}

@Suite("The sentences of the log", .inTurn)
struct LogEntryTests {
    private let start = SampleShop.start

    private func record(_ result: FetchRecord.Result, changes: [String] = []) -> FetchRecord {
        FetchRecord(
            id: 1, trigger: .scheduled, startedAt: start, duration: .milliseconds(23), result: result,
            version: "12",
            difference: SnapshotDifference(
                changes: Dictionary(uniqueKeysWithValues: changes.map { ($0, .added("x")) }))
        )
    }

    private func entry(_ record: FetchRecord) -> LogEntry { LogEntry(record) { _ in "noon" } }

    @Test("a fetch shows its result, version, size and time, and the first of the keys that it changed")
    func fetch() {
        let outcome = FetchOutcome(status: .updated, httpStatus: 200, bytes: 812)
        #expect(
            entry(record(.success(outcome), changes: ["e", "d", "c", "b", "a"])).text
                == "fetch updated: version 12, HTTP 200, 812 bytes, 23ms, 5 changed: a, b, c and 2 more")
        #expect(
            entry(record(.success(outcome))).text == "fetch updated: version 12, HTTP 200, 812 bytes, 23ms")
    }

    @Test("a failure shows the whole reason, and when it may be tried again")
    func failure() {
        let failure = FetchFailure("connection refused", retryAt: start)
        #expect(
            entry(record(.failure(failure))).text
                == "fetch failed after 23ms: connection refused; next try not before noon")
        #expect(entry(record(.failure(failure))).severity == .error)
    }

    @Test("live updates are reported when they start and stop, not while that is being found out")
    func live() {
        func text(_ status: LiveStatus) -> String? { LogEntry(status, at: start) { _ in "noon" }?.text }
        #expect(text(.live) == "live updates: on")
        #expect(
            text(.interrupted(reason: "no route", nextTryAt: start))
                == "live updates lost: no route; next try at noon")
        #expect(text(.unavailable(reason: "switched off")) == "no live updates: switched off")
        #expect(text(.connecting) == nil && text(.off) == nil)
    }

    @Test("a sentence has the beginning of a long value, and the facts all of it")
    func longValues() {
        let long = String(repeating: "x", count: 5000)
        let change = OverrideSetDifference.Change(name: "a", before: nil, after: Override(value: long))
        let entry = LogEntry([change], at: start)
        #expect(entry.text.count < 200 && entry.text.hasSuffix("x…"))
        #expect(entry.facts { _ in "" } == [LogEntry.Fact(name: "a", text: "none -> \(long)")])
    }

    @Test(
        "a filter looks at the sentence, the kind, the keys that changed, the source and the time",
        arguments: [
            ("updated", true), ("fetch", true), ("override", false), ("key:max", true), ("key:min", false),
            ("!fetch", false), ("source:stag", true), ("source:prod", false), ("changed:<5m", true),
            ("changed:>1h", false), ("/version [0-9]+/", true), ("\"version 12\"", true),
        ])
    func filter(_ filter: String, _ passes: Bool) {
        let record = record(.success(FetchOutcome(status: .updated)), changes: ["max_items"])
        let entry = LogEntry(record, source: "staging") { _ in "" }
        #expect(entry.passes(Filter(filter), now: start + 60) == passes)
    }
}
