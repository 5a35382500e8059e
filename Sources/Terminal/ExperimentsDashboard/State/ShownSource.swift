import ExperimentsCore
import ExperimentsOperator
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
        history = HistoryState(
            session.service.history, of: source.report.snapshot, at: now, keepsValues: session.fetchLog != nil)
        fetching = FetchLoop(
            interval: session.refreshInterval, liveStatus: session.service.keeper.liveStatus, at: now, seed: seed)
        templates = TemplatesState(session)
        values = ValuesState(isAvailable: ValuePublishing.serves(session.service.keeper))
    }

    /// Creates the state of a source that was just opened.
    ///
    /// - Parameter before: the previous source. Its report stays on the screen until the new values are listed, and its
    ///   interval is not changed.
    init(
        _ listed: DashboardSource, _ opened: OpenedSource, after before: ShownSource, keepsValues: Bool, at now: Date
    ) {
        source = SourceState(listed, opened, showing: before.source.report)
        history = HistoryState(
            opened.history, of: opened.report.snapshot, at: now, keepsValues: keepsValues,
            announced: before.history.announced + 1)
        fetching = before.fetching
        fetching.begin(anewWith: opened.liveStatus, allowing: listed.shortestInterval, at: now)
        templates = TemplatesState(listed, opened)
        values = ValuesState(isAvailable: opened.canPublish)
    }
}

extension ShownSource {
    /// Returns when the visible value arrived, if that was while the dashboard was open.
    func dateOfChange(of name: String) -> Date? {
        history.isInThePast ? history.timeline.dateOfChange(of: name, at: history.shownIndex) : source.changedAt[name]
    }
}

extension DashboardState {
    /// Switches to a source that was just opened.
    mutating func replaceShown(by listed: DashboardSource, _ opened: OpenedSource) {
        shown = ShownSource(listed, opened, after: shown, keepsValues: project.keepsValues, at: now)
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
