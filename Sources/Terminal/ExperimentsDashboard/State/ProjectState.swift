import ExperimentsCore
import ExperimentsOperator
import ExperimentsSupport
import Foundation

/// The content of the project file and of the command line, as far as it does not depend on the current source.
struct ProjectState: Sendable {
    /// The declared keys.
    var keys: [CatalogKey]
    /// The sources to switch between; empty if there is only one.
    let sources: [DashboardSource]
    /// The last answers of the other sources.
    var answers = SourceAnswers()
    /// The persona for which each source was fetched when it was first opened.
    var configuredPersonas: [String: SourcePersona] = [:]
    /// The keys of the commands.
    var keyMap: KeyMap
    /// The local time zone for times of day on the screen.
    let localTime: LocalTime
    /// The path of the project file; nil if there is none.
    let file: String?
    /// Whether there is a project file whose keys can be changed.
    let hasFile: Bool
    /// Whether overrides are read-only.
    let isReadOnly: Bool
    /// Whether to ask before changing several overrides.
    var asksFirst: Bool
    /// Whether values of sources are stored after the dashboard ends.
    let keepsValues: Bool
    /// Whether the app's source code can be searched.
    let findsReferences: Bool
    /// Whether keys can be removed from the app's source code.
    let changesCode: Bool
    /// The command that checks such a change before it is written; nil for none.
    let codeCheck: String?
    /// The rules for alerts.
    var alertRules: AlertRules
    /// The alert rules in the project file when it was last read.
    var fileAlertRules: AlertRules

    init(_ session: DashboardSession, _ options: DashboardOptions) {
        (keys, sources) = (session.keys, session.sources)
        (keepsValues, findsReferences) = (session.fetchLog != nil, session.findReferences != nil)
        changesCode = session.retireKey != nil
        codeCheck = session.codeCheck
        (keyMap, localTime, isReadOnly) = (options.keyMap, options.localTime, options.isReadOnly)
        hasFile = session.projectEditor != nil
        asksFirst = options.asksFirst
        file = options.project?.path
        (alertRules, fileAlertRules) = (options.alertRules, options.alertRules)
    }

    /// Returns the time of day, with the date if it is not today.
    func shortTime(_ date: Date, at now: Date) -> String {
        isDay(date, of: now)
            ? TimeText.timeOfDay(date, in: localTime) : TimeText.dateAndTime(date, in: localTime)
    }

    /// Returns the time of day, or the date if it is not today: `02-26`.
    func shortestTime(_ date: Date, at now: Date) -> String {
        isDay(date, of: now)
            ? TimeText.timeOfDay(date, in: localTime) : String(TimeText.date(date, in: localTime).suffix(5))
    }

    /// Returns a text of the source with its RFC 3339 times in local time.
    func inLocalTime(_ text: String, at now: Date) -> String {
        let words = text.unicodeScalars.split(separator: " ", omittingEmptySubsequences: false)
        return words.map { word in
            let time = word.last == "," ? word.dropLast() : word
            guard let date = RFC3339.date(from: String(time)) else { return String(word) }
            return shortTime(date, at: now) + String(word[time.endIndex...])
        }.joined(separator: " ")
    }

    private func isDay(_ date: Date, of other: Date) -> Bool {
        TimeText.date(date, in: localTime) == TimeText.date(other, in: localTime)
    }

    /// The hint for the key that returns to the current values, after other words.
    var wayBack: String { keyMap.words(.back, "returns to the current values").map { "; " + $0 } ?? "" }

    /// Returns the source with a name.
    func source(named name: String?) -> DashboardSource? { sources.first { $0.name == name } }
}
