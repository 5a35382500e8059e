import ExperimentsCore

/// Fetches the columns of a ``ValueMatrix``.
package enum MatrixColumns {
    /// The title of the column for the configured user.
    package static let configuredTitle = "as configured"

    /// Fetches from one source for several users.
    ///
    /// - Parameters:
    ///   - service: the source. Its current persona does not change, unless `apart` returns the same service.
    ///   - personas: the users, each with a title.
    ///   - advice: the advice if the source gives all users the same values.
    ///   - apart: returns a service of the same source that can be fetched for any user, if requests to a server are
    ///     needed.
    /// - Throws: `MessageError` if the source gives all users the same values.
    package static func asking(
        _ service: RemoteConfigService, as personas: [(title: String, persona: SourcePersona)],
        advice: String? = nil, apart: () throws -> RemoteConfigService?
    ) async throws -> [ValueMatrix.Column] {
        guard let keeper = service.keeper as? any PersonaKeeper else {
            throw MessageError(
                "the source has no per-user values, so personas cannot be compared", advice: advice)
        }
        if keeper.snapshot.fetchedAt == nil {
            do {
                _ = try await service.fetch(.manual)
            } catch {
                guard service.lastGood.restore() else { throw error }
            }
        }
        let problem = service.staleSince == nil ? nil : service.history.last?.failure?.summary
        let snapshots = personas.map { keeper.snapshot(for: $0.persona) }
        if !snapshots.contains(where: { $0 == nil }) {
            return zip(personas, snapshots).map {
                ValueMatrix.Column(title: $0.title, snapshot: $1, problem: problem)
            }
        }
        guard let other = try apart() else { throw MessageError("the source supports one persona at a time") }
        var columns: [ValueMatrix.Column] = []
        for (title, persona) in personas { columns.append(await column(title, persona, of: other)) }
        return columns
    }

    /// Fetches the values of one persona.
    private static func column(
        _ title: String, _ persona: SourcePersona, of service: RemoteConfigService
    ) async -> ValueMatrix.Column {
        guard let keeper = service.keeper as? any PersonaKeeper else {
            return ValueMatrix.Column(
                title: title, snapshot: nil, problem: "this source has no per-user values")
        }
        keeper.setPersona(persona)
        do {
            _ = try await service.fetch(.manual)
            return ValueMatrix.Column(title: title, snapshot: keeper.snapshot)
        } catch {
            // The values that the keeper has are those of another persona.
            return ValueMatrix.Column(title: title, snapshot: nil, problem: FetchFailure(error).summary)
        }
    }

    /// Fetches from several sources, one after the other.
    ///
    /// - Parameters:
    ///   - sources: the sources, each with a title and a function that opens it.
    ///   - onlyUnknown: whether to fetch only from sources without known values.
    package static func fetching(
        _ sources: [(title: String, open: () throws -> RemoteConfigService?)], onlyUnknown: Bool = false
    ) async -> [ValueMatrix.Column] {
        var columns: [ValueMatrix.Column] = []
        for (title, open) in sources {
            do {
                guard let service = try open() else { continue }
                let isKnown = onlyUnknown && service.snapshot.fetchedAt != nil
                columns.append(
                    isKnown
                        ? ValueMatrix.Column(title: title, snapshot: service.snapshot)
                        : await column(title, fetching: service))
            } catch {
                let problem = ErrorReport.headline(of: error)
                columns.append(ValueMatrix.Column(title: title, snapshot: nil, problem: problem))
            }
        }
        return columns
    }

    private static func column(_ title: String, fetching service: RemoteConfigService) async
        -> ValueMatrix.Column
    {
        var problem: String?
        do {
            _ = try await service.fetch(.manual)
        } catch {
            problem = FetchFailure(error).summary
            service.lastGood.restore()
        }
        let snapshot = service.snapshot
        return ValueMatrix.Column(
            title: title, snapshot: snapshot.fetchedAt == nil ? nil : snapshot, problem: problem)
    }
}
