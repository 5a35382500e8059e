import ExperimentsCore
import Foundation

/// A keeper for the values of a client template for one persona. It evaluates the template on this machine, so that an
/// operator sees the values before an app gets them.
///
/// A keeper that watches its file announces each change of it as `.sourceChanged`. If the file cannot be read, the
/// fetch fails with every problem and its location, and the last good snapshot stays. A change to the persona results
/// in a new snapshot immediately.
public final class TemplateRemoteConfigKeeper: ExplainingKeeper, PersonaKeeper {
    private let keeper: PayloadKeeper<TemplateFormat>
    private let now: @Sendable () -> Date

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
        self.now = now
        let payloads: PayloadPlace =
            switch origin {
            case .file(let path, let shownPath):
                .file(
                    PayloadFile(
                        path: path, shownAs: shownPath, limit: TemplateOrigin.sizeLimit, settling: settling))
            case .service(let client): .remote(PublishedPayload(client: client, now: now))
            }
        keeper = PayloadKeeper(
            TemplateFormat(origin: origin, now: now), from: payloads, for: TemplateView(persona: persona),
            watcher: watcher, now: now)
    }

    /// The values of the template when it was last fetched or the persona changed; empty before the first fetch.
    public var snapshot: Snapshot { keeper.snapshot }

    /// The user that the template is evaluated for.
    public var persona: SourcePersona { keeper.user.persona }

    /// Evaluates the template for another user from now on.
    public func setPersona(_ persona: SourcePersona) {
        keeper.changeUser { $0.persona = persona }
    }

    /// Returns the last fetched template, or its draft, evaluated for another user; nil before the first fetch.
    public func snapshot(for persona: SourcePersona) -> Snapshot? {
        keeper.heldForUser.map { held, view in
            var view = view
            view.persona = persona
            return keeper.format.values(of: held.content, held.payload, for: view).snapshot
        }
    }

    /// The template as last fetched, or its draft; nil before the first fetch.
    var evaluatedTemplate: ClientTemplate? {
        keeper.heldForUser.map { held, view in view.draft ?? held.content }
    }

    /// The template that was fetched last; nil before the first fetch.
    public var published: RemoteConfigTemplate? { keeper.held?.content.template }

    /// The template that is evaluated instead of the fetched one; nil if there is none.
    public var draft: RemoteConfigTemplate? { keeper.user.draft?.template }

    /// Sets a template to evaluate instead of the fetched one, to show the values that it would have after publication;
    /// nil to evaluate the fetched one.
    public func setDraft(_ template: RemoteConfigTemplate?) {
        let prepared = template.map(ClientTemplate.init)
        keeper.changeUser { $0.draft = prepared }
    }

    /// The elements that the template's conditions use.
    public var personaFieldNames: [String] {
        (keeper.user.draft ?? keeper.held?.content)?.elements.map(\.name) ?? []
    }

    /// Calls `handler` with each notice, for a change to the file and for each new snapshot, until the returned handle
    /// is cancelled or released.
    public func observe(_ handler: @escaping @Sendable (KeeperNotice) -> Void) -> ObservationHandle {
        keeper.observers.add(handler)
    }

    /// Returns the conditions with a value of the parameter, in their order of precedence, and its default.
    public func explanation(of name: String) -> [ExplanationLine] {
        let view = keeper.user
        guard let template = view.draft ?? keeper.held?.content else { return [] }
        return template.explanation(of: name, for: AppInstance(view.persona, now: now()))
    }

    /// Reads the file, or fetches from the service.
    ///
    /// - Throws: `FetchFailure`, for a file with every problem as `file:line:column: path reason`, each on a line.
    public func fetch(_ trigger: FetchTrigger) async throws -> FetchOutcome {
        try await keeper.fetch()
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
            AppInstance.installationNames.lazy.compactMap { fields[$0] }.first ?? targetingKey.map(
                JSONValue.string)
            ?? AppInstance.installationNames.lazy.compactMap { persona.fields[$0] }.first
        persona.fields.merge(fields) { $1 }
        for name in AppInstance.installationNames { persona.fields[name] = nil }
        persona.fields[AppInstance.installationNames[0]] = id
        return persona
    }

    /// Returns the values for a user, and how conditions decided on them; nil before the first fetch.
    public func decided(for persona: SourcePersona) -> DecidedSnapshot? {
        keeper.heldForUser.map { held, view in
            var view = view
            view.persona = persona
            let template = view.draft ?? held.content
            return DecidedSnapshot(
                keeper.format.values(of: held.content, held.payload, for: view).snapshot,
                decisions: template.decisions(for: AppInstance(persona, now: now())))
        }
    }
}

extension TemplateRemoteConfigKeeper: RestorableKeeper {
    package func copy() -> SourceCopy? { keeper.copy() }

    package func restore(_ copy: SourceCopy) throws { try keeper.restore(copy) }
}
