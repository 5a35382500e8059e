import ExperimentsCore
import Foundation
import TestSupport
import Testing

@testable import ExperimentsDashboard

/// A dashboard to which everything happens at random: the project file changes, snapshots and sources come, fetches
/// fail, keys are pressed.
private struct RandomLife {
    private static let names = (0..<9).map { "key\($0)" }
    private static let sources = ["production", "staging"].map { DashboardSource(name: $0) }
    private static let texts = ["1", "true", "x_baseline", "x", "", "{\"a\": [1, 2]}", "3.5", "日本", "{", "x"]
    private static let presses: [KeyPress] =
        Command.all.filter { $0 != .quit && $0 != .suspend }.flatMap(KeyMap.standard.keys)
        + "qxy1!ja".map { KeyPress($0) } + [KeyPress(.enter), KeyPress(.escape), KeyPress(.backspace)]

    var fixture: ShopFixture
    private var random: SeededGenerator
    private var keys: [CatalogKey]
    private var fetches = 0

    init(seed: UInt64, quickCount: Int) {
        random = SeededGenerator(seed: seed)
        keys = ShopFixture.keys
        fixture = ShopFixture(size: CellSize(columns: 80, rows: 24), sources: Self.sources)
        fixture.state.list.keys.quickCount = quickCount
    }

    mutating func step() throws {
        let now = fixture.state.now
        switch Int.random(in: 0..<12, using: &random) {
        case 0, 1:
            changeKeys()
            let update = ProjectUpdate(keys: keys, refreshInterval: .seconds(30))
            try take(.projectRead(.success(update)), at: now)
        case 2: try take(.service(.snapshotChanged(snapshot())), of: fixture.state.source.name)
        case 3:
            let source = Bool.random(using: &random) ? "production" : "staging"
            let service = RemoteConfigService(
                remoteConfigKeeper: InMemoryRemoteConfigKeeper(snapshot()), overrideStore: fixture.store,
                now: { now })
            try take(
                .sourceOpened(OpenedSource(name: source, service: service, keys: ShopFixture.keys)), at: now)
        case 4: try endFetch()
        case 5: try take(.service(.snapshotChanged(snapshot())), of: fixture.state.source.name)
        case 6: try take(.tick, at: now + Double(Int.random(in: 1...40, using: &random)))
        case 7:
            let sizes = [(20, 5), (40, 9), (80, 24), (130, 30), (10, 3)]
            let (columns, rows) = sizes.randomElement(using: &random) ?? (80, 24)
            try take(.input(.resized(CellSize(columns: columns, rows: rows))))
        default:
            for _ in 0..<4 {
                if let press = Self.presses.randomElement(using: &random) { try take(.input(.key(press))) }
            }
        }
    }

    private mutating func changeKeys() {
        switch Int.random(in: 0..<4, using: &random) {
        case 0 where !keys.isEmpty: keys.removeAll { _ in Bool.random(using: &random) }
        case 1: keys.shuffle(using: &random)
        default:
            let name = (Self.names + ShopFixture.keys.map(\.name)).randomElement(using: &random) ?? ""
            let kind = ValueKind.allCases.randomElement(using: &random) ?? .string
            let schema = ValueSchema(
                kind: kind, cases: kind == .string && Bool.random(using: &random) ? ["x", "1"] : [],
                understandsBaseline: .random(using: &random))
            keys.removeAll { $0.name == name }
            keys.insert(
                CatalogKey(
                    name: name, group: ["a", "b", nil].randomElement(using: &random) ?? nil, schema: schema),
                at: Int.random(in: 0...keys.count, using: &random))
        }
    }

    private mutating func snapshot() -> Snapshot {
        var entries: [String: Snapshot.Entry] = [:]
        for name in Self.names + ShopFixture.keys.map(\.name) where Bool.random(using: &random) {
            entries[name] = Snapshot.Entry(text: Self.texts.randomElement(using: &random))
        }
        let experiments = (0..<Int.random(in: 0..<3, using: &random)).map { number in
            ExperimentAssignment(
                id: "exp\(number)", variant: "b",
                keys: (Self.names + ["paywall_type"]).filter { _ in Int.random(in: 0..<4, using: &random) == 0
                })
        }
        let isFetched = Int.random(in: 0..<6, using: &random) > 0
        return Snapshot(
            entries: isFetched ? entries : [:], version: String(fetches),
            fetchedAt: isFetched ? fixture.state.now : nil, experiments: isFetched ? experiments : [])
    }

    private mutating func endFetch() throws {
        fetches += 1
        let result: FetchRecord.Result =
            Bool.random(using: &random)
            ? .failure(FetchFailure("no route to a host whose name is long enough to be cut in the middle"))
            : .success(FetchOutcome(status: .updated, httpStatus: 200, bytes: 1))
        let record = FetchRecord(
            id: fetches, trigger: .manual, startedAt: fixture.state.now, duration: .milliseconds(2),
            result: result,
            version: nil, difference: .none)
        try take(.service(.fetchFinished(record)), of: fixture.state.source.name)
    }

    /// Lets something happen, and what comes of it, some of it late.
    private mutating func take(_ message: Message, of source: String? = nil, at date: Date? = nil) throws {
        var message = message
        if let source, case .service(let event) = message {
            message = .sourceEvent(source: source, event)
        }
        var effects = fixture.state.update(message, at: date)
        try look()
        while !effects.isEmpty {
            let effect = effects.removeFirst()
            switch effect {
            case .resolve(let request):
                effects += fixture.state.update(.resolved(request.resolved()), at: fixture.state.now)
            case .prepare(let request): effects += fixture.state.update(.prepared(request.prepared()))
            case .compare(let request):
                effects += fixture.state.update(.to(\.comparison, .compared(request.compared())))
            case .readSource(let name):
                effects += fixture.state.update(
                    .to(\.comparison, .read(name: name, snapshot(), problem: nil)), at: fixture.state.now)
            case .editOverrides: try fixture.run([effect])
            default: break
            }
            try look()
        }
    }

