import ExperimentsCore
import Foundation

extension RemoteConfig {
    /// Fetches if the last good fetch is older than the minimum interval. The fetched values are not in use until
    /// `activate()`. Concurrent fetches share one request.
    ///
    /// - Throws: `FirebaseFetchError`. The last good values stay. `CancellationError` if the calling task was
    ///   cancelled.
    @discardableResult
    public func fetch() async throws -> FetchOutcome {
        try await fetch(withExpirationDuration: settings.minimumFetchInterval)
    }

    /// Fetches if the last good fetch is older than `expirationDuration` seconds. With 0 it always sends a request,
    /// unless the service has asked clients to wait.
    ///
    /// - Throws: the errors of `fetch()`.
    @discardableResult
    public func fetch(withExpirationDuration expirationDuration: TimeInterval) async throws -> FetchOutcome {
        try await fetch(expiration: expirationDuration, kind: .base, byHand: false)
    }

    /// Fetches for a purpose.
    ///
    /// - Parameters:
    ///   - expiration: the age, in seconds, up to which the last good fetch is recent enough.
    ///   - kind: the purpose that is sent to the service.
    ///   - byHand: whether a person asked. They may have corrected a configuration that the service refused.
    /// - Throws: the errors of `fetch()`.
    @discardableResult
    public func fetch(expiration: TimeInterval, kind: FetchKind, byHand: Bool) async throws -> FetchOutcome {
        let result = await fetched(expiration: expiration, kind: kind, byHand: byHand)
        postFetched(result)
        return try result.get()
    }

    /// Fetches if the last good fetch is older than the minimum interval, and activates the values that were fetched
    /// last.
    ///
    /// - Returns: the outcome of the fetch, and whether other values are in use now.
    /// - Throws: the errors of `fetch()`. Nothing is activated then.
    @discardableResult
    public func fetchAndActivate() async throws -> (outcome: FetchOutcome, activated: Bool) {
        try await fetchAndActivate(expiration: settings.minimumFetchInterval, kind: .base, byHand: false)
    }

    /// Fetches for a purpose, and activates the values that were fetched last.
    ///
    /// - Returns: the result of `fetchAndActivate()`.
    /// - Throws: the errors of `fetch()`. Nothing is activated then.
    @discardableResult
    public func fetchAndActivate(
        expiration: TimeInterval, kind: FetchKind, byHand: Bool
    ) async throws -> (outcome: FetchOutcome, activated: Bool) {
        let result = await fetched(expiration: expiration, kind: kind, byHand: byHand)
        postFetched(result)
        let outcome = try result.get()
        let changed = activated()
        await keeper.flush()
        postActivated(changed: changed)
        return (outcome, changed)
    }

    /// Activates the values that were fetched last.
    ///
    /// - Returns: whether other values are in use now; false if nothing new was fetched.
    @discardableResult
    public func activate() -> Bool {
        let changed = activated()
        postActivated(changed: changed)
        return changed
    }

    /// Does the same as `activate()`, without a notification.
    func activated() -> Bool {
        guard !isPreview else { return true }
        let activated = keeper.update { state -> FetchedConfig? in
            guard let fetched = state.fetched, fetched != state.active else { return nil }
            defer { state.active = fetched }
            // A version that changed values of other installations only is nothing new to the app.
            return state.active?.hasSameContent(as: fetched) == true ? nil : fetched
        }
        guard let activated else { return false }
        activations.notify(activated)
        return true
    }

    /// Does the same as `fetch(expiration:kind:byHand:)`, without a notification.
    func fetched(expiration: TimeInterval, kind: FetchKind, byHand: Bool) async -> Result<
        FetchOutcome, any Error
    > {
        guard !isPreview else { return .success(FetchOutcome(status: .cached)) }
        do {
            let outcome = try await request(expiration: expiration, kind: kind, byHand: byHand)
            await keeper.flush()
            return .success(outcome)
        } catch {
            return .failure(error)
        }
    }

