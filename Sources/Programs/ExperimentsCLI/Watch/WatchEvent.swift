import ExperimentsCore

/// Something that `watch` prints a line for.
enum WatchEvent {
    /// A fetch is over.
    case fetch(FetchRecord)
    /// A key comes to something; its override, if there is one; and what it came to before, nil the first time.
    case key(ReportRow, Override?, was: ReportRow?)
    /// A name that nobody declares is no longer at the source.
    case gone(ReportRow)
    /// The overrides cannot be read; nil once they can be again.
    case overridesProblem(FileProblem?)
    /// The source begins or ceases to announce its changes.
    case live(LiveStatus)
}
