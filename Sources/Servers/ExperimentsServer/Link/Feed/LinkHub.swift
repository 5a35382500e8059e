import ExperimentsCore
import ExperimentsLinkProtocol
import ExperimentsLocks
import Foundation

/// The overrides for apps, and the streams that apps receive them on. Safe to use from any thread.
///
/// A change wakes every stream, and each stream asks for what its client does not have yet. The answer is encoded once
/// for all clients that need the same one.
package final class LinkHub: Sendable {
    /// The maximum number of streams.
    static let streamLimit = 20_000
    /// The maximum number of streams of one installation. One more ends the oldest, whose client is usually gone.
    static let streamLimitOfInstallation = 4

    private struct Stream {
        let scope: OverrideScope
        let grant: LinkGrant?
        let bell: AsyncStream<LinkSubscription.Ring>.Continuation
    }

    /// The key under which an encoded answer is stored, for all clients with the same question at the same revision.
    private enum Question: Hashable {
        case document(OverrideScope)
        case whole(OverrideScope)
        case changes(OverrideScope, since: LinkRevision)
    }

    private struct State {
        var feed: OverrideFeed
        var problem: String?
        /// The overrides of the layer that is changed.
        var highest = OverrideSet.empty
        var streams: [UInt64: Stream] = [:]
        var numbers: [OverrideScope: [UInt64]] = [:]
        var opened: UInt64 = 0
        var answers: [Question: [UInt8]] = [:]
        var answeredRevision: LinkRevision?
        var expiry: Task<Void, Never>?
    }

    /// The maximum number of encoded answers to store.
    private static let answerLimit = 256

    private let state: Mutex<State>
    private let clock: @Sendable () -> Date
    private let sleep: @Sendable (Duration) async throws -> Void
    private let isShared: Bool

    /// - Parameters:
    ///   - isShared: whether other servers have the same overrides. Then a state has the same name on all of them, and
    ///     changes are made in the lowest layer, which they share, and not in the highest.
    ///   - random: makes the revisions of this hub different from those of others, and of earlier ones.
    ///   - clock: returns the time. Overrides end by it, and not by the clocks of apps.
    ///   - sleep: waits.
    package init(
        isShared: Bool = false, random: some RandomNumberGenerator = SystemRandomNumberGenerator(),
        clock: @escaping @Sendable () -> Date = { Date() },
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) {
        self.clock = clock
        self.sleep = sleep
        self.isShared = isShared
        var random = random
        let feed =
            isShared
            ? OverrideFeed(namedByContentAt: clock())
            : OverrideFeed(from: .first(using: &random), at: clock())
        state = Mutex(State(feed: feed))
    }

    /// Returns the overrides of a scope in the layer that is changed, and the revision of all overrides.
    func highest(_ scope: OverrideScope) -> (overrides: OverrideSet, revision: LinkRevision) {
        state.withLock { ($0.highest[scope], $0.feed.revision) }
    }

    /// The reason why the store cannot be read now; nil if it can. The last known overrides stay in use.
    var problem: String? { state.withLock(\.problem) }

    /// The number of open streams.
    package var streamCount: Int { state.withLock { $0.streams.count } }

    /// Uses the current state of a store, and notifies the apps. Unreadable overrides change nothing.
    package func adopt(_ store: OverrideStoreState) {
        let changed = isShared ? store.layers.first : store.layers.last
        let bells = state.withLock { state -> [AsyncStream<LinkSubscription.Ring>.Continuation] in
            if let problem = store.overrides.appsProblem {
                state.problem = problem.message
                return []
            }
            state.highest = changed?.overrides ?? store.overrides
            state.problem = store.problem?.description
            return state.feed.adopt(store.overrides, at: clock()) ? state.streams.values.map(\.bell) : []
        }
        for bell in bells { bell.yield(.news) }
        awaitExpiry()
    }

    /// Ends expired overrides, and notifies the apps.
    private func tick() {
        let bells = state.withLock { $0.feed.tick(clock()) ? $0.streams.values.map(\.bell) : [] }
        for bell in bells { bell.yield(.news) }
    }

    /// Waits for the end of the next override.
    private func awaitExpiry() {
        state.withLock { state in
            state.expiry?.cancel()
            state.expiry = state.feed.nextExpiry.map { expiry in
                let seconds = min(max(expiry.timeIntervalSince(clock()), 0.001), ExpiryTimer.longestWait)
                return Task { [weak self, sleep] in
                    guard (try? await sleep(.seconds(seconds))) != nil, !Task.isCancelled else { return }
                    self?.tick()
                    self?.awaitExpiry()
                }
            }
        }
    }

    /// Sends a heartbeat on every stream.
    func beat() {
        for bell in state.withLock({ $0.streams.values.map(\.bell) }) { bell.yield(.beat) }
    }

    /// Opens a stream, until the result is released.
    ///
    /// - Parameters:
    ///   - scope: the scope of the client.
    ///   - grant: the grant of the client; nil for an operator.
    ///   - known: the last revision that the client has; nil for none.
    ///   - presence: released when the stream ends.
    /// - Returns: the stream; nil if there are too many.
    func open(
        _ scope: OverrideScope, grant: LinkGrant?, since known: LinkRevision?,
        presence: ObservationHandle? = nil
    ) -> LinkSubscription? {
        let (rings, bell) = AsyncStream.makeStream(
            of: LinkSubscription.Ring.self, bufferingPolicy: .bufferingNewest(1))
        let (number, oldest) = state.withLock { state -> (UInt64?, UInt64?) in
            guard state.streams.count < Self.streamLimit else { return (nil, nil) }
            state.opened += 1
            state.streams[state.opened] = Stream(scope: scope, grant: grant, bell: bell)
            guard scope.installation != nil else { return (state.opened, nil) }
            state.numbers[scope, default: []].append(state.opened)
            let numbers = state.numbers[scope] ?? []
            return (state.opened, numbers.count > Self.streamLimitOfInstallation ? numbers.first : nil)
        }
        guard let number else { return nil }
        if let oldest { close(oldest) }
        return LinkSubscription(
            self, number: number, scope: scope, rings: rings, since: known, presence: presence)
    }

    /// Ends a stream.
    func close(_ number: UInt64) {
        let stream = state.withLock { state -> Stream? in
            guard let stream = state.streams.removeValue(forKey: number) else { return nil }
            state.numbers[stream.scope]?.removeAll { $0 == number }
            if state.numbers[stream.scope]?.isEmpty == true { state.numbers[stream.scope] = nil }
            return stream
        }
        stream?.bell.finish()
    }

    /// Ends the streams of clients that no longer have access.
    package func keep(only grants: LinkGrants) {
        let valid = Set(grants.all)
        let ended = state.withLock { state in
            state.streams.filter { $0.value.grant.map { !valid.contains($0) } ?? false }.map(\.key)
        }
        for number in ended { close(number) }
    }

    /// Ends all streams and all waits.
    package func end() {
        state.withLock { state in
            state.expiry?.cancel()
            state.expiry = nil
        }
        for number in state.withLock({ Array($0.streams.keys) }) { close(number) }
    }

    /// Returns the changes that a client does not have yet, encoded as an event.
    ///
    /// - Returns: the event, and the revision that the client knows then; nil if nothing is new to it.
    func event(for scope: OverrideScope, since known: LinkRevision?) -> (
        bytes: [UInt8], revision: LinkRevision
    )? {
        state.withLock { state in
            let (news, revision) = (state.feed.news(for: scope, since: known), state.feed.revision)
            let question: Question? =
                switch news.content {
                case .nothing: nil
                case .whole: .whole(news.audience)
                case .changes(let since, _): .changes(news.audience, since: since)
                }
            guard let question else { return nil }
            return (Self.answer(question, in: &state) { $0.event(news)?.bytes ?? [] }, revision)
        }
    }

    /// Returns the whole encoded state for a client.
    func document(for scope: OverrideScope) -> (bytes: [UInt8], revision: LinkRevision) {
        state.withLock { state in
            let question = Question.document(state.feed.overrides.view(of: scope))
            return (Self.answer(question, in: &state) { $0.state(for: scope).bytes }, state.feed.revision)
        }
    }

    private static func answer(
        _ question: Question, in state: inout State, written: (OverrideFeed) -> [UInt8]
    ) -> [UInt8] {
        if state.answeredRevision != state.feed.revision {
            (state.answers, state.answeredRevision) = ([:], state.feed.revision)
        }
        if let answer = state.answers[question] { return answer }
        let answer = written(state.feed)
        if state.answers.count >= answerLimit { state.answers = [:] }
        state.answers[question] = answer
        return answer
    }
}
