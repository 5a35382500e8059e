import ExperimentsCore
import ExperimentsLocks
import Foundation
import TestSupport
import Testing

@testable import ExperimentsOperator

/// A source whose one value is the persona's `plan`.
private final class PlanKeeper: PersonaKeeper {
    private struct State {
        var persona = SourcePersona(fields: ["plan": "free"])
        var snapshot = Snapshot.empty
    }

    /// Whether it knows what others get without asking a server.
    let evaluates: Bool
    /// Fails to fetch for this plan.
    let refused: String?
    private let state = Mutex(State())

    init(evaluates: Bool, refusing refused: String? = nil) {
        (self.evaluates, self.refused) = (evaluates, refused)
    }

    var persona: SourcePersona { state.withLock(\.persona) }
    var snapshot: Snapshot { state.withLock(\.snapshot) }
    let personaFieldNames = ["plan"]

    func setPersona(_ persona: SourcePersona) { state.withLock { $0.persona = persona } }

    func snapshot(for persona: SourcePersona) -> Snapshot? {
        evaluates && snapshot.fetchedAt != nil ? Self.snapshot(persona) : nil
    }

    func fetch(_ trigger: FetchTrigger) async throws -> FetchOutcome {
        let persona = persona
        guard refused == nil || persona.fields["plan"]?.string != refused else {
            throw FetchFailure("refused")
        }
        state.withLock { $0.snapshot = Self.snapshot(persona) }
        return FetchOutcome(status: .updated)
    }

    func observe(_ handler: @escaping @Sendable (KeeperNotice) -> Void) -> ObservationHandle {
        ObservationHandle {}
    }

    private static func snapshot(_ persona: SourcePersona) -> Snapshot {
        Snapshot(
            entries: ["plan": Snapshot.Entry(text: persona.fields["plan"]?.string)], version: nil, etag: nil,
            fetchedAt: SampleShop.start)
    }
}

@Suite("What the columns of a matrix hold", .inTurn)
struct MatrixColumnsTests {
    private let asked = ["free", "pro", "team"].map { plan in
        (title: plan, persona: SourcePersona(fields: ["plan": .string(plan)]))
    }

    private func service(_ keeper: any RemoteConfigKeeper) -> RemoteConfigService {
        RemoteConfigService(remoteConfigKeeper: keeper, now: { SampleShop.start })
    }

    private func texts(_ columns: [ValueMatrix.Column]) -> [String?] {
        columns.map { $0.snapshot?.entries["plan"]?.text }
    }

    @Test("a source that evaluates conditions itself is not asked as anybody else")
    func evaluating() async throws {
        let keeper = PlanKeeper(evaluates: true)
        let columns = try await MatrixColumns.asking(service(keeper), as: asked) {
            Issue.record("another source was opened")
            return nil
        }
        #expect(texts(columns) == ["free", "pro", "team"])
        #expect(keeper.persona.fields["plan"] == "free")
    }

    @Test("if a server must be asked, a separate client asks, and a failure affects only its column")
    func asking() async throws {
        let (keeper, other) = (PlanKeeper(evaluates: false), PlanKeeper(evaluates: false, refusing: "pro"))
        let columns = try await MatrixColumns.asking(service(keeper), as: asked) { service(other) }
        #expect(texts(columns) == ["free", nil, "team"])
        #expect(columns.map(\.problem) == [nil, "refused", nil])
        #expect(keeper.persona.fields["plan"] == "free")
    }

    @Test("a source that gives all users the same values says so")
    func alike() async throws {
        let service = service(InMemoryRemoteConfigKeeper(SampleShop.snapshot))
        await #expect(throws: MessageError.self) {
            try await MatrixColumns.asking(service, as: asked) { nil }
        }
    }

    @Test("what is known of a source is not fetched again, where that will do")
    func known() async throws {
        let (fetched, fresh) = (service(PlanKeeper(evaluates: true)), service(PlanKeeper(evaluates: true)))
        _ = try await fetched.fetch(.manual)
        let columns = await MatrixColumns.fetching(
            [(title: "one", open: { fetched }), (title: "two", open: { fresh })], onlyUnknown: true)
        #expect(texts(columns) == ["free", "free"])
        #expect(fetched.history.records.count == 1 && fresh.history.records.count == 1)
    }

    @Test("sources are fetched each, and one that cannot be opened has its reason")
    func fetching() async {
        let keeper = PlanKeeper(evaluates: true)
        let columns = await MatrixColumns.fetching([
            (title: "one", open: { service(keeper) }),
            (title: "gone", open: { throw FetchFailure("no such file") }),
            (title: "down", open: { service(PlanKeeper(evaluates: true, refusing: "free")) }),
        ])
        #expect(texts(columns) == ["free", nil, nil])
        #expect(columns.map { $0.problem != nil } == [false, true, true])
    }
}
