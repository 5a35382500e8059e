import ExperimentsCore
import ExperimentsLocks
import ExperimentsTransport
import Foundation
import GrowthBookFeatures

/// A keeper for the features of a GrowthBook payload, evaluated for a user, from a file or a server.
///
/// The payload is evaluated on this machine, so that every value can be explained, and no fetch is needed for the
/// values of another user. Each feature is a key. A feature whose value is null tells the app to use its own default.
/// If a payload cannot be used, the fetch fails and the last good one stays. The payload of a server is also stored on
/// disk, for the next launch without a network.
public final class GrowthBookRemoteConfigKeeper: RemoteConfigKeeper {
    private let keeper: PayloadKeeper<GrowthBookFormat>
    private let kept: SourceCopyFile?
    private let sticky: StickyBucketFile?
    private let listener: PayloadListener?
    private let offer: StreamOffer
    private let subscriptions = Mutex<[ObservationHandle]>([])

    /// Creates a keeper. It fetches nothing by itself.
    ///
    /// - Parameters:
    ///   - origin: the source of the payload.
    ///   - reading: the options for reading it.
    ///   - context: the attributes of the user.
    ///   - keptAt: the path at which the last good payload of a server is stored, as the server sent it; nil to not
    ///     store it.
    ///   - sticky: stores the variations that users saw first, so that users keep them; nil for none.
    ///   - listens: whether a server should announce changes, starting with the first fetch.
    ///   - transport: sends the requests.
    ///   - now: returns the time; nil for the clocks of the system, so that waits do not change if the time of day is set.
    public convenience init(
        _ origin: PayloadOrigin, reading: PayloadReading = PayloadReading(),
        context: EvaluationContext = EvaluationContext(), keptAt: String? = nil,
        sticky: StickyBucketFile? = nil,
        listens: Bool = false, transport: any StreamingTransport = SystemTransport(),
        now: (@Sendable () -> Date)? = nil
    ) {
        self.init(
            origin, reading: reading, context: context, keptAt: keptAt, sticky: sticky, listens: listens,
            watcher: nil,
            transport: transport, in: StreamFollower.Surroundings(clocks: Clocks(now)))
    }

    /// - Parameter watcher: notices changes of a file; nil to notice them only with the next fetch.
    package init(
        _ origin: PayloadOrigin, reading: PayloadReading, context: EvaluationContext, keptAt: String?,
        sticky: StickyBucketFile? = nil, listens: Bool, watcher: (any FileWatcher)?,
        settling: FileSettling = .system, transport: any StreamingTransport = SystemTransport(),
        in surroundings: StreamFollower.Surroundings = StreamFollower.Surroundings()
    ) {
        self.sticky = sticky
        let offer = StreamOffer()
        self.offer = offer
        let now = surroundings.clocks.now
        let place: PayloadPlace
        switch origin {
        case .file(let path, let shownPath):
            listener = nil
            kept = nil
            place = .file(
                PayloadFile(
                    path: path, shownAs: shownPath, limit: GrowthBookServer.largestPayload, settling: settling
                ))
        case .server(let server):
            listener = listens ? PayloadListener(server, transport: transport, in: surroundings) : nil
            kept = keptAt.map { SourceCopyFile(path: $0, place: server.featuresURL.absoluteString) }
            place = .remote(
                HTTPPayload(
                    transport, request: { server.request(etag: $0) },
                    answered: { offer.isMade = $0.headers["x-sse-support"] == "enabled" },
                    refusal: { server.refusal($0, now: now()) }))
        }
        keeper = PayloadKeeper(
            GrowthBookFormat(origin, reading, context: context, keeping: sticky?.users), from: place,
            for: context.attributes, watcher: watcher, now: now)
        guard let listener else { return }
        let observations = [
            listener.statuses.add { [weak self] in self?.keeper.observers.notify(.liveStatus($0)) },
            listener.payloads.add { [weak self] in self?.hear($0) },
        ]
        subscriptions.withLock { $0 = observations }
    }

    /// The last values of the features; empty before the first fetch.
    public var snapshot: Snapshot { keeper.snapshot }

    /// Whether a server announces changes.
    public var liveStatus: LiveStatus { listener?.status ?? .off }

    /// Calls `handler` with each notice, until the returned handle is cancelled or released.
    public func observe(_ handler: @escaping @Sendable (KeeperNotice) -> Void) -> ObservationHandle {
        keeper.observers.add(handler)
    }

