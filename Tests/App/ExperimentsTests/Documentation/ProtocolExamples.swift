import Experiments
import ExperimentsLocks
import Foundation

// The examples of the comments on protocols, as they stand there; a test sees to it that none is absent.

final class SettingsKeeper: RemoteConfigKeeper {
    private let current = Mutex(Snapshot.empty)
    private let handlers = Mutex<[UUID: @Sendable (KeeperNotice) -> Void]>([:])

    var snapshot: Snapshot { current.withLock { $0 } }

    func fetch(_ trigger: FetchTrigger) async throws -> FetchOutcome {
        let new = Snapshot(texts: try await downloadSettings(), fetchedAt: Date())
        current.withLock { $0 = new }
        for handler in handlers.withLock({ Array($0.values) }) { handler(.snapshot(new)) }
        return FetchOutcome(status: .updated)
    }

    func observe(_ handler: @escaping @Sendable (KeeperNotice) -> Void) -> ObservationHandle {
        let id = UUID()
        handlers.withLock { $0[id] = handler }
        return ObservationHandle { [weak self] in self?.handlers.withLock { $0[id] = nil } }
    }
}

final class TeamOverrideStore: OverrideStore {
    private let current = Mutex(OverrideSet.empty)
    private let handlers = Mutex<[UUID: @Sendable (OverrideStoreState) -> Void]>([:])

    var overrides: OverrideSet { current.withLock { $0 } }
    var problem: OverrideStoreProblem? { nil }

    func update(_ change: (inout OverrideSet) throws -> Void) throws -> OverrideUpdate {
        let update = try current.withLock { overrides in
            let before = overrides
            try change(&overrides)
            return OverrideUpdate(before: before, after: overrides)
        }
        let state = OverrideStoreState(overrides: update.after)
        for handler in handlers.withLock({ Array($0.values) }) { handler(state) }
        return update
    }

    func observe(_ handler: @escaping @Sendable (OverrideStoreState) -> Void) -> ObservationHandle {
        let id = UUID()
        handlers.withLock { $0[id] = handler }
        return ObservationHandle { [weak self] in self?.handlers.withLock { $0[id] = nil } }
    }
}

struct AccentColor: StringInitializableRemoteValue {
    static let `default` = AccentColor(red: 0, green: 0, blue: 255)
    let red, green, blue: UInt8

    init(red: UInt8, green: UInt8, blue: UInt8) {
        (self.red, self.green, self.blue) = (red, green, blue)
    }

    init?(name: String) {  // for example "0,0,255"
        let parts = name.split(separator: ",").compactMap { UInt8($0) }
        guard parts.count == 3 else { return nil }
        self.init(red: parts[0], green: parts[1], blue: parts[2])
    }

    var name: String { "\(red),\(green),\(blue)" }
}

private func downloadSettings() async throws -> [String: String] { ["paywall_kind": "rich"] }
