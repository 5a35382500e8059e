import ExperimentsCore
import ExperimentsOperator
import FirebaseTemplates
import Foundation

/// Everything about the current source. Another source replaces all of it.
struct ShownSource: Sendable {
    /// The source and its values.
    var source: SourceState
    /// The results of fetches, and the earlier values of the source.
    var history: HistoryState
    /// The schedule and the state of fetches.
    var fetching: FetchLoop
    /// The template behind the source, and its draft.
    var templates: TemplatesState
    /// The publication of values of the source.
    var values: ValuesState

    /// Creates the state of the source that a dashboard is opened with.
    init(_ session: DashboardSession, at now: Date, seed: UInt64?) {
        source = SourceState(session)
        let own = OwnValues(session.service, configured: session.configuredPersona)
        history = HistoryState(
            session.service.history, of: own.snapshot ?? .empty, at: now, keepsValues: session.fetchLog != nil
        )
        fetching = FetchLoop(
            interval: session.refreshInterval, liveStatus: session.service.keeper.liveStatus, at: now,
            seed: seed)
        templates = TemplatesState(session)
        values = ValuesState(isAvailable: ValuePublishing.serves(session.service.keeper))
    }

    /// Creates the state of a source that was just opened.
    ///
    /// - Parameters:
    ///   - before: the previous source. Its report stays on the screen until the new values are listed, and its
    ///     interval is not changed.
    ///   - known: what is kept about the source since it was last shown; nil if it was not shown before.
    init(
        _ listed: DashboardSource, _ opened: OpenedSource, after before: ShownSource, known: KeptSource?,
        keepsValues: Bool, at now: Date
    ) {
        source = SourceState(listed, opened, showing: before.source.report)
        history = HistoryState(
            opened.history, of: opened.ownSnapshot ?? .empty, at: now, keepsValues: keepsValues,
            announced: before.history.announced + 1)
        if let known {
            source.restore(known.source)
            history.restore(known.history)
        }
        fetching = before.fetching
        fetching.begin(anewWith: opened.liveStatus, allowing: listed.shortestInterval, at: now)
        templates = TemplatesState(listed, opened)
        values = ValuesState(isAvailable: opened.canPublish)
    }
}

extension ShownSource {
    /// Returns when the visible value arrived, if that was while the dashboard was open.
    func dateOfChange(of name: String) -> Date? {
        history.isInThePast
            ? history.timeline.dateOfChange(of: name, at: history.shownIndex) : source.changedAt[name]
    }
}

/// What is kept about a source while another one is shown, so that looking at the other changes nothing about it.
struct KeptSource: Sendable {
    let source: SourceState
    let history: HistoryState
}

/// The own values of a source: those for the configured user, without a draft.
struct OwnValues {
    private let service: RemoteConfigService
    private let configured: SourcePersona?

    /// - Parameter configured: the configured user; nil for the service's current one.
    init(_ service: RemoteConfigService, configured: SourcePersona?) {
        self.service = service
        self.configured = configured
    }

    private var keeper: (any PersonaKeeper)? { service.keeper as? any PersonaKeeper }

    private var hasDraft: Bool { (service.keeper as? TemplateRemoteConfigKeeper)?.draft != nil }

    /// Whether the service has the values of a view instead.
    var isViewed: Bool {
        guard let keeper, !hasDraft else { return hasDraft }
        return configured.map { $0 != keeper.persona } ?? false
    }

    /// The values; nil if only the server knows them. This may take longer than a frame.
    var snapshot: Snapshot? {
        guard isViewed else { return service.snapshot }
        return hasDraft ? nil : configured.flatMap { keeper?.snapshot(for: $0) }
    }

    /// Whether the values of any user are known without asking a server.
    var isLocal: Bool { keeper.map { $0.snapshot(for: $0.persona) != nil } ?? true }
}

extension DashboardState {
    /// Switches to a source that was just opened, and keeps what is known about the previous one.
    ///
    /// - Returns: whether the source was shown before.
    mutating func replaceShown(by listed: DashboardSource, _ opened: OpenedSource) -> Bool {
        if let name = source.name { keptSources[name] = KeptSource(source: source, history: history) }
        let known = keptSources.removeValue(forKey: listed.name)
        shown = ShownSource(
            listed, opened, after: shown, known: known, keepsValues: project.keepsValues, at: now)
        return known != nil
    }
}

// Names for the parts. They are changed in place, because a copy of a report or of a history would be large. Reading
// returns a copy that shares the content: with `_read`, unoptimized programs of Swift 6.3 used memory that was already
// freed.
extension DashboardState {
    var source: SourceState {
        get { shown.source }
        _modify { yield &shown.source }
    }

    var history: HistoryState {
        get { shown.history }
        _modify { yield &shown.history }
    }

    var fetching: FetchLoop {
        get { shown.fetching }
        _modify { yield &shown.fetching }
    }

    var templates: TemplatesState {
        get { shown.templates }
        _modify { yield &shown.templates }
    }

    var values: ValuesState {
        get { shown.values }
        _modify { yield &shown.values }
    }
}