    struct NotThere: Error {
        let what: String
    }

    /// Draws the frame, and looks whether all that is listed is there.
    private func look() throws {
        let state = fixture.state
        _ = DashboardView.frame(of: state, theme: .plain)
        let report = state.source.report
        var known = Set(report.rows.map(\.name)).union(report.overrides.names)
        for experiment in report.snapshot.experiments { known.formUnion(experiment.keys) }
        guard report.snapshot.entries.keys.allSatisfy(known.contains) else {
            throw NotThere(what: "a held name")
        }
        switch state.screen {
        case .history:
            guard (0..<state.rowCount).allSatisfy({ FetchList.record(at: $0, state) != nil }) else {
                throw NotThere(what: "fetch")
            }
        case .experiments:
            let experiments = Set(report.snapshot.experiments.map(\.id))
            for row in state.list.experiments {
                let isThere =
                    row.row.experiment.map(experiments.contains) ?? row.row.key.map(known.contains) ?? false
                guard isThere, row.row.key.map(known.contains) ?? true else { throw NotThere(what: row.id) }
            }
            guard
                !state.list.filter.isEmpty
                    || state.list.experiments.count == state.source.report.experimentCount
            else {
                throw NotThere(what: "\(state.source.report.experimentCount) experiments")
            }
        default:
            for place in 0..<state.rowCount where state.list.keys.heading(at: place) == nil {
                let name = state.list.keys.name(at: place, of: report)
                guard let name, known.contains(name) else { throw NotThere(what: name ?? "row \(place)") }
            }
        }
        guard known.isSuperset(of: state.targets.map(\.name)) else { throw NotThere(what: "a marked name") }
        let isSettled = state.project.keys.map(\.name) == report.rows.prefix(report.declaredCount).map(\.name)
        // With few keys every change is taken over at once.
        guard isSettled || state.list.keys.quickCount < 100 else { throw NotThere(what: "a declared key") }
    }
}

@Suite("Whatever happens while the dashboard is open", .inTurn)
struct RandomProjectTests {
    @Test(
        "nothing traps, and every row that is listed is declared, held by the source or overridden",
        arguments: 0..<6 as Range<UInt64>)
    func everything(number: UInt64) throws {
        let seed = FuzzEffort.seed &+ number
        var life = RandomLife(seed: seed, quickCount: number % 2 == 0 ? 5_000 : 2)
        for step in 0..<FuzzEffort.rounds(usually: 250, cases: 6) {
            do {
                try life.step()
            } catch {
                Issue.record("seed \(seed), step \(step): \(error)")
                return
            }
        }
    }

    @Test(
        "a key with a baseline that the source does not hold is gone from the experiments with its declaration"
    )
    func removedBaseline() throws {
        var fixture = ShopFixture(snapshot: .empty)
        try fixture.press("5")
        #expect(fixture.screen.contains("paywall_type"))
        for keys in [Array(ShopFixture.keys.dropFirst()), []] {
            let update = ProjectUpdate(keys: keys, refreshInterval: nil)
            _ = fixture.state.update(.projectRead(.success(update)), at: ShopFixture.start)
            #expect(!fixture.screen.contains("paywall_type"))
            #expect(fixture.state.list.experiments.isEmpty)
        }
    }

    @Test(
        "a mark stays on its key when the declarations change their order, and changes nothing without its key"
    )
    func marks() throws {
        var fixture = ShopFixture()
        try fixture.press("m", "m")
        #expect(fixture.state.marked == ["paywall_type", "free_shipping_enabled"])
        func declare(_ keys: [CatalogKey]) {
            let update = ProjectUpdate(keys: keys, refreshInterval: nil)
            _ = fixture.state.update(.projectRead(.success(update)), at: ShopFixture.start)
        }
        declare(ShopFixture.keys.reversed())
        #expect(fixture.state.marked == ["paywall_type", "free_shipping_enabled"])
        declare(ShopFixture.keys.filter { $0.name != "paywall_type" })
        #expect(fixture.state.marked == ["paywall_type", "free_shipping_enabled"])
        fixture.finishFetch(.success(ShopFixture.snapshot.changing(["paywall_type": nil])))
        #expect(fixture.state.targets.map(\.name) == ["free_shipping_enabled"])
    }

    @Test("an editor judges by the declaration of now, and closes when its key is gone")
    func editor() throws {
        var fixture = ShopFixture()
        try fixture.press("j", "j", "j", "o", "ctrl-u")
        fixture.type("12")
        func problem() -> String? {
            fixture.state.panels.first(OverrideEditor.self)?.problem?.reason.reason
        }
        #expect(problem() == "outside its range")
        var keys = ShopFixture.keys
        keys[3] = CatalogKey(name: "max_items", schema: ValueSchema(kind: .int, range: 1...20))
        _ = fixture.state.update(
            .projectRead(.success(ProjectUpdate(keys: keys, refreshInterval: nil))), at: ShopFixture.start)
        #expect(!fixture.state.panels.isEmpty && problem() == nil)
        try fixture.press("Esc", "g", "j", "j", "o")
        #expect(fixture.screen.contains("Override checkout_button_color"))
        keys.remove(at: 2)
        _ = fixture.state.update(
            .projectRead(.success(ProjectUpdate(keys: keys, refreshInterval: nil))), at: ShopFixture.start)
        #expect(fixture.state.panels.isEmpty)
        #expect(
            fixture.state.notices.notice?.text.hasPrefix("checkout_button_color no longer declared") == true)
    }
}
