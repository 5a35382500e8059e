import ExperimentsCore
import ExperimentsOperator
import Foundation
import TestSupport
import Testing

@testable import ExperimentsWebHooks

@Suite("What hooks are reported", .inTurn)
struct HookNewsTests {
    private let start = SampleShop.start

    private func record(_ failure: FetchFailure? = nil) -> ServiceEvent {
        .fetchFinished(
            FetchRecord(
                id: 1, trigger: .scheduled, startedAt: start, duration: .milliseconds(1),
                result: failure.map { .failure($0) } ?? .success(FetchOutcome(status: .updated)),
                version: nil,
                difference: SnapshotDifference(from: .empty, to: .empty)))
    }

    private func changing(_ texts: [String: String?]) -> ServiceEvent {
        var entries = SampleShop.entries
        for (name, text) in texts { entries[name] = text.map { Snapshot.Entry(text: $0) } }
        return .snapshotChanged(Snapshot(entries: entries, version: "13", etag: nil, fetchedAt: start))
    }

    private func news(
        _ interest: WebHook.Interest, _ events: ServiceEvent...
    ) -> [HookNews] {
        var watch = HookWatch(keys: SampleShop.keys)
        return events.flatMap { interest.news(of: watch.hear($0, at: start), at: start) }
    }

    @Test("a change of a chosen key is reported, but not the first values, nor a key that was not chosen")
    func changed() {
        let told = news(
            WebHook.Interest(keys: ["max_items"]), .snapshotChanged(SampleShop.snapshot),
            changing(["max_items": "8", "price_factor": "2"]),
            changing(["max_items": "8", "price_factor": "3"]))
        #expect(
            told == [
                HookNews(
                    .changed, at: start,
                    changes: [HookNews.Change(key: "max_items", status: .ok, old: "7", new: "8")])
            ])
    }

    @Test(
        "what goes missing or incorrect is reported, with the text that is not valid, and so is that it was mended"
    )
    func broken() {
        let told = news(
            WebHook.Interest(keys: ["max_items"], broken: true), .snapshotChanged(SampleShop.snapshot),
            changing(["max_items": "70", "price_factor": nil]),
            changing(["max_items": "7", "price_factor": "1"]))
        #expect(told.map(\.event) == [.broken, .recovered])
        #expect(told[0].changes.map(\.key) == ["max_items", "price_factor"])
        #expect(told[0].changes[0].new == "70" && told[0].changes[0].problem != nil)
        #expect(told[1].changes.map(\.new) == ["7", "1"])
    }

    @Test("that fetches fail is reported once, and that they succeed again")
    func failures() {
        let failure = FetchFailure("connection refused")
        let interest = WebHook.Interest(failures: true)
        let told = news(interest, record(), record(failure), record(failure), record(), record(failure))
        #expect(told.map(\.event) == [.failing, .fetched, .failing])
        #expect(told[0].reason == "connection refused")
        #expect(news(WebHook.Interest(), record(failure)).isEmpty)
    }

    @Test("the steps of rollouts are reported to hooks that want them", arguments: [false, true])
    func rollouts(_ isHarm: Bool) throws {
        let event = HookEvent.rollout("Checkout", sentence: "went on from 5% to 25%", isHarm: isHarm)
        let news = try #require(WebHook.Interest(rollouts: true).news(of: [event], at: start).first)
        let origin = HookOrigin(project: "shop", source: "production", environment: nil)
        #expect(
            try JSONValue(parsing: news.body(from: origin)) == [
                "version": 1, "event": isHarm ? "rollout.harm" : "rollout.step", "project": "shop",
                "source": "production", "at": "2026-03-01T09:00:00Z", "rollout": "Checkout",
                "reason": "went on from 5% to 25%", "changes": [],
            ])
        #expect(WebHook.Interest().news(of: [event], at: start).isEmpty)
    }

    @Test("the body says what is documented")
    func body() throws {
        let news = HookNews(
            .broken, at: start,
            changes: [HookNews.Change(key: "max_items", status: .missing, old: "7", new: nil)])
        let body = try JSONValue(
            parsing: news.body(
                from: HookOrigin(project: "shop", source: "config.json", environment: "production")))
        #expect(
            body == [
                "version": 1, "event": "broken", "project": "shop", "source": "config.json",
                "environment": "production", "at": "2026-03-01T09:00:00Z",
                "changes": [["key": "max_items", "status": "missing", "old": "7", "new": .null]],
            ])
    }

    @Test("long values are cut, and of very many changes it is reported how many more there are")
    func limits() throws {
        let long = String(repeating: "é", count: 50_000)
        let changes = (0..<1000).map { HookNews.Change(key: "k\($0)", status: .ok, old: "a", new: long) }
        let bytes = HookNews(.changed, at: start, changes: changes)
            .body(from: HookOrigin(project: "p", source: "s", environment: nil))
        #expect(bytes.count < 400_000)
        let body = try JSONValue(parsing: bytes).object
        #expect(body?["more"] == 900)
        let first = body?["changes"]?.array?.first?.object
        #expect(first?["cut"] == true && first?["new"]?.string?.count == HookNews.valueLimit)
    }
}
