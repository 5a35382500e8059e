import ExperimentsCore
import Synchronization

/// Hands the settings of an `ActiveConfig` to a service, as keys named `Section.Key`.
///
/// Texts are the settings' values: a string as it is, anything else as JSON. Where the configuration in force is not the
/// user's own, entries name where it comes from as their supplier.
public final class ActiveConfigRemoteConfigKeeper: RemoteConfigKeeper {
    private struct Held {
        var snapshot: Snapshot
        var revision: Int
    }

    /// Where the settings come from.
    public let activeConfig: ActiveConfig

    private let groups: ExperimentGroups
    private let held: Mutex<Held>
    private let observers = Observers<KeeperNotice>()
    private let subscription = Mutex<ObservationHandle?>(nil)

    /// A keeper of what a configuration holds.
    ///
    /// - Parameters:
    ///   - activeConfig: where the settings come from.
    ///   - groups: which members of the meta name experiment groups.
    public init(_ activeConfig: ActiveConfig, groups: ExperimentGroups = ExperimentGroups()) {
        self.activeConfig = activeConfig
        self.groups = groups
        let current = activeConfig.current
        held = Mutex(Held(snapshot: current.snapshot(groups: groups), revision: current.revision))
        let observation = activeConfig.observe { [weak self] event in
            if case .changed = event { self?.update() }
        }
        subscription.withLock { $0 = observation }
        // What changed before the observation began was told to nobody.
        if activeConfig.current.revision != current.revision { update() }
    }

    /// The settings in force.
    public var snapshot: Snapshot { held.withLock(\.snapshot) }

    /// The user whose settings these are; nil for no user in particular. Setting it switches the `ActiveConfig`.
    public var currentUserID: String? {
        get { activeConfig.currentUserID }
        set { activeConfig.currentUserID = newValue }
    }

    /// What the configuration in force says of itself.
    public var meta: JSONObject { activeConfig.currentConfigurationMeta }

    /// A key for each setting in force, grouped by section.
    public var catalog: [CatalogKey] { activeConfig.current.state.catalog }

    /// Downloads the current user's configuration.
    public func fetch(_ trigger: FetchTrigger) async throws -> FetchOutcome {
        do throws(ActiveConfigDownloadFailure) {
            let report = try await activeConfig.downloadNewConfig()
            let status: FetchOutcome.Status =
                switch report.outcome {
                case .applied, .storedForItsUser: .updated
                case .unchanged: .unchanged
                case .empty: .empty
                }
            return FetchOutcome(status: status, httpStatus: report.httpStatus, bytes: report.bytes)
        } catch {
            throw error.failure
        }
    }

    /// Calls `handler` with the snapshot after each change: by a download, or by another user.
    public func observe(_ handler: @escaping @Sendable (KeeperNotice) -> Void) -> ObservationHandle {
        observers.add(handler)
    }

    /// Tells that the source holds something else than the snapshot, perhaps.
    func announceChange() {
        observers.notify(.sourceChanged)
    }

    private func update() {
        let current = activeConfig.current
        // After a switch of users, that there is nothing is news, and no longer the state before the first download.
        let wasFetched = held.withLock { $0.snapshot.fetchedAt != nil }
        let fresh = current.snapshot(groups: groups, unknownSince: wasFetched ? activeConfig.now() : nil)
        let isNewer = held.withLock { held in
            // Two changes may be told in either order.
            guard current.revision > held.revision else { return false }
            held = Held(snapshot: fresh, revision: current.revision)
            return true
        }
        if isNewer { observers.notify(.snapshot(fresh)) }
    }
}

extension ActiveConfigRemoteConfigKeeper: PersonaKeeper {
    /// The name of the only field that a persona has here: the user's ID.
    public static let userField = "user"

    /// The current user; without a field where there is no user in particular.
    public var persona: SourcePersona {
        SourcePersona(fields: currentUserID.map { [Self.userField: .string($0)] } ?? [:])
    }

    /// `user`.
    public var personaFieldNames: [String] { [Self.userField] }

    /// Switches to the user whom the field `user` names: by a text, or anything else as it is written in JSON. Without
    /// that field, or where it is null, to no user in particular; what else the persona says, no backend is asked.
    ///
    /// What is known for that user is in force when this returns. Then a change is announced, so that their
    /// configuration is downloaded.
    public func setPersona(_ persona: SourcePersona) {
        let userID = persona.fields[Self.userField]?.valueText
        guard userID != currentUserID else { return }
        currentUserID = userID
        announceChange()
    }
}
