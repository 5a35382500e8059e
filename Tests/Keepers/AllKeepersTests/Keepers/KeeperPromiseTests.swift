import ExperimentsCore
import ExperimentsLocks
import Foundation
import TestSupport
import Testing

/// What every keeper promises, whatever its source is.
@Suite("The promises of every keeper", .inTurn, .timeLimit(.minutes(60)))
struct KeeperPromiseTests {
    private func text(of keeper: any RemoteConfigKeeper, _ kind: KeeperKind) -> String? {
        keeper.snapshot.entries[kind.key]?.text
    }

    /// Records the values of the snapshots that observers are notified of.
    private func values(of keeper: any RemoteConfigKeeper, _ kind: KeeperKind) -> (
        Recorder<String>, ObservationHandle
    ) {
        let values = Recorder<String>()
        let key = kind.key
        let observation = keeper.observe { notice in
            if case .snapshot(let snapshot) = notice { values.record(snapshot.entries[key]?.text ?? "none") }
        }
        return (values, observation)
    }

    @Test(
        "Observers are notified of new values once, and not of a fetch that brings none",
        arguments: KeeperKind.allCases
    )
    func once(kind: KeeperKind) async throws {
        let source = try kind.source(in: try TemporaryFolder())
        let keeper = try source.keeper()
        let (values, observation) = values(of: keeper, kind)
        defer { observation.cancel() }
        #expect(try await keeper.fetch(.manual).status == .updated)
        #expect(try await keeper.fetch(.manual).status == .unchanged)
        try source.set("the second")
        #expect(try await keeper.fetch(.manual).status == .updated)
        #expect(try await keeper.fetch(.manual).status == .unchanged)
        #expect(values.elements == ["first", "the second"])
    }

    @Test("A fetch that fails leaves the last values, and notifies nobody", arguments: KeeperKind.allCases)
    func failure(kind: KeeperKind) async throws {
        let source = try kind.source(in: try TemporaryFolder())
        let keeper = try source.keeper()
        _ = try await keeper.fetch(.manual)
        let (values, observation) = values(of: keeper, kind)
        defer { observation.cancel() }
        try source.break()
        await #expect(throws: FetchFailure.self) { try await keeper.fetch(.manual) }
        #expect(text(of: keeper, kind) == "first")
        #expect(values.elements.isEmpty)
    }

    @Test(
        "Of two fetches at the same time, the one that was begun later decides",
        arguments: KeeperKind.allCases.filter(\.overlaps))
    func later(kind: KeeperKind) async throws {
        let source = try kind.source(in: try TemporaryFolder())
        let server = try #require(source.server)
        let keeper = try source.keeper()
        let gate = server.holdNext()
        let earlier = Task { try await keeper.fetch(.manual) }
        try await eventually("the first request") { server.requests == 1 }
        try source.set("the second")
        _ = try await keeper.fetch(.manual)
        await gate.open()
        #expect(try await earlier.value.status == .unchanged)
        #expect(text(of: keeper, kind) == "the second")
        #expect(keeper.snapshot.notes.isEmpty)
    }

    @Test(
        "A copy gives the keeper of the next run the same values, once, until a fetch brings newer ones",
        arguments: KeeperKind.allCases)
    func copies(kind: KeeperKind) async throws {
        let source = try kind.source(in: try TemporaryFolder())
        let keeper = try source.keeper()
        #expect(keeper.copy() == nil)
        _ = try await keeper.fetch(.manual)
        let copy = try #require(keeper.copy())
        #expect(copy.fetchedAt == keeper.snapshot.fetchedAt)
        let next = try source.keeper()
        let (values, observation) = values(of: next, kind)
        defer { observation.cancel() }
        try next.restore(copy)
        try next.restore(copy)
        #expect(text(of: next, kind) == "first")
        #expect(next.snapshot.version == keeper.snapshot.version)
        #expect(next.snapshot.fetchedAt == copy.fetchedAt)
        #expect(values.elements == ["first"])
        try source.set("the second")
        _ = try await next.fetch(.manual)
        try next.restore(copy)
        #expect(text(of: next, kind) == "the second")
    }

    @Test("A copy that cannot be used is refused, and changes nothing", arguments: KeeperKind.allCases)
    func damagedCopies(kind: KeeperKind) async throws {
        let source = try kind.source(in: try TemporaryFolder())
        let keeper = try source.keeper()
        let damaged = SourceCopy(content: Array("{".utf8), fetchedAt: Date(timeIntervalSince1970: 0))
        #expect(throws: (any Error).self) { try keeper.restore(damaged) }
        #expect(keeper.snapshot.fetchedAt == nil)
        _ = try await keeper.fetch(.manual)
        #expect(text(of: keeper, kind) == "first")
    }

    @Test(
        "Content, time and version of a copy belong together, however many threads fetch",
        arguments: [KeeperKind.file, .variants, .templateFile, .growthBookFile])
    func consistent(kind: KeeperKind) async throws {
        let folder = try TemporaryFolder()
        let source = try kind.source(in: folder)
        let keeper = try source.keeper()
        _ = try await keeper.fetch(.manual)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                for number in 0..<200 {
                    _ = try AtomicFile.write(
                        Array(kind.document("value \(number)").utf8), to: folder.path("source.json"))
                    _ = try await keeper.fetch(.manual)
                }
            }
            for _ in 0..<2 {
                group.addTask {
                    for _ in 0..<200 {
                        let copy = try #require(keeper.copy())
                        let other = try source.keeper()
                        try other.restore(copy)
                        #expect(other.snapshot.version == copy.version)
                    }
                }
            }
            try await group.waitForAll()
        }
    }
}
