import ExperimentsOperator

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

    /// Writes the file.
    func written() -> ExportOutcome {
        ExportTable(state).write(to: path, in: format, replaces: replaces) { $0.plain }
    }
}
