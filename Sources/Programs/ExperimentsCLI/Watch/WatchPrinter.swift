import ExperimentsCore
import ExperimentsOperator
import Foundation

/// Prints events, each immediately on a separate line.
struct WatchPrinter {
    private let settings: Settings
    private let style: PlainText
    private let tellsEveryFetch: Bool
    private let bell: AlertRules

    /// - Parameters:
    ///   - tellsEveryFetch: whether to also print successful fetches without changes.
    ///   - bell: the changes for which the bell rings.
    init(_ settings: Settings, tellsEveryFetch: Bool = true, bell: AlertRules = AlertRules()) {
        self.bell = bell
        self.settings = settings
        self.tellsEveryFetch = tellsEveryFetch
        style = PlainText(settings)
    }

    /// Prints one event, with the time in UTC.
    ///
    /// - Parameter source: the source of the event, if there are several.
    func print(_ event: WatchEvent, from source: String? = nil, at now: Date) throws {
        if !tellsEveryFetch, case .fetch(let record, _) = event, record.failure == nil,
            record.difference.isEmpty
        {
            return
        }
        if case .live(.connecting) = event, !settings.json { return }
        let rings = bell.ring(on: event)
        defer { if rings, Console.isError { StandardError.ring() } }
        if settings.json {
            return try StandardOutput.event(event.document(from: source, at: now, rings: rings))
        }
        let time = style.shown(RFC3339.text(of: now), ink: .dim)
        let mark = rings ? style.shown("  !", ink: .red) : ""
        let origin: StyledText = source.map { "\(style.shown($0)): " } ?? ""
        try StandardOutput.line("\(time)  \(origin)\(words(for: event))\(mark)")
    }

    private func words(for event: WatchEvent) -> StyledText {
        switch event {
        case .fetch(let record, _): words(for: record)
        case .key(let row, _, let was): words(for: row, was)
        case .gone(let row):
            "\(style.shown(row.name))  gone  (was \(style.shown(row.valueText ?? "-", columns: 40)))"
        case .sourceProblem(let text): "\(style.shown("note", ink: .yellow)): \(style.shown(text))"
        case .overridesProblem(let problem):
            style.shown(OverrideWords.text(of: problem), ink: problem == nil ? .green : .red)
        case .live(let status): words(for: status)
        }
    }

    private func words(for status: LiveStatus) -> StyledText {
        let ink: Ink =
            switch status {
            case .off, .connecting, .unavailable: .dim
            case .live: .green
            case .interrupted: .red
            }
        return style.shown(status.sentence { RFC3339.text(of: $0) }, ink: ink)
    }

    private func words(for record: FetchRecord) -> StyledText {
        style.shown(record.sentence { RFC3339.text(of: $0) }, ink: record.failure == nil ? .dim : .red)
    }

    private func words(for row: ReportRow, _ was: ReportRow?) -> StyledText {
        var words: StyledText = "\(style.shown(row.name))  \(shown(row))"
        if let problem = row.sourceProblem { words += "  \(style.shown(problem, columns: 120))" }
        if let problem = row.problem { words += "  \(style.shown(problem.description, columns: 120))" }
        guard let was else { return words }
        if row.status == was.status, row.valueText.isExactly(was.valueText),
            !row.remoteText.isExactly(was.remoteText)
        {
            return words + "  (the source has \(source(row)), had \(source(was)))"
        }
        return words + "  (was \(shown(was)))"
    }

    private func source(_ row: ReportRow) -> StyledText {
        style.shown(row.remoteText ?? "no value", columns: 40)
    }

    private func shown(_ row: ReportRow) -> StyledText {
        let status = style.shown(row.status.rawValue, ink: Ink(row.status))
        return "\(status) \(style.shown(row.valueText.map { $0.isEmpty ? "\"\"" : $0 } ?? "-", columns: 60))"
    }
}
