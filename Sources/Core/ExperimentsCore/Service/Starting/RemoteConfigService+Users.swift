import ExperimentsLocks

extension RemoteConfigService {
    /// Resolves values for another user from now on.
    ///
    /// ```swift
    /// try await service.setUser("ann", fields: ["country": "NZ"])
    /// ```
    ///
    /// All keepers that know users switch. When this returns, the values are those of the user: evaluated here, or by the
    /// source's server. If the server does not answer, they are its last answer for this user, otherwise the defaults;
    /// never those of another user. Exposures and events belong to the new user, and another session begins.
    ///
    /// - Parameters:
    ///   - id: identifies the user, as ``unit`` and for the source; nil for a user who is not known.
    ///   - fields: what the source's conditions use, in place of the fields of the user before.
    ///   - limit: the longest time to wait for a server; nil for as long as a fetch takes.
    ///   - clock: the clock that measures the time.
    /// - Returns: where the values come from.
    /// - Throws: `CancellationError` if the task of the caller is cancelled, or if another call sets another user first.
    @discardableResult
    public func setUser(
        _ id: String?, fields: [String: JSONValue] = [:], within limit: Duration? = nil,
        clock: any Clock<Duration> = ContinuousClock()
    ) async throws -> ValuesInUse {
        let keepers = UserKeepers(keeper)
        guard let (number, users) = begin(id, fields, keepers) else { throw CancellationError() }
        tellOfInputs()
        newUsers.notify(())
        guard ask(users, number) else { throw CancellationError() }
        let isAsking = !users.allSatisfy { $0.keeper.snapshot(for: $0.user) != nil }
        var failure: FetchFailure?
        if isAsking {
            let fetch: @Sendable () async -> FetchRecord = { [fetches] in
                await fetches.fetch(.realtime(attempt: 1))
            }
            if let limit {
                failure = try await self.failure(within: limit, clock: clock, fetch)
            } else {
                failure = await fetch().failure
                try Task.checkCancellation()
            }
        }
        guard self.users.withLock({ $0.number == number }) else { throw CancellationError() }
        if failure == nil { useAnswers(of: users, number) }
        return ValuesInUse(snapshot, failure: failure)
    }

    private typealias User = (keeper: any PersonaKeeper, user: SourcePersona)

    /// Begins with the values that are known for a user. Returns nil if another call sets another user.
    private func begin(
        _ id: String?, _ fields: [String: JSONValue], _ keepers: UserKeepers
    ) -> (number: Int, users: [User])? {
        let (number, bases) = users.withLock { state in
            state.number += 1
            state.isAsking = true
            for keeper in keepers.all where state.bases[ObjectIdentifier(keeper)] == nil {
                state.bases[ObjectIdentifier(keeper)] = keeper.persona
            }
            return (state.number, state.bases)
        }
        let users = keepers.all.map { keeper -> User in
            let base = bases[ObjectIdentifier(keeper)] ?? keeper.persona
            return (keeper, keeper.user(id, fields, insteadOf: base))
        }
        let held = keepers.snapshot { keeper in
            guard let user = users.first(where: { $0.keeper === keeper })?.user else { return .empty }
            return keeper.snapshot(for: user) ?? self.users.withLock { $0.answers[keeper, user] }
                ?? lastGood.snapshot(for: user) ?? .empty
        }
        let isCurrent = self.users.withLock { state in
            guard state.number == number else { return false }
            state.held = held
            cache.begin(user: number, unit: id, snapshot: held)
            return true
        }
        return isCurrent ? (number, users) : nil
    }

    /// Lets the keepers switch. Returns false if another call sets another user.
    private func ask(_ users: [User], _ number: Int) -> Bool {
        // One call at a time, so that the last user stays.
        userOrder.withLock { _ in
            guard self.users.withLock({ $0.number == number }) else { return false }
            for (keeper, user) in users { keeper.setPersona(user) }
            return self.users.withLock { state in
                guard state.number == number else { return false }
                state.isAsking = false
                state.firstFetch = fetches.nextID
                return true
            }
        }
    }

    /// Uses the values of the keepers, which are those of the user now.
    private func useAnswers(of users: [User], _ number: Int) {
        let asked = users.filter { $0.keeper.snapshot(for: $0.user) == nil }
        let isCurrent = self.users.withLock { state in
            guard state.number == number else { return false }
            state.held = nil
            for (keeper, user) in asked { state.answers[keeper, user] = keeper.snapshot }
            return true
        }
        guard isCurrent else { return }
        for (keeper, user) in asked { lastGood.keep(keeper.snapshot, for: user) }
        useKeeper()
    }

    /// Uses the values of the keeper after a fetch that began after the last switch of users.
    func useAnswer(of record: FetchRecord) {
        let isNews = users.withLock { state in
            guard state.held != nil, !state.isAsking, record.failure == nil, record.id >= state.firstFetch
            else {
                return false
            }
            state.held = nil
            return true
        }
        if isNews { useKeeper() }
    }

    private func useKeeper() {
        cache.refresh(snapshot: { snapshot })
        tellOfInputs()
        events.notify(.snapshotChanged(snapshot))
    }
}

extension PersonaKeeper {
    /// Returns a user with an identity and fields, without those of the user before.
    ///
    /// - Parameter base: the user as the keeper was created.
    fileprivate func user(_ id: String?, _ fields: [String: JSONValue], insteadOf base: SourcePersona)
        -> SourcePersona
    {
        let current = persona.fields
        let given = SourcePersona.byPath(fields)
        // The keeper knows which field has the identity: the one that differs between two users.
        let one = persona(targetingKey: "1", fields: [:]).fields
        let other = persona(targetingKey: "2", fields: [:]).fields
        var user = base
        for (name, value) in persona(targetingKey: id, fields: fields).fields {
            let isNew =
                given[name] != nil || current[name] != value || (id != nil && one[name] != other[name])
            if isNew { user.fields[name] = value }
        }
        return user
    }
}

/// The keepers of a service that know users, and those that do not.
struct UserKeepers {
    private let root: any RemoteConfigKeeper

    init(_ root: any RemoteConfigKeeper) { self.root = root }

    /// The keepers that know users.
    var all: [any PersonaKeeper] { Self.all(root) }

    /// Returns the values of all keepers.
    ///
    /// - Parameter answer: returns the values of a keeper that knows users.
    func snapshot(_ answer: (any PersonaKeeper) -> Snapshot) -> Snapshot { Self.snapshot(root, answer) }

    private static func all(_ keeper: any RemoteConfigKeeper) -> [any PersonaKeeper] {
        if let layered = keeper as? LayeredRemoteConfigKeeper { return layered.layers.flatMap { all($0) } }
        return (keeper as? any PersonaKeeper).map { [$0] } ?? []
    }

    private static func snapshot(
        _ keeper: any RemoteConfigKeeper, _ answer: (any PersonaKeeper) -> Snapshot
    ) -> Snapshot {
        if let layered = keeper as? LayeredRemoteConfigKeeper {
            return layered.merged(layered.layers.map { snapshot($0, answer) })
        }
        return (keeper as? any PersonaKeeper).map(answer) ?? keeper.snapshot
    }
}
