import ExperimentsCore
import Foundation
import Synchronization

/// Brings the values of a client template for one persona, evaluated on this machine, so that an operator sees them
/// before an app asks for them.
///
/// With a watcher, a change of the file by anyone is announced as `.sourceChanged`. A file that cannot be read fails the
/// fetch with every problem and its place, and the last good snapshot stays. A change of the persona makes a new
/// snapshot at once.
public final class TemplateRemoteConfigKeeper: ExplainingKeeper, PersonaKeeper {
    private struct State {
        var persona: SourcePersona
        var snapshot = Snapshot.empty
        var fetched: FetchedTemplate?
        /// Counts fetches, so that of two at a time the later one wins.
        var tickets = 0
        var taken = 0
    }

    private let origin: TemplateOrigin
    private let now: @Sendable () -> Date
    private let state: Mutex<State>
    /// Held while the template is evaluated, so that of two evaluations the later one stays.
    private let evaluating = Mutex<Void>(())
    private let observers = Observers<KeeperNotice>()
    private let watch = Mutex<ObservationHandle?>(nil)

    /// A keeper, which fetches nothing by itself.
    ///
    /// - Parameters:
    ///   - persona: whom the template is evaluated for, by the names that conditions use, such as `device.country`.
    ///   - isWatched: whether changes of a file are told at once; if not, the next fetch notices them.
    ///   - now: the clock, also of conditions that look at the time.
    public convenience init(
        _ origin: TemplateOrigin, persona: SourcePersona = SourcePersona(), isWatched: Bool = true,
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.init(origin, persona: persona, watcher: isWatched ? .system : nil, now: now)
    }

    /// - Parameter watcher: tells of changes of a file; nil to notice them with the next fetch only.
    package init(
        _ origin: TemplateOrigin, persona: SourcePersona = SourcePersona(), watcher: (any FileWatcher)?,
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.origin = origin
        self.now = now
        state = Mutex(State(persona: persona))
        if case .file(let path, _) = origin {
            let observation = watcher?.watch(path) { [weak self] in self?.observers.notify(.sourceChanged) }
            watch.withLock { $0 = observation }
        }
    }

    /// The template's values when it was last fetched or the persona changed; nothing before the first fetch.
    public var snapshot: Snapshot { state.withLock(\.snapshot) }

    /// Whom the template is evaluated for.
    public var persona: SourcePersona { state.withLock(\.persona) }

    /// Evaluates the template for somebody else from now on.
    public func setPersona(_ persona: SourcePersona) {
        state.withLock { $0.persona = persona }
        evaluate()
    }

    /// The elements that the template's conditions look at.
    public var personaFieldNames: [String] {
        state.withLock(\.fetched)?.template.elements.map(\.name) ?? []
    }

    /// Calls `handler` with each notice: a change of the file, and each new snapshot.
    public func observe(_ handler: @escaping @Sendable (KeeperNotice) -> Void) -> ObservationHandle {
        observers.add(handler)
    }

    /// The conditions that the parameter has a value for, in the order that decides, and its default.
    public func explanation(of name: String) -> [ExplanationLine] {
        let (fetched, persona) = state.withLock { ($0.fetched, $0.persona) }
        guard let fetched else { return [] }
        return fetched.template.explanation(of: name, for: AppInstance(persona, now: now()))
    }

    /// Reads the file, or asks the service.
    ///
    /// - Throws: `FetchFailure` with every problem of a file as `file:line:column: path reason`, one to a line.
    public func fetch(_ trigger: FetchTrigger) async throws -> FetchOutcome {
        let ticket = state.withLock { state in
            state.tickets += 1
            return state.tickets
        }
        let (fetched, bytes) = try await fetched()
        let isNew = state.withLock { state in
            guard ticket > state.taken else { return false }
            state.taken = ticket
            defer { state.fetched = fetched }
            return state.fetched?.etag != fetched.etag
        }
        // Also where the template is the same: some conditions look at the time.
        evaluate()
        let isEmpty = fetched.template.template.parameters.isEmpty
        let status: FetchOutcome.Status = !isNew ? .unchanged : isEmpty ? .empty : .updated
        return FetchOutcome(status: status, httpStatus: nil, bytes: bytes)
    }

    private func fetched() async throws -> (FetchedTemplate, bytes: Int) {
        switch origin {
        case .file(let path, let shownPath): return try read(path, shownPath ?? path)
        case .service(let client):
            do throws(TemplateServiceError) {
                let published = try await client.template()
                let text = published.template.text
                let version = published.template.versionNumber.map { String($0) }
                let etag = published.etag ?? ContentHash(text.utf8).text
                return (make(published.template, etag: etag, version: version), text.utf8.count)
            } catch {
                throw FetchFailure(error, at: now())
            }
        }
    }

    private func read(_ path: String, _ shownPath: String) throws(FetchFailure) -> (FetchedTemplate, bytes: Int) {
        let bytes: [UInt8]
        do {
            bytes = try FileBytes.read(path, limit: 50_000_000)
        } catch {
            throw FetchFailure(error.named(shownPath).description)
        }
        let (template, problems) = TemplateReader.read(bytes)
        guard problems.isEmpty else {
            let lines = problems.map { "\(shownPath):\($0.line ?? 1):\($0.column ?? 1): \($0.summary)" }
            throw FetchFailure(lines.joined(separator: "\n"), bytes: bytes.count)
        }
        let hash = ContentHash(bytes).text
        let version = template.versionNumber.map { String($0) } ?? String(hash.prefix(8))
        return (make(template, etag: hash, version: version), bytes.count)
    }

    private func make(_ template: RemoteConfigTemplate, etag: String, version: String?) -> FetchedTemplate {
        FetchedTemplate(template: ClientTemplate(template), etag: etag, version: version, fetchedAt: now())
    }

    private func evaluate() {
        evaluating.withLock { _ in
            let (fetched, persona) = state.withLock { ($0.fetched, $0.persona) }
            guard let fetched else { return }
            let snapshot = fetched.snapshot(for: persona, now: now())
            state.withLock { state in
                let isSame = state.snapshot.etag == snapshot.etag && state.snapshot.entries == snapshot.entries
                state.snapshot = snapshot
                if !isSame { observers.enqueue(.snapshot(snapshot)) }
            }
        }
        observers.deliver()
    }
}

extension FetchFailure {
    /// What kept the service from answering.
    init(_ error: TemplateServiceError, at now: Date) {
        guard case .refused(let refusal) = error else {
            self.init(error.description)
            return
        }
        self.init(
            error.description + (error.advice.map { "; " + $0 } ?? ""), httpStatus: refusal.status,
            retryAt: refusal.retryAfter.map { now.addingTimeInterval($0) })
    }
}

/// Where a keeper's template comes from.
public enum TemplateOrigin: Sendable {
    /// A JSON file, which need not exist yet.
    case file(path: String, shownAs: String? = nil)
    /// A project's published template.
    case service(TemplateClient)
}
