import ExperimentsCore
import ExperimentsLocks
import Foundation

/// A keeper for the values of a client template for one persona. It evaluates the template on this machine, so that an
/// operator sees the values before an app gets them.
///
/// A keeper that watches its file announces each change of it as `.sourceChanged`. If the file cannot be read, the
/// fetch fails with every problem and its location, and the last good snapshot stays. A change to the persona results
/// in a new snapshot immediately.
public final class TemplateRemoteConfigKeeper: ExplainingKeeper, PersonaKeeper {
    private struct State {
        var persona: SourcePersona
        var snapshot = Snapshot.empty
        var fetched: FetchedTemplate?
        /// The template to evaluate instead of the fetched one.
        var draft: ClientTemplate?
        /// Counts fetches, so that of two at a time the later one wins.
        var tickets = 0
        var taken = 0

        /// The template to evaluate; nil before the first fetch.
        var evaluated: FetchedTemplate? { fetched.map { fetched in draft.map(fetched.showing) ?? fetched } }
    }

    private let origin: TemplateOrigin
    private let settling: FileSettling
    private let now: @Sendable () -> Date
    private let state: Mutex<State>
    /// Held while the template is evaluated, so that the result of two evaluations is that of the later one.
    private let evaluating = Mutex<Void>(())
    private let observers = Observers<KeeperNotice>()
    private let watch = Mutex<ObservationHandle?>(nil)

    /// Creates a keeper. It fetches nothing by itself.
    ///
    /// - Parameters:
    ///   - origin: the source of the template.
    ///   - persona: the user that the template is evaluated for, with the names that conditions use, for example
    ///     `device.country`.
    ///   - isWatched: whether changes of a file are announced immediately; if not, the next fetch notices them.
    ///   - now: returns the time, also for conditions that use the time.
    public convenience init(
        _ origin: TemplateOrigin, persona: SourcePersona = SourcePersona(), isWatched: Bool = true,
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.init(origin, persona: persona, watcher: isWatched ? .system : nil, now: now)
    }

    /// - Parameter watcher: notices changes of a file; nil to notice them only with the next fetch.
    package init(
        _ origin: TemplateOrigin, persona: SourcePersona = SourcePersona(), watcher: (any FileWatcher)?,
        settling: FileSettling = .system, now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.origin = origin
        self.settling = settling
        self.now = now
        state = Mutex(State(persona: persona))
        if case .file(let path, _) = origin {
            let observation = watcher?.watch(path) { [weak self] in self?.observers.notify(.sourceChanged) }
            watch.withLock { $0 = observation }
        }
    }

    /// The values of the template when it was last fetched or the persona changed; empty before the first fetch.
    public var snapshot: Snapshot { state.withLock(\.snapshot) }

    /// The user that the template is evaluated for.
    public var persona: SourcePersona { state.withLock(\.persona) }

    /// Evaluates the template for another user from now on.
    public func setPersona(_ persona: SourcePersona) {
        state.withLock { $0.persona = persona }
        evaluate()
    }

    /// Returns the last fetched template, or its draft, evaluated for another user; nil before the first fetch.
    public func snapshot(for persona: SourcePersona) -> Snapshot? {
        state.withLock(\.evaluated)?.snapshot(for: persona, now: now())
    }

    /// The template as last fetched, or its draft; nil before the first fetch.
    var evaluatedTemplate: ClientTemplate? { state.withLock(\.evaluated)?.template }

    /// The template that was fetched last; nil before the first fetch.
    public var published: RemoteConfigTemplate? { state.withLock(\.fetched)?.template.template }

    /// The template that is evaluated instead of the fetched one; nil if there is none.
    public var draft: RemoteConfigTemplate? { state.withLock(\.draft)?.template }

    /// Sets a template to evaluate instead of the fetched one, to show the values that it would have after publication;
    /// nil to evaluate the fetched one.
    public func setDraft(_ template: RemoteConfigTemplate?) {
        let prepared = template.map(ClientTemplate.init)
        state.withLock { $0.draft = prepared }
        evaluate()
    }

    /// The elements that the template's conditions use.
    public var personaFieldNames: [String] {
        state.withLock { $0.draft ?? $0.fetched?.template }?.elements.map(\.name) ?? []
    }

    /// Calls `handler` with each notice, for a change to the file and for each new snapshot, until the returned handle
    /// is cancelled or released.
    public func observe(_ handler: @escaping @Sendable (KeeperNotice) -> Void) -> ObservationHandle {
        observers.add(handler)
    }

    /// Returns the conditions with a value of the parameter, in their order of precedence, and its default.
    public func explanation(of name: String) -> [ExplanationLine] {
        let (template, persona) = state.withLock { ($0.draft ?? $0.fetched?.template, $0.persona) }
        guard let template else { return [] }
        return template.explanation(of: name, for: AppInstance(persona, now: now()))
    }

    /// Reads the file, or fetches from the service.
    ///
    /// - Throws: `FetchFailure`, for a file with every problem as `file:line:column: path reason`, each on a line.
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
        // Even if the template is the same, because some conditions depend on the time.
        evaluate()
        let isEmpty = fetched.template.template.parameters.isEmpty
        let status: FetchOutcome.Status = !isNew ? .unchanged : isEmpty ? .empty : .updated
        return FetchOutcome(status: status, httpStatus: nil, bytes: bytes)
    }

    private func fetched() async throws -> (FetchedTemplate, bytes: Int) {
        switch origin {
        case .file(let path, let shownPath):
            return try await settling.read(path) { try read(path, shownPath ?? path) }
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
    /// Creates the reason why there is no response from the service.
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

extension TemplateRemoteConfigKeeper {
    /// Uses the targeting key as the installation, unless the fields have that.
    public func persona(targetingKey: String?, fields: [String: JSONValue]) -> SourcePersona {
        let fields = SourcePersona.byPath(fields)
        var persona = persona
        let id =
            AppInstance.installationNames.lazy.compactMap { fields[$0] }.first ?? targetingKey.map(JSONValue.string)
            ?? AppInstance.installationNames.lazy.compactMap { persona.fields[$0] }.first
        persona.fields.merge(fields) { $1 }
        for name in AppInstance.installationNames { persona.fields[name] = nil }
        persona.fields[AppInstance.installationNames[0]] = id
        return persona
    }

    /// Returns the values for a user, and how conditions decided on them; nil before the first fetch.
    public func decided(for persona: SourcePersona) -> DecidedSnapshot? {
        let now = now()
        return state.withLock(\.evaluated).map { fetched in
            DecidedSnapshot(
                fetched.snapshot(for: persona, now: now),
                decisions: fetched.template.decisions(for: AppInstance(persona, now: now)))
        }
    }
}

extension TemplateRemoteConfigKeeper: RestorableKeeper {
    package func copy() -> SourceCopy? {
        state.withLock(\.fetched).map { fetched in
            SourceCopy(
                content: Array(fetched.template.template.text.utf8), fetchedAt: fetched.fetchedAt,
                version: fetched.version, etag: fetched.etag)
        }
    }

    package func restore(_ copy: SourceCopy) throws {
        let template = try RemoteConfigTemplate(parsing: copy.content)
        let restored = FetchedTemplate(
            template: ClientTemplate(template), etag: copy.etag ?? ContentHash(copy.content).text,
            version: copy.version, fetchedAt: copy.fetchedAt)
        state.withLock { state in
            if state.fetched == nil { state.fetched = restored }
        }
        evaluate()
    }
}