    private func request(expiration: TimeInterval, kind: FetchKind, byHand: Bool) async throws -> FetchOutcome
    {
        var context = context()
        context.customSignals.merge(customSignals) { $1 }
        let digest = context.digest
        let time = now()
        let state = keeper.state
        let decision = FetchDecision.decide(
            at: time, expiration: expiration, lastSuccess: state.lastSuccess,
            contextChanged: state.contextDigest != digest, throttle: state.throttle)
        switch decision {
        case .useStored:
            keeper.fetchStatus = .success
            return FetchOutcome(status: .cached)
        case .holdBack(let wait):
            keeper.fetchStatus = .throttled
            throw FirebaseFetchError.heldBack(nextAttempt: wait.until, since: wait.refusal)
        case .send:
            return try await flight.run { [context] in
                try await self.exchange(context, digest: digest, kind: kind, byHand: byHand)
            }
        }
    }

    private func exchange(
        _ context: ClientContext, digest: String, kind: FetchKind, byHand: Bool
    ) async throws -> FetchOutcome {
        do {
            let knownEtag = keeper.state.fetched?.etag
            let response = try await send(context, kind, knownEtag: knownEtag, byHand: byHand)
            let answer = try FetchAnswerReader(
                response: response, knownEtag: knownEtag, now: now(), key: project.apiKey
            ).read()
            keeper.fetchStatus = .success
            realtime.noteFetch(reached: true)
            let time = now()
            return keeper.update { state in
                state.lastSuccess = time
                state.contextDigest = digest
                state.throttle.noteSuccess()
                let status = state.take(answer)
                return FetchOutcome(status: status, httpStatus: response.status, bytes: response.body.count)
            }
        } catch {
            throw note(error)
        }
    }

    private func send(
        _ context: ClientContext, _ kind: FetchKind, knownEtag: String?, byHand: Bool
    ) async throws -> TransportResponse {
        func attempt(_ installation: Installation) async throws -> TransportResponse {
            let request = try fetchRequest(for: installation, in: context, knownEtag: knownEtag, kind: kind)
            return try await transport.answer(to: request, from: .remoteConfig)
        }
        let installation = try await installations.ready(byHand: byHand)
        let response = try await attempt(installation)
        guard response.status == 401 else { return response }
        // The token was revoked early, so there is one more attempt with a new one.
        return try await attempt(try await installations.ready(renewing: installation.token, byHand: byHand))
    }

    private func note(_ error: any Error) -> any Error {
        guard let error = error as? FirebaseFetchError else { return error }
        keeper.fetchStatus = .failure
        if case .unreachable = error { realtime.noteFetch(reached: false) }
        guard case .refused(let refusal, _) = error, refusal.service == .remoteConfig else { return error }
        let time = now()
        let fraction = randomness.fraction()
        let wait = keeper.update { state in
            state.throttle.note(refusal, at: time, fraction: fraction)
            return state.throttle.wait(at: time)
        }
        return FirebaseFetchError.refused(refusal, nextAttempt: wait?.until)
    }
}

extension StoredState {
    /// Stores the values of a good response as those that were fetched last.
    fileprivate mutating func take(_ answer: FetchAnswer) -> FetchOutcome.Status {
        switch answer {
        case .update(let config):
            fetched = config
            return .updated
        case .noChange(let version):
            if let version { fetched?.templateVersion = version }
            return .unchanged
        case .emptyConfig(let config):
            fetched = config
            return .empty
        case .noTemplate(let config):
            fetched = config
            return .noTemplate
        }
    }
}

extension ClientContext {
    /// A digest of everything that may make the service answer differently when it changes.
    fileprivate var digest: String {
        [appVersion, appBuild, platformVersion, countryCode, languageCode].map { $0 ?? "-" }.joined(
            separator: " | ")
    }
}
