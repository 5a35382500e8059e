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
    private let origin: PayloadOrigin
    private let reading: PayloadReading
    private let kept: SourceCopyFile?
    private let settling: FileSettling
    private let sticky: StickyBucketFile?
    private let transport: any StreamingTransport
    private let now: @Sendable () -> Date
    private let held: Mutex<HeldPayload>
    private let observers = Observers<KeeperNotice>()
    private let listener: PayloadListener?
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
    ///   - now: returns the time.
    public convenience init(
        _ origin: PayloadOrigin, reading: PayloadReading = PayloadReading(),
        context: EvaluationContext = EvaluationContext(), keptAt: String? = nil, sticky: StickyBucketFile? = nil,
        listens: Bool = false, transport: any StreamingTransport = SystemTransport(),
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.init(
            origin, reading: reading, context: context, keptAt: keptAt, sticky: sticky, listens: listens, watcher: nil,
            transport: transport, now: now)
    }

    /// - Parameter watcher: notices changes of a file; nil to notice them only with the next fetch.
    package init(
        _ origin: PayloadOrigin, reading: PayloadReading, context: EvaluationContext, keptAt: String?,
        sticky: StickyBucketFile? = nil, listens: Bool, watcher: (any FileWatcher)?,
        settling: FileSettling = .system, transport: any StreamingTransport = SystemTransport(),
        pause: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        (self.origin, self.reading, self.transport, self.now) = (origin, reading, transport, now)
        (self.sticky, self.settling) = (sticky, settling)
        held = Mutex(HeldPayload(context: context, keeping: sticky?.users))
        var observations: [ObservationHandle] = []
        switch origin {
        case .file(let path, _):
            (listener, kept) = (nil, nil)
            if let watcher {
                observations.append(watcher.watch(path) { [weak observers] in observers?.notify(.sourceChanged) })
            }
        case .server(let server):
            kept = keptAt.map { SourceCopyFile(path: $0, place: server.featuresURL.absoluteString) }
            listener = listens ? PayloadListener(server, transport: transport, pause: pause, now: now) : nil
        }
        if let listener {
            observations.append(listener.statuses.add { [weak self] in self?.observers.notify(.liveStatus($0)) })
            observations.append(listener.payloads.add { [weak self] in self?.hear($0) })
        }
        subscriptions.withLock { $0 = observations }
    }

    /// The last values of the features; empty before the first fetch.
    public var snapshot: Snapshot { held.withLock(\.snapshot) }

    /// Whether a server announces changes.
    public var liveStatus: LiveStatus { listener?.status ?? .off }

    /// Calls `handler` with each notice, until the returned handle is cancelled or released.
    public func observe(_ handler: @escaping @Sendable (KeeperNotice) -> Void) -> ObservationHandle {
        observers.add(handler)
    }

    /// Reads the file, or fetches from the server.
    ///
    /// - Throws: `FetchFailure`. The last good snapshot stays.
    public func fetch(_ trigger: FetchTrigger) async throws -> FetchOutcome {
        readStickyBuckets()
        defer { keepStickyBuckets() }
        switch origin {
        case .file(let path, let shownPath): return try await settling.read(path) { try read(path, shownPath) }
        case .server(let server):
            return try await ask(server)
        }
    }

    private func read(_ path: String, _ shownPath: String) throws(FetchFailure) -> FetchOutcome {
        let bytes = try FileBytes.read(path, limit: GrowthBookServer.largestPayload) { error in
            FetchFailure(error.named(shownPath).description)
        }
        do throws(FetchFailure) {
            return FetchOutcome(status: try take(bytes, etag: nil), bytes: bytes.count)
        } catch {
            // The place in the file, if there is one, follows its name without a space.
            let separator = error.summary.first?.isNumber == true ? ":" : ": "
            throw FetchFailure(shownPath + separator + error.summary, bytes: bytes.count)
        }
    }

    private func ask(_ server: GrowthBookServer) async throws -> FetchOutcome {
        let etag = held.withLock(\.etag)
        let response: TransportResponse
        do {
            response = try await transport.send(server.request(etag: etag))
        } catch let error as TransportError {
            takeKept()
            throw FetchFailure(error.description)
        }
        let count = response.body.count
        switch response.status {
        case 200:
            let status: FetchOutcome.Status
            do throws(FetchFailure) {
                status = try take(response.body, etag: response.headers["etag"], httpStatus: 200)
            } catch {
                takeKept()
                throw FetchFailure(
                    "invalid response from \(server.host.hostAndPort): \(error.summary)", httpStatus: 200, bytes: count)
            }
            keep()
            listener?.follow(isOffered: response.headers["x-sse-support"] == "enabled")
            return FetchOutcome(status: status, httpStatus: 200, bytes: count)
        case 304 where etag != nil:
            held.withLock { $0.takeUnchanged(etag: response.headers["etag"], at: now()) }
            listener?.resume()
            return FetchOutcome(status: .unchanged, httpStatus: 304)
        default:
            takeKept()
            let now = now()
            throw FetchFailure(
                Self.refusal(response, of: server), httpStatus: response.status, bytes: count,
                retryAt: RetryWait.seconds(in: response.headers, now: now).map(now.addingTimeInterval),
                advice: Self.advice(on: response, of: server))
        }
    }

    /// Returns the error for a response without a payload. Its text comes from outside, so it is shortened and escaped
    /// like other strings.
    private static func refusal(_ response: TransportResponse, of server: GrowthBookServer) -> String {
        let object = (try? JSONValue(parsing: response.body))?.object
        let text = object?["error"]?.string ?? object?["message"]?.string
        let said = text.map { ": " + String($0.prefix(200)) } ?? ""
        return "\(server.host.hostAndPort) returned \(response.status) to the request for features\(said)"
    }

    private static func advice(on response: TransportResponse, of server: GrowthBookServer) -> String? {
        if let address = response.addressAdvice(sentTo: server.featuresURL) { return address }
        return switch response.status {
        case 400, 401, 403: "check the client key"
        case 404: "check the host and the client key"
        default: nil
        }
    }

    private func take(
        _ bytes: [UInt8], etag: String?, httpStatus: Int? = nil
    ) throws(FetchFailure) -> FetchOutcome.Status {
        let now = now()
        let isSame = held.withLock { held -> Bool in
            guard held.holds(bytes) else { return false }
            held.takeUnchanged(etag: etag, at: now)
            return true
        }
        guard !isSame else { return .unchanged }
        let payload = try reading.payload(bytes, httpStatus: httpStatus)
        held.withLock { held in
            if held.take(payload, bytes, etag: etag, at: now) { observers.enqueue(.snapshot(held.snapshot)) }
        }
        observers.deliver()
        return payload.features.isEmpty ? .empty : .updated
    }

    /// Handles an event of the stream.
    private func hear(_ event: PayloadListener.Event) {
        switch event {
        case .changed: observers.notify(.sourceChanged)
        case .payload(let bytes):
            guard (try? take(bytes, etag: nil)) != nil else { return observers.notify(.sourceChanged) }
            keep()
            keepStickyBuckets()
        }
    }

    private func readStickyBuckets() {
        guard let sticky else { return }
        do throws(FileProblem) {
            let buckets = try sticky.read()
            held.withLock { $0.take(stickyBuckets: buckets) }
        } catch {
            note(error)
        }
    }

    private func keepStickyBuckets() {
        guard let sticky else { return }
        let documents = held.withLock { $0.takeUnsaved() }
        do throws(FileProblem) {
            try sticky.keep(documents)
        } catch {
            note(error, unsaved: documents)
        }
    }

    private func note(_ problem: FileProblem, unsaved: [StickyBuckets.Document] = []) {
        held.withLock { held in
            if held.note(stickyProblem: problem.description, unsaved: unsaved) {
                observers.enqueue(.snapshot(held.snapshot))
            }
        }
        observers.deliver()
    }

    private func keep() {
        guard let kept, let copy = copy() else { return }
        // A disk that is full must not cost the values.
        try? kept.write(copy, for: nil)
    }

    /// Uses the payload from an earlier run, if there is nothing newer.
    private func takeKept() {
        guard let kept, held.withLock({ $0.payload == nil }), let copy = try? kept.read(for: nil) else { return }
        try? restore(copy)
    }
}

