import ExperimentsCore
import ExperimentsOperator
import Foundation
import TestSupport

@testable import ExperimentsDashboard

/// A dashboard on a small shop's keys, one of each kind and status, at a fixed time.
struct ShopFixture {
    static let start = SampleShop.start
    static let keys = SampleShop.keys
    static let entries = SampleShop.entries
    static let snapshot = SampleShop.snapshot
    static let overrides = SampleShop.overrides

    let keeper: InMemoryRemoteConfigKeeper
    let store: InMemoryOverrideStore
    /// Overrides under those of `store`, where there are layers.
    let layered: LayeredOverrideStore?
    var state: DashboardState

    init(
        size: CellSize = CellSize(columns: 100, rows: 20), keys: [CatalogKey] = Self.keys,
        snapshot: Snapshot = Self.snapshot,
        overrides: OverrideSet = .empty, team: OverrideSet? = nil, environment: String? = nil,
        refresh: Duration? = .seconds(30), sources: [DashboardSource] = [],
        keepsFetches: Bool = false, findsReferences: Bool = false,
        options: DashboardOptions = DashboardOptions(),
        changing session: (inout DashboardSession) -> Void = { _ in }
    ) {
        keeper = InMemoryRemoteConfigKeeper(snapshot)
        store = InMemoryOverrideStore(overrides)
        layered = team.map { [store] in
            LayeredOverrideStore(
                lower: [(".experiments/team.json", InMemoryOverrideStore($0))], top: store,
                named: ".experiments/overrides.json")
        }
        let service = RemoteConfigService(
            remoteConfigKeeper: keeper, overrideStore: layered ?? store, now: { Self.start })
        var shop = DashboardSession(
            service: service, keys: keys, sourceName: "shop (emulator)", environment: environment,
            refreshInterval: refresh, overridesPath: ".experiments/overrides.json", author: "eve")
        shop.sources = sources
        shop.currentSource = sources.first?.name
        // Only asked whether there is one: what is read of it, tests answer themselves.
        if keepsFetches { shop.fetchLog = { _ in nil } }
        if findsReferences {
            shop.findReferences = { _ throws(MessageError) in KeyReferences(folder: "", references: []) }
        }
        shop.profiles = OverrideProfileStore(folder: ".experiments/profiles")
        session(&shop)
        state = DashboardState(
            session: shop, options: options, size: size, now: Self.start)
    }

    /// Presses keys by name, one after the other: `press("j", "ctrl-d", "Enter")`.
    @discardableResult
    mutating func press(_ names: String...) throws -> [Effect] {
        var effects: [Effect] = []
        for name in names { effects += state.update(.input(.key(try KeyPress(parsing: name)))) }
        return effects
    }

    /// Types text letter by letter.
    mutating func type(_ text: String) {
        for character in text { _ = state.update(.input(.key(KeyPress(character)))) }
    }

    /// Lets seconds pass.
    @discardableResult
    mutating func pass(_ seconds: TimeInterval) -> [Effect] {
        state.update(.tick, at: state.now + seconds)
    }

    /// Runs the edits among the effects against the store, as the program does.
    mutating func run(_ effects: [Effect]) throws {
        let store: any OverrideStore = layered ?? store
        for case .editOverrides(let edit) in effects {
            let update = try store.update { try edit.apply(to: &$0) }
            let answer = OverrideAnswer(edit, .success(update), state: store.currentState)
            _ = self.state.update(.overridesEdited(answer), at: self.state.now)
        }
    }

    /// Ends a fetch that brought `snapshot`, or failed.
    mutating func finishFetch(
        _ result: Result<Snapshot, FetchFailure>, bytes: Int = 4096, trigger: FetchTrigger = .scheduled
    ) {
        let id = state.history.fetches.records.count + 1
        let before = state.source.report.snapshot
        var after = before
        if case .success(let snapshot) = result {
            after = snapshot
            _ = state.update(.service(.snapshotChanged(snapshot)), at: state.now)
        }
        let outcome = result.map { _ in FetchOutcome(status: .updated, httpStatus: 200, bytes: bytes) }
        let record = FetchRecord(
            id: id, trigger: trigger, startedAt: state.now, duration: .milliseconds(23),
            result: outcome.asRecordResult, version: after.version,
            difference: SnapshotDifference(from: before, to: after))
        _ = state.update(.service(.fetchFinished(record)), at: state.now)
    }

    /// The screen as text.
    var screen: String { DashboardView.frame(of: state, theme: .plain).text }
}

extension Result<FetchOutcome, FetchFailure> {
    fileprivate var asRecordResult: FetchRecord.Result {
        switch self {
        case .success(let outcome): .success(outcome)
        case .failure(let failure): .failure(failure)
        }
    }
}

extension Snapshot {
    /// The same snapshot with some texts set (or, with nil, removed) and the next version.
    func changing(_ texts: [String: String?]) -> Snapshot {
        var entries = entries
        for (name, text) in texts { entries[name] = text.map { Entry(text: $0) } }
        return Snapshot(
            entries: entries, version: version.flatMap(Int.init).map { String($0 + 1) }, fetchedAt: fetchedAt,
            experiments: experiments)
    }
}

extension DashboardState {
    /// The names of the keys that are marked.
    var marked: Set<String> { overriding.marks.names(in: source.report) }
}
