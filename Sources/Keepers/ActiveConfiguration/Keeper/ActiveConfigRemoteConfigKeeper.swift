import ExperimentsCore
import ExperimentsLocks

/// A keeper for the settings of an `ActiveConfig`, as keys named `Section.Key`.
///
/// The text of a key is the setting's value: a string unchanged, any other value as JSON. If the current configuration
/// is not the user's own, its origin is the supplier of each entry.
///
/// It is not made of a `PayloadKeeper`, because the `ActiveConfig` downloads and stores the configurations of its users;
/// the keeper only shows the current one.
public final class ActiveConfigRemoteConfigKeeper: RemoteConfigKeeper {
    /// The origin of the settings.
    public let activeConfig: ActiveConfig

    /// Whether the server has a configuration for each user.
    let isPerUser: Bool
    let groups: ExperimentGroups
    private let held: Mutex<(snapshot: Snapshot, revision: Int)>
    private let observers = Observers<KeeperNotice>()
    private let subscription = Mutex<ObservationHandle?>(nil)

    /// Creates a keeper.
    ///
    /// - Parameters:
    ///   - activeConfig: the source of the settings.
    ///   - groups: the members of the meta that contain experiment groups.
    ///   - isPerUser: whether the server has a configuration for each user. If not, all users get the same.
    public init(
        _ activeConfig: ActiveConfig, groups: ExperimentGroups = ExperimentGroups(), isPerUser: Bool = true
    ) {
        self.activeConfig = activeConfig
        self.groups = groups
        self.isPerUser = isPerUser
        let current = activeConfig.current
        held = Mutex((current.snapshot(groups: groups), current.revision))
        let observation = activeConfig.observe { [weak self] event in
            if case .changed = event { self?.update() }
        }
        subscription.withLock { $0 = observation }
        // A change before the observation began was not reported.
        if activeConfig.current.revision != current.revision { update() }
    }

    /// The current settings.
    public var snapshot: Snapshot { held.withLock(\.snapshot) }

    /// The current user of the `ActiveConfig`; nil for no user in particular.
    public var currentUserID: String? {
        get { activeConfig.currentUserID }
        set { activeConfig.currentUserID = newValue }
    }

    /// The `meta` of the current configuration.
    public var meta: JSONObject { activeConfig.currentConfigurationMeta }

    /// A key for each current setting, grouped by section.
    public var catalog: [CatalogKey] { activeConfig.current.state.catalog }

    /// Downloads the current user's configuration.
    ///
    /// - Throws: `FetchFailure`, also for a response without a configuration. The last good snapshot stays.
    public func fetch(_ trigger: FetchTrigger) async throws -> FetchOutcome {
        let report: ActiveConfigDownloadReport
        do throws(ActiveConfigDownloadFailure) {
            report = try await activeConfig.downloadNewConfig()
        } catch {
            throw error.failure
        }
        let status: FetchOutcome.Status =
            switch report.outcome {
            case .applied, .storedForItsUser: .updated
            case .unchanged: .unchanged
            case .empty:
                throw FetchFailure.withoutConfiguration(
                    from: report.server, report.httpStatus, bytes: report.bytes)
            }
        return FetchOutcome(status: status, httpStatus: report.httpStatus, bytes: report.bytes)
    }

    /// Calls `handler` with the snapshot after each change, by a download or of the user, until the result is cancelled
    /// or released.
    public func observe(_ handler: @escaping @Sendable (KeeperNotice) -> Void) -> ObservationHandle {
        observers.add(handler)
    }

    /// Notifies observers that a fetch may return other values than the snapshot.
    func announceChange() {
        observers.notify(.sourceChanged)
    }

