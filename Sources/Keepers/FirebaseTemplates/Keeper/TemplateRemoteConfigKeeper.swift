import ExperimentsCore
import Foundation
import Locks

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
        /// What is evaluated instead of what was fetched.
        var draft: ClientTemplate?
        /// Counts fetches, so that of two at a time the later one wins.
        var tickets = 0
        var taken = 0

        /// What is evaluated; nil before the first fetch.
        var evaluated: FetchedTemplate? { fetched.map { fetched in draft.map(fetched.showing) ?? fetched } }
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

    /// The template as last fetched, or its draft, evaluated for somebody else; nil before the first fetch.
    public func snapshot(for persona: SourcePersona) -> Snapshot? {
        state.withLock(\.evaluated)?.snapshot(for: persona, now: now())
    }

    /// What each value of the template, as last fetched or its draft, rests on for somebody, by the parameter's key; nil
    /// before the first fetch.
    package func grounds(for persona: SourcePersona) -> [String: ClientGrounds]? {
        state.withLock(\.evaluated)?.template.grounds(for: AppInstance(persona, now: now()))
    }

    /// The template as last fetched, or its draft; nil before the first fetch.
    var evaluatedTemplate: ClientTemplate? { state.withLock(\.evaluated)?.template }

    /// The template as it was fetched last; nil before the first fetch.
    public var published: RemoteConfigTemplate? { state.withLock(\.fetched)?.template.template }

    /// The template that is evaluated instead of the one that was fetched; nil for none.
    public var draft: RemoteConfigTemplate? { state.withLock(\.draft)?.template }

    /// Evaluates another template from now on, as it would be once it is published; nil for the one that is fetched.
    public func setDraft(_ template: RemoteConfigTemplate?) {
        let prepared = template.map(ClientTemplate.init)
        state.withLock { $0.draft = prepared }
        evaluate()
    }

    /// The elements that the template's conditions look at.
    public var personaFieldNames: [String] {
        state.withLock { $0.draft ?? $0.fetched?.template }?.elements.map(\.name) ?? []
    }

    /// Calls `handler` with each notice: a change of the file, and each new snapshot.
    public func observe(_ handler: @escaping @Sendable (KeeperNotice) -> Void) -> ObservationHandle {
        observers.add(handler)
    }

    /// The conditions that the parameter has a value for, in the order that decides, and its default.
    public func explanation(of name: String) -> [ExplanationLine] {
        let (template, persona) = state.withLock { ($0.draft ?? $0.fetched?.template, $0.persona) }
        guard let template else { return [] }
        return template.explanation(of: name, for: AppInstance(persona, now: now()))
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
        do {
            let (published, bytes) = try TemplateOrigin.read(path, shownPath)
            let hash = published.etag ?? ""
            let version = published.template.versionNumber.map { String($0) } ?? String(hash.prefix(8))
            return (make(published.template, etag: hash, version: version), bytes)
        } catch let problems as TemplateProblems {
            let lines = problems.problems.map { "\(shownPath):\($0.line ?? 1):\($0.column ?? 1): \($0.summary)" }
            throw FetchFailure(lines.joined(separator: "\n"), bytes: FileStatus(of: path)?.size ?? 0)
        } catch {
            throw FetchFailure(String(describing: error))
        }
    }

    private func make(_ template: RemoteConfigTemplate, etag: String, version: String?) -> FetchedTemplate {
        FetchedTemplate(template: ClientTemplate(template), etag: etag, version: version, fetchedAt: now())
    }

    private func evaluate() {
        evaluating.withLock { _ in
            let (evaluated, persona) = state.withLock { ($0.evaluated, $0.persona) }
            guard let snapshot = evaluated?.snapshot(for: persona, now: now()) else { return }
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
