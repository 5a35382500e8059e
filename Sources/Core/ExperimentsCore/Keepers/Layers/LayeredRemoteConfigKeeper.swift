import ExperimentsLocks
import Foundation

/// A keeper with the values of several others, the first of which comes first.
///
/// ```swift
/// let keeper = LayeredRemoteConfigKeeper([LaunchValuesKeeper(), remote])
/// ```
///
/// A fetch asks all of them at the same time, and fails if one of them fails; the values of the others are used.
public final class LayeredRemoteConfigKeeper: RemoteConfigKeeper {
    /// The keepers, the first of which comes first.
    public let layers: [any RemoteConfigKeeper]
    private let current: Mutex<Snapshot>
    private let observers = Observers<KeeperNotice>()
    private let subscriptions = Mutex<[ObservationHandle]>([])

    /// Creates a keeper from others.
    public init(_ layers: [any RemoteConfigKeeper]) {
        self.layers = layers
        current = Mutex(Self.merged(layers, layers.map(\.snapshot)))
        let handles = layers.map { layer in layer.observe { [weak self] in self?.hear($0) } }
        subscriptions.withLock { $0 = handles }
        refresh()
    }

    /// The values of all layers. A name has the value of the first layer that has it.
    public var snapshot: Snapshot { current.withLock { $0 } }

    /// The status of the first layer that announces changes, or would.
    public var liveStatus: LiveStatus { layers.lazy.map(\.liveStatus).first { $0 != .off } ?? .off }

    /// Calls `handler` with each notice of a layer.
    public func observe(_ handler: @escaping @Sendable (KeeperNotice) -> Void) -> ObservationHandle {
        observers.add(handler)
    }

    /// Fetches the values of all layers at the same time.
    ///
    /// - Throws: the error of the first layer that fails.
    public func fetch(_ trigger: FetchTrigger) async throws -> FetchOutcome {
        let results = await withTaskGroup(of: (Int, Result<FetchOutcome, any Error>).self) { group in
            for (index, layer) in layers.enumerated() {
                group.addTask {
                    do {
                        return (index, .success(try await layer.fetch(trigger)))
                    } catch {
                        return (index, .failure(error))
                    }
                }
            }
            var results: [Int: Result<FetchOutcome, any Error>] = [:]
            for await (index, result) in group { results[index] = result }
            return results
        }
        refresh()
        let outcomes = try layers.indices.compactMap { try results[$0]?.get() }
        let remote = zip(layers, outcomes).filter { !($0.0 is LaunchValuesKeeper) }.map(\.1)
        let ranked: [FetchOutcome.Status] = [.updated, .unchanged, .cached, .empty, .noTemplate]
        return FetchOutcome(
            status: ranked.first { status in remote.contains { $0.status == status } } ?? .unchanged,
            httpStatus: remote.lazy.compactMap(\.httpStatus).first, bytes: remote.map(\.bytes).reduce(0, +))
    }

    private func hear(_ notice: KeeperNotice) {
        switch notice {
        case .snapshot: refresh(isNews: true)
        case .sourceChanged: observers.notify(.sourceChanged)
        case .liveStatus: observers.notify(.liveStatus(liveStatus))
        }
    }

    private func refresh(isNews: Bool = false) {
        current.withLock { current in
            current = Self.merged(layers, layers.map(\.snapshot))
            if isNews { observers.enqueue(.snapshot(current)) }
        }
        observers.deliver()
    }

    /// Returns the values of all layers, from one snapshot for each of them.
    func merged(_ snapshots: [Snapshot]) -> Snapshot { Self.merged(layers, snapshots) }

    private static func merged(_ layers: [any RemoteConfigKeeper], _ snapshots: [Snapshot]) -> Snapshot {
        var entries: ExactDictionary<Snapshot.Entry> = [:]
        var problems: ExactDictionary<String> = [:]
        for snapshot in snapshots.reversed() {
            for (name, entry) in snapshot.entries {
                entries[name] = entry
                problems[name] = nil
            }
            for (name, problem) in snapshot.problems where entries[name] == nil { problems[name] = problem }
        }
        // Values of the launch are there from the beginning: the others decide whether anything was fetched, and when.
        let fetched = zip(layers, snapshots).filter { !($0.0 is LaunchValuesKeeper) }.map(\.1)
        let dates = fetched.map(\.fetchedAt)
        let isFetched = dates.allSatisfy { $0 != nil }
        return Snapshot(
            entries: entries, version: fetched.lazy.compactMap(\.version).first,
            fetchedAt: isFetched ? dates.compactMap(\.self).min() ?? snapshots.first?.fetchedAt : nil,
            experiments: snapshots.flatMap(\.experiments), notes: snapshots.flatMap(\.notes),
            problems: problems,
            groupSeparator: snapshots.lazy.compactMap(\.groupSeparator).first)
    }
}

extension LayeredRemoteConfigKeeper: RestorableKeeper {
    /// The only layer whose content can be stored; nil if there are several.
    private var stored: (any RestorableKeeper)? {
        let found = layers.compactMap { $0 as? any RestorableKeeper }
        return found.count == 1 ? found.first : nil
    }

    package var copiedContext: SourcePersona? { stored?.copiedContext }

    package func copy() -> SourceCopy? { stored?.copy() }

    package func restore(_ copy: SourceCopy) throws {
        try stored?.restore(copy)
        refresh(isNews: true)
    }
}
