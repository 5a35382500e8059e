import ExperimentsCore
import ExperimentsOperator
import TestSupport
import Testing

@testable import ExperimentsDashboard

@Suite("Finding out what personas get", .inTurn)
struct MatrixEvaluatorTests {
    private let folder: TemporaryFolder
    private let keeper = AskableKeeper()

    init() throws {
        folder = try TemporaryFolder()
    }

    private func session(_ declared: [NamedPersona]) -> DashboardSession {
        var session = DashboardSession(
            service: RemoteConfigService(remoteConfigKeeper: keeper, now: { ShopFixture.start }),
            keys: ShopFixture.keys, sourceName: "flags")
        session.personas = PersonaLibrary(declared, besideOverridesAt: folder.path("overrides.json"))
        session.currentSource = "flags"
        session.openSource = { _ in
            RemoteConfigService(remoteConfigKeeper: AskableKeeper(), now: { ShopFixture.start })
        }
        return session
    }

    private func request(_ axis: MatrixAxis) -> MatrixRequest {
        MatrixRequest(
            number: 1, axis: axis, keys: ShopFixture.keys, configured: SourcePersona(fields: ["user_id": 7]),
            sources: ["flags", "other"].map { DashboardSource(name: $0) }, asksAnew: true)
    }

    @Test("each persona gets its own values, and the source that is shown continues to be asked as before")
    func personas() async throws {
        let evaluator = MatrixEvaluator(
            session([NamedPersona(name: "gold", fields: ["plan": "gold"], origin: .project)]))
        let matrix = try await evaluator.answer(to: request(.personas), at: ShopFixture.start).get()
        #expect(matrix.columns.map(\.title) == ["as configured", "gold"])
        #expect(matrix.differing.map(\.name) == ["checkout_button_color"])
        #expect(matrix.differing.first?.cells.last??.valueText == "gold")
        #expect(keeper.persona.fields == ["user_id": 7])
    }

    @Test("without personas it says so")
    func none() async {
        let answer = await MatrixEvaluator(session([])).answer(to: request(.personas), at: ShopFixture.start)
        guard case .failure(let refusal) = answer else {
            Issue.record("there is a matrix of nobody")
            return
        }
        #expect(refusal.message.hasPrefix("no personas; save one"))
    }

    @Test("sources are opened each, and the one that is shown is not opened again")
    func sources() async throws {
        let opened = Recorder<String>()
        var session = session([])
        session.openSource = { name in
            opened.record(name)
            return RemoteConfigService(remoteConfigKeeper: AskableKeeper(), now: { ShopFixture.start })
        }
        let matrix = try await MatrixEvaluator(session).answer(to: request(.sources), at: ShopFixture.start)
            .get()
        #expect(matrix.columns.map(\.title) == ["flags", "other"])
        #expect(matrix.differing.isEmpty)
        #expect(opened.elements == ["other"])
    }
}
