import ExperimentsOperator

// Writing what a screen lists to a file.
extension DashboardState {
    /// Asks for the file's name, in the palette.
    mutating func startExport() {
        panels.push(Palette(field: TextField("export \(screen.name).json")))
    }

    mutating func export(to path: String) -> [Effect] {
        guard let format = ExportFormat(path: path) else {
            say("“\(path)” says no format: end it with one of \(ExportFormat.endings)", .error)
            return []
        }
        return [.export(ExportRequest(path: path, replaces: false, format: format, state: self))]
    }

    mutating func exported(_ request: ExportRequest, _ outcome: ExportOutcome) {
        switch outcome {
        case .written(let rows): say("wrote \(rows == 1 ? "1 row" : "\(rows) rows") to \(request.path)", .success)
        case .failed(let reason): say("not written: \(reason)", .error, seconds: 12)
        case .exists:
            panels.push(
                Confirmation(
                    lines: ["There is a file \(request.path) already.", "Replace it?"],
                    effects: [.export(request.replacing)]))
        }
    }
}

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
