import ExperimentsCore
import ExperimentsOperator

/// The source that is shown: its name, its values, and the persona as which it is asked.
struct SourceState: Sendable {
    /// The name in the header.
    var title: String
    /// The environment of its values, for example `production`.
    var environment: String?
    /// As the project file lists it, if there are several.
    let listed: DashboardSource?
    /// The report.
    var report: Report
    /// When each key's value last changed while the source was shown.
    var changedAt = ChangeTimes()
    /// The changes of the last fetch that changed anything.
    var lastChanges: [String: ChangeKind] = [:]
    /// The times for which keys have been at their defaults; nil until they are needed.
    var ages: DefaultAges?
    /// Why the value under the cursor is what it is.
    var explanation: ExplanationState
    /// The persona as which the source is asked; nil if it has the same values for all users.
    var persona: PersonaState?
    /// Whether it told what it holds since it is shown; that may still be on its way to the screen.
    var wasHeardFrom = false

    /// The name in the project file, if there are several sources.
    var name: String? { listed?.name }

    /// The source that a dashboard is opened on.
    init(_ session: DashboardSession) {
        (title, environment) = (session.sourceName, session.environment)
        listed = session.sources.first { $0.name == session.currentSource }
        report = session.service.report(for: session.keys)
        explanation = ExplanationState(session.service.keeper)
        persona = PersonaState(session.service.keeper, configured: session.configuredPersona)
    }

    /// Another source, which was just opened.
    ///
    /// - Parameter report: what is on the screen until its own values are listed.
    init(_ source: DashboardSource, _ opened: OpenedSource, showing report: Report) {
        (title, environment, listed) = (source.title, source.environment, source)
        self.report = report
        (explanation, persona) = (opened.explanation, opened.persona)
    }
}
