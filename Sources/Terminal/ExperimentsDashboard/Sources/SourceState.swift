import ExperimentsCore
import ExperimentsOperator

/// The source that is shown: its name, its values, and the persona as which it is asked.
struct SourceState: Sendable {
    /// What the header calls it.
    var title: String
    /// What its values are for, for example `production`.
    var environment: String?
    /// As the project file lists it, if there are several.
    let listed: DashboardSource?
    /// The report.
    var report: Report
    /// When each key's value last changed while the source was shown.
    var changedAt = ChangeTimes()
    /// What the last fetch that changed anything changed.
    var lastChanges: [String: ChangeKind] = [:]
    /// For how long keys have been at their defaults; nil until it is needed.
    var ages: DefaultAges?
    /// Why the value under the cursor is what it is.
    var explanation: ExplanationState
    /// The persona as which the source is asked; nil if it has the same values for all users.
    var persona: PersonaState?
    /// Whether it told what it holds since it is shown; that may still be on its way to the screen.
    var wasHeardFrom = false

    /// What the project file calls it, if there are several.
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