    private func update() {
        let current = activeConfig.current
        // A user of whom nothing is known has no time of download. If there was a snapshot before, it still counts as
        // fetched: its keys are missing, not unknown as before the first fetch.
        let wasFetched = held.withLock { $0.snapshot.fetchedAt != nil }
        let fresh = current.snapshot(groups: groups, unknownSince: wasFetched ? activeConfig.now() : nil)
        let isNewer = held.withLock { held in
            // The older of two changes may be reported last.
            guard current.revision > held.revision else { return false }
            held = (fresh, current.revision)
            return true
        }
        if isNewer { observers.notify(.snapshot(fresh)) }
    }
}

extension ActiveConfigRemoteConfigKeeper: PersonaKeeper {
    /// The name of the only field that a persona has here: the user's ID.
    public static let userField = "user"

    /// The current user; empty if none is set.
    public var persona: SourcePersona {
        SourcePersona(fields: currentUserID.map { [Self.userField: .string($0)] } ?? [:])
    }

    /// `user`.
    public var personaFieldNames: [String] { [Self.userField] }

    /// Switches to the user that the field `user` names: a string, or any other value as its JSON. Without that field,
    /// or if it is null, switches to no user in particular. Other fields are ignored, because a backend gets only the
    /// user.
    ///
    /// The known configuration of that user is active when this returns, and observers are notified that the source has
    /// changed, so that a service downloads the user's configuration.
    public func setPersona(_ persona: SourcePersona) {
        let userID = Self.userID(persona)
        guard userID != currentUserID else { return }
        currentUserID = userID
        announceChange()
    }

    /// Returns the user that a persona names; nil for no user in particular.
    static func userID(_ persona: SourcePersona) -> String? { persona.fields[userField]?.valueText }
}

extension ActiveConfigRemoteConfigKeeper {
    /// Uses the targeting key as the user, unless the fields have `user`. Other fields are ignored, as they are by
    /// ``setPersona(_:)``.
    public func persona(targetingKey: String?, fields: [String: JSONValue]) -> SourcePersona {
        guard isPerUser else { return persona }
        let user = fields[Self.userField].flatMap { $0 == .null ? nil : $0 }
        return persona.adding(
            user.map { [Self.userField: $0] } ?? [:], identifiedBy: Self.userField, as: targetingKey)
    }

    /// Returns the current configuration, if it is the user's; nil if the server has to be asked.
    public func decided(for persona: SourcePersona) -> DecidedSnapshot? {
        let current = activeConfig.current
        let snapshot = snapshot
        guard snapshot.fetchedAt != nil, Self.userID(persona) == current.userID else { return nil }
        return decided(snapshot, current)
    }

    /// Downloads the configuration of a user. The current one stays, and nothing is stored.
    ///
    /// - Returns: the configuration. If the download fails, the one that is known for the user, or for all users.
    /// - Throws: `FetchFailure` if nothing is known.
    public func askedDecision(for persona: SourcePersona) async throws -> DecidedSnapshot? {
        do throws(ActiveConfigDownloadFailure) {
            let other = try await activeConfig.configuration(of: Self.userID(persona))
            return decided(other.snapshot(groups: groups, unknownSince: activeConfig.now()), other)
        } catch {
            throw error.failure
        }
    }

    private func decided(_ snapshot: Snapshot, _ config: CurrentActiveConfig) -> DecidedSnapshot {
        let decision: ContextDecision =
            switch config.origin {
            case .own: config.userID == nil || !isPerUser ? .everybody : .condition
            case .shared, .bootstrapped, .none: .otherwise
            }
        return DecidedSnapshot(snapshot, decisions: snapshot.entries.mapValues { _ in decision })
    }
}

extension ActiveConfigRemoteConfigKeeper: RestorableKeeper {
    package var copiedContext: SourcePersona? { isPerUser ? persona : nil }

    package func copy() -> SourceCopy? { SourceCopy(snapshot) }

    package func restore(_ copy: SourceCopy) throws {
        guard let restored = copy.snapshot else { throw FetchFailure("it does not contain values") }
        let isNew = held.withLock { held in
            guard held.snapshot.fetchedAt == nil else { return false }
            held.snapshot = restored
            return true
        }
        if isNew { observers.notify(.snapshot(restored)) }
    }
}
