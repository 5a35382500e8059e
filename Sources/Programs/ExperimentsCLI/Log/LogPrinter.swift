import ExperimentsCore
import ExperimentsOperator
import Foundation

/// Prints the selected entries of the log.
struct LogPrinter {
    private let settings: Settings
    private let style: PlainText
    private let kinds: [LogEntry.Kind]
    private let filter: Filter

    /// - Parameter kinds: the kinds to print; empty for all.
    init(_ settings: Settings, kinds: [LogEntry.Kind], filter: Filter) {
        self.settings = settings
        self.kinds = kinds
        self.filter = filter
        style = PlainText(settings)
    }

    /// Returns the selected entries.
    func wanted(_ entries: [LogEntry]) -> [LogEntry] {
        let now = Date()
        return entries.filter { (kinds.isEmpty || kinds.contains($0.kind)) && $0.passes(filter, now: now) }
    }

    /// Prints all entries, as one document or as lines.
    func printAll(_ entries: [LogEntry]) throws {
        if settings.json {
            return try StandardOutput.document(["entries": entries.map(\.document)])
        }
        guard entries.isEmpty else { return try StandardOutput.lines(entries.map(line)) }
        let words =
            filter.isEmpty && kinds.isEmpty
            ? "no entries yet; use `experiments watch`, `experiments check` or the dashboard to record them"
            : "no entries match"
        try StandardOutput.line(style.shown(words))
    }

    /// Prints an entry immediately, on a separate line.
    func print(_ entry: LogEntry) throws {
        guard settings.json else { return try StandardOutput.line(line(entry)) }
        try StandardOutput.event(entry.document)
    }

    private func line(_ entry: LogEntry) -> StyledText {
        let time = style.shown(RFC3339.text(of: entry.date), ink: .dim)
        let kind = style.shown(
            entry.kind.rawValue.padding(toLength: 8, withPad: " ", startingAt: 0), ink: .dim)
        return "\(time)  \(kind)  \(style.shown(entry.line, ink: ink(entry)))"
    }

    private func ink(_ entry: LogEntry) -> Ink {
        switch (entry.severity, entry.event) {
        case (.error, _): .red
        case (.warning, _): .yellow
        case (.info, .fetch(let record)) where record.difference.isEmpty: .dim
        case (.info, .override), (.info, .overridesChanged): .cyan
        case (.info, _): .plain
        }
    }
}
