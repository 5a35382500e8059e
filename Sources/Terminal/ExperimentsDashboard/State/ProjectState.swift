import ExperimentsCore
import ExperimentsOperator
import TerminalUI

/// What the project file and the command line say, as far as it does not depend on the source that is shown.
struct ProjectState: Sendable {
    /// The declared keys.
    var keys: [CatalogKey]
    /// The sources to switch between; none where there is only the one.
    let sources: [DashboardSource]
    /// As whom each source was asked when it was opened first.
    var configuredPersonas: [String: SourcePersona] = [:]
    /// Which key asks for which command.
    var keyMap: KeyMap
    /// The local time's distance from UTC, for the times of day on screen.
    let localTime: LocalTime
    /// Whether overrides are only looked at.
    let isReadOnly: Bool
    /// Whether there is a question before several overrides change at once.
    var asksFirst: Bool
    /// What the operator is told of while looking elsewhere.
    var alertRules: AlertRules
    /// The rules that the project file had when it was last read.
    var fileAlertRules: AlertRules

    init(_ session: DashboardSession, _ options: DashboardOptions) {
        (keys, sources) = (session.keys, session.sources)
        (keyMap, localTime, isReadOnly) = (options.keyMap, options.localTime, options.isReadOnly)
        asksFirst = options.asksFirst
        (alertRules, fileAlertRules) = (options.alertRules, options.alertRules)
    }

    /// The source of a name.
    func source(named name: String?) -> DashboardSource? { sources.first { $0.name == name } }
}
