/// The rows of a screen, to be written to a file.
public struct ExportRequest: Sendable {
    /// The file's path, as it was typed.
    public let path: String
    /// Whether a file of this path is replaced.
    public let replaces: Bool
    let format: ExportFormat
    let state: DashboardState

    /// The same once more, with a yes to replace what is there.
    var replacing: ExportRequest { ExportRequest(path: path, replaces: true, format: format, state: state) }
}

/// What became of a request to write a file.
public enum ExportOutcome: Sendable, Hashable {
    /// It was written, with so many rows.
    case written(rows: Int)
    /// There is a file of this path, which was left alone.
    case exists
    /// It could not be written, and why.
    case failed(String)
}
