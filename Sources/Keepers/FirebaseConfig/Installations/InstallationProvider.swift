import ExperimentsSupport
import ExperimentsTransport
import Foundation

/// Provides the installation of an app: registers it when necessary, and renews its token. Concurrent callers share one
/// request.
actor InstallationProvider {
    private let client: InstallationClient
    private let clocks: Clocks
    private let randomness: Randomness
    private let pause: @Sendable (Duration) async throws -> Void
    private let save: @Sendable (Installation?) -> Void
    private let flight = SingleFlight<Installation>()
    private var installation: Installation?
    private var holdOff = InstallationHoldOff()

    /// The number of IDs that are proposed if the service responds that one is already in use.
    static let proposals = 3

    /// - Parameters:
    ///   - installation: the installation that was registered earlier, if there is one.
    ///   - pause: waits for this length of time, or throws when the task is cancelled.
    ///   - save: called with every change, to store it for the next launch.
    init(
        client: InstallationClient, installation: Installation?, clocks: Clocks,
        randomness: Randomness,
        pause: @escaping @Sendable (Duration) async throws -> Void,
        save: @escaping @Sendable (Installation?) -> Void
    ) {
        self.client = client
        self.installation = installation
        self.clocks = clocks
        self.randomness = randomness
        self.pause = pause
        self.save = save
    }

    /// Returns the installation with a usable token.
    ///
    /// - Parameters:
    ///   - refusedToken: a token that a service just refused although it seemed valid. It is renewed regardless of
    ///     its age.
    ///   - byHand: whether a person asked, who need not wait because of a wrong configuration.
    /// - Throws: `FirebaseFetchError`.
    func ready(renewing refusedToken: InstallationToken? = nil, byHand: Bool) async throws -> Installation {
        if let usable = usable(unless: refusedToken) { return usable }
        if let wait = holdOff.wait(at: clocks.steady(), byHand: byHand) {
            if let installation, stillLives(installation.token, refusedToken) { return installation }
            throw FirebaseFetchError.heldBack(nextAttempt: clocks.date(at: wait.until), since: wait.refusal)
        }
        return try await flight.run { try await self.obtain(renewing: refusedToken) }
    }

    private func usable(unless refusedToken: InstallationToken?) -> Installation? {
        guard let installation, installation.token.isFresh(at: clocks.now()),
            installation.token != refusedToken
        else {
            return nil
        }
        return installation
    }

    private func obtain(renewing refusedToken: InstallationToken?) async throws -> Installation {
        // Another caller's request may have ended in the meantime.
        if let usable = usable(unless: refusedToken) { return usable }
        do {
            var obtained = try await renewed()
            if obtained == nil { obtained = try await registered() }
            holdOff.noteSuccess()
            remember(obtained)
        } catch {
            var error = error
            if case FirebaseFetchError.refused(let refusal, _) = error {
                holdOff.note(refusal, at: clocks.steady(), fraction: randomness.fraction())
                error = FirebaseFetchError.refused(
                    refusal,
                    nextAttempt: holdOff.wait(at: clocks.steady(), byHand: false).map {
                        clocks.date(at: $0.until)
                    })
            }
            // While the service cannot be reached, an old token that is still valid is better than none.
            guard let installation, stillLives(installation.token, refusedToken),
                !(error is CancellationError)
            else {
                throw error
            }
        }
        guard let installation else { throw CancellationError() }
        return installation
    }

    private func stillLives(_ token: InstallationToken, _ refused: InstallationToken?) -> Bool {
        token != refused && token.issuedAt <= clocks.now() && clocks.now() < token.expiresAt
    }

    /// Returns the known installation with a new token; nil if there is none or the service no longer knows it.
    private func renewed() async throws -> Installation? {
        guard var installation else { return nil }
        do {
            installation.token = try await retryingOnce { [installation] in
                try await self.client.renewToken(of: installation)
            }
            return installation
        } catch FirebaseFetchError.refused(let refusal, _)
            where refusal.status == 401 || refusal.status == 404
        {
            remember(nil)
            return nil
        }
    }

    private func registered() async throws -> Installation {
        var proposal = 1
        while true {
            var generator = randomness
            let id = InstallationID.generate(using: &generator)
            do {
                return try await retryingOnce { try await self.client.create(id) }
            } catch FirebaseFetchError.refused(let refusal, _)
                where refusal.status == 409 && proposal < Self.proposals
            {
                proposal += 1
            }
        }
    }

    /// Asks a service once more if it fails with a status of 5xx.
    private func retryingOnce<Value: Sendable>(_ operation: @Sendable () async throws -> Value) async throws
        -> Value
    {
        do {
            return try await operation()
        } catch FirebaseFetchError.refused(let refusal, _)
            where (500...599).contains(refusal.status) && refusal.retryAfter == nil
        {
            try await pause(RetryWait.beforeSecondTry(fraction: randomness.fraction()))
            return try await operation()
        }
    }

    private func remember(_ installation: Installation?) {
        guard self.installation != installation else { return }
        self.installation = installation
        save(installation)
    }
}

/// The waits after the service refused a registration. It is a value without a clock, and sends nothing.
public struct InstallationHoldOff: Sendable, Hashable {
    /// The number of recoverable refusals in a row.
    public private(set) var refusals = 0
    /// The current wait.
    public private(set) var wait: Wait?

    /// A wait and its reason.
    public struct Wait: Sendable, Hashable {
        /// The time of the refusal, at which the wait began.
        public let since: Date
        /// The time from which the service may be asked again.
        public let until: Date
        /// The refusal that started it.
        public let refusal: ServerRefusal
        /// Whether the configuration is incorrect, so that waiting alone does not help. A person may try again at any
        /// time.
        public let isConfiguration: Bool
    }

    /// The wait, in seconds, after a refusal that is not temporary.
    public static let configurationWait: TimeInterval = 24 * 3600
    /// The longest wait, in seconds, after a refusal that may pass.
    public static let longestRecoverableWait: TimeInterval = 30 * 60

    /// Creates an object without refusals.
    public init() {}

    /// Notes a refusal at `now`. `fraction`, from 0 up to 1, spreads clients that were refused at the same time.
    public mutating func note(_ refusal: ServerRefusal, at now: Date, fraction: Double) {
        switch refusal.status {
        case 400, 401, 403, 404:
            wait = Wait(
                since: now, until: now.addingTimeInterval(Self.configurationWait), refusal: refusal,
                isConfiguration: true)
        case 429, 500...599:
            refusals += 1
            let seconds = min(exp2(Double(min(refusals, 20))) + fraction, Self.longestRecoverableWait)
            let asked = refusal.retryAfter.map {
                RetryWait.seconds(
                    asked: $0, failures: refusals, longest: Self.longestRecoverableWait, fraction: fraction)
            }
            wait = Wait(
                since: now, until: now.addingTimeInterval(asked ?? seconds), refusal: refusal,
                isConfiguration: false)
        default:
            wait = nil
        }
    }

    /// Notes a successful request, so that earlier refusals no longer count.
    public mutating func noteSuccess() {
        self = InstallationHoldOff()
    }

    /// Returns the current wait at `now`, if there is one. If the clock was set to before the wait began, the wait is
    /// over. A fetch that a person asked for (`byHand`) does not wait because of a wrong configuration.
    public func wait(at now: Date, byHand: Bool) -> Wait? {
        guard let wait, now >= wait.since, now < wait.until else { return nil }
        return wait.isConfiguration && byHand ? nil : wait
    }
}