    /// Reads the file, or fetches from the server.
    ///
    /// - Throws: `FetchFailure`. The last good snapshot stays.
    public func fetch(_ trigger: FetchTrigger) async throws -> FetchOutcome {
        readStickyBuckets()
        defer { keepStickyBuckets() }
        do {
            let outcome = try await keeper.fetch()
            if outcome.status != .unchanged { keep() }
            listener?.follow(isOffered: offer.isMade, byHand: trigger == .manual)
            return outcome
        } catch {
            takeKept()
            throw error
        }
    }

    /// Handles an event of the stream.
    private func hear(_ event: PayloadListener.Event) {
        switch event {
        case .changed: keeper.observers.notify(.sourceChanged)
        case .payload(let bytes):
            guard (try? keeper.take(pushed: bytes)) != nil else {
                return keeper.observers.notify(.sourceChanged)
            }
            keep()
            keepStickyBuckets()
        }
    }

    private func readStickyBuckets() {
        guard let sticky else { return }
        do throws(FileProblem) {
            keeper.format.take(stored: try sticky.read())
        } catch {
            note(error)
        }
    }

    private func keepStickyBuckets() {
        guard let sticky else { return }
        let (documents, read) = keeper.format.takeUnsaved()
        do throws(FileProblem) {
            try sticky.keep(documents, since: read)
        } catch {
            note(error, unsaved: documents)
        }
    }

    private func note(_ problem: FileProblem, unsaved: [StickyBuckets.Document] = []) {
        keeper.format.note(stickyProblem: problem.description, unsaved: unsaved)
        keeper.evaluate()
    }

    private func keep() {
        guard let kept, let copy = copy() else { return }
        // A disk that is full must not cost the values.
        try? kept.write(copy, for: nil)
    }

    /// Uses the payload from an earlier run, if there is nothing newer.
    private func takeKept() {
        guard let kept, keeper.held == nil, let copy = try? kept.read(for: nil) else { return }
        try? restore(copy)
    }
}

extension GrowthBookRemoteConfigKeeper: RestorableKeeper {
    package func copy() -> SourceCopy? { keeper.copy() }

    package func restore(_ copy: SourceCopy) throws { try keeper.restore(copy) }
}

extension GrowthBookRemoteConfigKeeper: PersonaKeeper {
    /// The attributes of the user.
    public var persona: SourcePersona {
        SourcePersona(
            fields: Dictionary(
                keeper.user.members.map { ($0.name, $0.value) },
                uniquingKeysWith: { _, last in last }))
    }

    /// The attributes that rules use.
    public var personaFieldNames: [String] { keeper.held?.content.attributeNames ?? [] }

    /// Evaluates the features for another user from now on.
    public func setPersona(_ persona: SourcePersona) {
        let attributes = Self.attributes(persona)
        keeper.changeUser { $0 = attributes }
        // On another task, so that this one does not wait for the disk.
        if sticky?.users == .all { Task.detached { [self] in keepStickyBuckets() } }
    }

    /// Returns the values of the features for another user; nil before the first fetch.
    public func snapshot(for persona: SourcePersona) -> Snapshot? { decided(for: persona)?.snapshot }

    /// Uses the targeting key as the attribute `id`, unless the fields have that.
    public func persona(targetingKey: String?, fields: [String: JSONValue]) -> SourcePersona {
        persona.adding(fields, identifiedBy: "id", as: targetingKey)
    }

    /// Returns the values of the features for another user, and how rules decided on them; nil before the first fetch.
    public func decided(for persona: SourcePersona) -> DecidedSnapshot? {
        keeper.held.map { held in
            keeper.format.decided(held.content, held.payload, for: Self.attributes(persona))
        }
    }

    private static func attributes(_ persona: SourcePersona) -> JSONObject {
        JSONObject(sorting: persona.fields)
    }
}

extension GrowthBookRemoteConfigKeeper: ExplainingKeeper {
    /// Explains why a feature has its value: its rules as a tree, with the conditions that were met. Empty for a name
    /// that is not a feature.
    public func explanation(of name: String) -> [ExplanationLine] {
        guard let evaluator = keeper.format.evaluator, evaluator.payload.feature(name) != nil else {
            return []
        }
        return evaluator.explain(name).lines
    }
}

extension GrowthBookRemoteConfigKeeper: SplitKeeper {
    package func splits(of subjects: Set<String>, users: Int) -> [ExperimentSplit] {
        keeper.held?.content.splits(of: subjects, users: users) ?? []
    }
}

/// Whether the server's last response with a payload offered a stream.
private final class StreamOffer: Sendable {
    private let stored = Mutex(false)

    var isMade: Bool {
        get { stored.withLock(\.self) }
        set { stored.withLock { $0 = newValue } }
    }
}