extension GrowthBookRemoteConfigKeeper: RestorableKeeper {
    package func copy() -> SourceCopy? {
        held.withLock { held in
            held.fetchedAt.map {
                SourceCopy(content: held.bytes, fetchedAt: $0, version: held.snapshot.version, etag: held.etag)
            }
        }
    }

    package func restore(_ copy: SourceCopy) throws {
        let payload = try reading.payload(copy.content)
        held.withLock { held in
            guard held.payload == nil else { return }
            if held.take(payload, copy.content, etag: nil, at: copy.fetchedAt) {
                observers.enqueue(.snapshot(held.snapshot))
            }
        }
        observers.deliver()
    }
}

extension GrowthBookRemoteConfigKeeper: PersonaKeeper {
    /// The attributes of the user.
    public var persona: SourcePersona {
        SourcePersona(
            fields: Dictionary(
                held.withLock(\.context).attributes.members.map { ($0.name, $0.value) },
                uniquingKeysWith: { _, last in last }))
    }

    /// The attributes that rules use.
    public var personaFieldNames: [String] { held.withLock(\.payload)?.attributeNames ?? [] }

    /// Evaluates the features for another user from now on.
    public func setPersona(_ persona: SourcePersona) {
        let attributes = Self.attributes(persona)
        held.withLock { held in
            if held.change(attributes: attributes) { observers.enqueue(.snapshot(held.snapshot)) }
        }
        observers.deliver()
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
        // Evaluated without the lock, so that requests for many users run at the same time.
        held.withLock { $0 }.decided(for: Self.attributes(persona))
    }

    private static func attributes(_ persona: SourcePersona) -> JSONObject {
        JSONObject(sorting: persona.fields)
    }
}

extension GrowthBookRemoteConfigKeeper: ExplainingKeeper {
    /// Explains why a feature has its value: its rules as a tree, with the conditions that were met. Empty for a name
    /// that is not a feature.
    public func explanation(of name: String) -> [ExplanationLine] {
        guard let evaluator = held.withLock(\.evaluator), evaluator.payload.feature(name) != nil else { return [] }
        return evaluator.explain(name).lines
    }
}

extension GrowthBookRemoteConfigKeeper: SplitKeeper {
    package func splits(of subjects: Set<String>, users: Int) -> [ExperimentSplit] {
        held.withLock(\.payload)?.splits(of: subjects, users: users) ?? []
    }
}
