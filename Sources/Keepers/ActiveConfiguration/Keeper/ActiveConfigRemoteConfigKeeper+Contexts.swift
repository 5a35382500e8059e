import ExperimentsCore

extension ActiveConfigRemoteConfigKeeper {
    /// Uses the targeting key as the user, unless the fields have `user`. Other fields are ignored, as they are by
    /// ``setPersona(_:)``.
    public func persona(targetingKey: String?, fields: [String: JSONValue]) -> SourcePersona {
        guard isPerUser else { return persona }
        let user = fields[Self.userField].flatMap { $0 == .null ? nil : $0 }
        return persona.adding(user.map { [Self.userField: $0] } ?? [:], identifiedBy: Self.userField, as: targetingKey)
    }

    /// Returns the configuration in force, if it is the user's; nil if the server has to be asked.
    public func decided(for persona: SourcePersona) -> DecidedSnapshot? {
        let current = activeConfig.current
        let snapshot = snapshot
        guard snapshot.fetchedAt != nil, Self.userID(persona) == current.userID else { return nil }
        return decided(snapshot, current)
    }

    /// Downloads the configuration of a user. The one in force stays, and nothing is stored.
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
