import ExperimentsCore
import ExperimentsLocks
import Foundation
import TestSupport
import Testing

@testable import ExperimentsOperator

@Suite("How sources stand", .inTurn)
struct SourceSurveyTests {
    private static let keys = [
        CatalogKey(name: "a", schema: ValueSchema(kind: .int)),
        CatalogKey(name: "b", schema: ValueSchema(kind: .int)),
    ]
    private static let start = Date(timeIntervalSince1970: 1_772_355_600)

    private func service(_ texts: [String: String]) -> RemoteConfigService {
        RemoteConfigService(
            remoteConfigKeeper: InMemoryRemoteConfigKeeper(Snapshot(texts: texts, fetchedAt: Self.start)),
            now: { Self.start })
    }

    private func standing(_ answers: [SourceAnswer]) -> SourceStanding {
        answers.reduce(into: SourceStanding(name: "staging", title: "staging")) { $0.take($1) }
    }

    @Test("what a source answers is counted")
    func answer() async throws {
        let service = service(["a": "1x"])
        let answers = Recorder<SourceAnswer>()
        await SourceSurvey(keys: Self.keys, open: { _ in service }).ask(["staging"]) { _, answer in
            answers.record(answer)
        }
        let standing = standing(answers.elements)
        #expect(
            standing.content?.keys == 2 && standing.content?.missing == 1 && standing.content?.incorrect == 1)
        #expect(standing.word == "answered" && standing.problem == nil)
    }

    @Test(
        "what an earlier program fetched comes first, and stays beside the reason if the source cannot be reached"
    )
    func lastGood() async throws {
        let folder = try TemporaryFolder()
        let known = Snapshot(texts: ["a": "1", "b": "2"], fetchedAt: Self.start)
        let away = try RemoteConfigService.away(holding: known, copiedTo: folder.path("staging.copy"))
        let answers = Recorder<SourceAnswer>()
        await SourceSurvey(keys: Self.keys, open: { _ in away }).ask(["staging"]) { _, answer in
            answers.record(answer)
        }
        #expect(answers.elements.map(\.isFinal) == [false, true])
        let standing = standing(answers.elements)
        #expect(standing.content?.missing == 0 && standing.content?.fetchedAt == Self.start)
        #expect(standing.word == "failing" && standing.problem == "no route")
        #expect(standing.problem { _ in "3h ago" } == "values from 3h ago, fetch failed: no route")
    }

    @Test("one that cannot be opened does not keep the others from answering")
    func notOpened() async throws {
        struct Refusal: Error, CustomStringConvertible { let description = "no API key" }
        let service = service([:])
        let answers = Recorder<(String, SourceAnswer)>()
        let survey = SourceSurvey(
            keys: Self.keys,
            open: { if $0 == "bad" { throw Refusal() } else { $0 == "none" ? nil : service } })
        await survey.ask(["bad", "none", "good"]) { answers.record(($0, $1)) }
        let problems = Dictionary(answers.elements.filter(\.1.isFinal)) { $1 }
        #expect(problems["bad"]?.problem == "no API key")
        #expect(problems["none"]?.problem == "no such source")
        #expect(problems["good"]?.problem == nil)
    }

    @Test("no more than a few are asked at a time, and all in the end")
    func bounded() async {
        let counts = Mutex((now: 0, most: 0))
        let keeper = CountingKeeper { step in
            counts.withLock { counts in
                counts.now += step
                counts.most = max(counts.most, counts.now)
            }
        }
        let answers = Recorder<String>()
        // Each has a service of its own, or the fetches would be one.
        let names = (0..<20).map { "source\($0)" }
        let survey = SourceSurvey(
            keys: [], open: { _ in RemoteConfigService(remoteConfigKeeper: keeper, now: { Self.start }) })
        await survey.ask(names) { name, answer in if answer.isFinal { answers.record(name) } }
        #expect(Set(answers.elements) == Set(names))
        #expect(counts.withLock(\.most) <= SourceSurvey.limit)
    }

    @Test("a word says how it goes")
    func words() {
        func word(_ live: LiveStatus, problem: String? = nil, isFinal: Bool = true, isPaused: Bool = false)
            -> String
        {
            standing([
                SourceAnswer(
                    content: nil, liveStatus: live, problem: problem, isFinal: isFinal, isPaused: isPaused)
            ]).word
        }
        #expect(SourceStanding(name: "x", title: "x").word == "not fetched")
        #expect(word(.live) == "live" && word(.connecting) == "connecting" && word(.off) == "answered")
        #expect(word(.interrupted(reason: "gone", nextTryAt: nil)) == "lost")
        #expect(word(.live, isPaused: true) == "paused")
        #expect(word(.live, problem: "no") == "failing")
        var asked = SourceStanding(name: "x", title: "x")
        asked.ask()
        #expect(asked.word == "asking…")
    }

    @Test("a filter finds it by its name, environment, kind, state and problem")
    func filter() {
        var standing = SourceStanding(
            name: "eu", title: "Europe", environment: "production", kind: "firebase")
        standing.take(SourceAnswer(content: nil, problem: "no route"))
        for text in ["eu", "Europe", "produc", "firebase", "failing", "route"] {
            #expect(Filter(text).passes(standing.subject, now: Self.start), "\(text)")
        }
        #expect(!Filter("staging").passes(standing.subject, now: Self.start))
    }
}

/// A keeper that tells how many fetches are under way.
private final class CountingKeeper: RemoteConfigKeeper {
    private let count: @Sendable (Int) -> Void
    init(_ count: @escaping @Sendable (Int) -> Void) { self.count = count }
    var snapshot: Snapshot { .empty }
    func fetch(_ trigger: FetchTrigger) async throws -> FetchOutcome {
        count(1)
        for _ in 0..<20 { await Task.yield() }
        count(-1)
        return FetchOutcome(status: .unchanged)
    }
    func observe(_ handler: @escaping @Sendable (KeeperNotice) -> Void) -> ObservationHandle {
        ObservationHandle {}
    }
}
