import ExperimentsCore
import ExperimentsLocks
import Foundation

@testable import ExperimentsDashboard

/// A keeper that explains its values, and whose one value depends on the persona's `plan`.
final class AskableKeeper: ExplainingKeeper, PersonaKeeper {
    private let state: Mutex<SourcePersona>

    init(_ persona: SourcePersona = SourcePersona(fields: ["user_id": 7])) {
        state = Mutex(persona)
    }

    var persona: SourcePersona { state.withLock { $0 } }
    var personaFieldNames: [String] { ["user_id", "plan"] }

    func setPersona(_ persona: SourcePersona) {
        state.withLock { $0 = persona }
    }

    var snapshot: Snapshot {
        var entries = ShopFixture.entries
        if let plan = persona.fields["plan"] {
            entries["checkout_button_color"] = Snapshot.Entry(text: plan.valueText, supplier: "Plan")
        }
        return Snapshot(
            entries: entries, version: "12", fetchedAt: ShopFixture.start,
            notes: [SourceNote(title: "author", text: "ana"), SourceNote(title: "ab_group", text: "blue")])
    }

    func fetch(_ trigger: FetchTrigger) async throws -> FetchOutcome { FetchOutcome(status: .unchanged) }

    func observe(_ handler: @escaping @Sendable (KeeperNotice) -> Void) -> ObservationHandle {
        ObservationHandle {}
    }

    func explanation(of name: String) -> [ExplanationLine] {
        guard name != "new_search_enabled" else { return [] }
        return [
            ExplanationLine("\(name) = \(snapshot.entries[name]?.text ?? "nothing"), from variant Plan"),
            ExplanationLine("base value: green", .failed, depth: 1),
            ExplanationLine("variant Plan sets it: wins (all conditions)", .chosen, depth: 1),
            ExplanationLine(
                "MOD_RANGE met: user_id = \(persona.fields["user_id"]?.compactText ?? "nothing"); needs user_id mod 100 "
                    + "from 0 to 49", .passed, depth: 2),
            ExplanationLine("CUSTOM failed: no such region", .problem, depth: 2),
        ]
    }
}

extension ShopFixture {
    /// A dashboard on a source that can be asked, which answers all that it is asked at once.
    static func asking(
        _ keeper: AskableKeeper = AskableKeeper(), size: CellSize = CellSize(columns: 120, rows: 34),
        sources: [DashboardSource] = []
    ) -> ShopFixture {
        var fixture = ShopFixture(size: size)
        var session = DashboardSession(
            service: RemoteConfigService(remoteConfigKeeper: keeper, now: { start }), keys: keys,
            sourceName: "variants.json", refreshInterval: .seconds(30))
        session.sources = sources
        session.currentSource = sources.first?.name
        fixture.state = DashboardState(session: session, options: DashboardOptions(), size: size, now: start)
        return fixture
    }

    /// Presses keys, and does what the dashboard wants of the source.
    mutating func press(_ names: String..., answeredBy keeper: AskableKeeper) throws {
        for name in names { answer(try press(name), by: keeper) }
    }

    mutating func type(_ text: String, answeredBy keeper: AskableKeeper) {
        for character in text { answer(state.update(.input(.key(KeyPress(character)))), by: keeper) }
    }

    private mutating func answer(_ effects: [Effect], by keeper: AskableKeeper) {
        for effect in effects {
            let answers: [Message] =
                switch effect {
                case .explain(let request):
                    [.to(\.shown.source, .explained(request, keeper.explanation(of: request.name)))]
                case .readPersonaFields: [.to(\.shown.source, .personaFields(keeper.personaFieldNames))]
                case .setPersona(let persona): set(persona, of: keeper)
                default: []
                }
            for message in answers { answer(state.update(message), by: keeper) }
        }
    }

    private func set(_ persona: SourcePersona, of keeper: AskableKeeper) -> [Message] {
        let before = keeper.snapshot
        keeper.setPersona(persona)
        let count = SnapshotDifference(from: before, to: keeper.snapshot).count
        let isOwn = persona == state.source.persona?.configured
        return [
            .viewed(isOwn ? nil : keeper.snapshot, source: state.source.name),
            .to(\.shown.source, .personaSet(changedCount: count)),
        ]
    }
}
