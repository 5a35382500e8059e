import ExperimentsOperator
import ExperimentsSupport

// Writing to a file what a screen lists, or how two values differ that lie over it.
extension DashboardState {
    /// Two values beside each other that are on screen, or under the palette.
    var shownDifference: ComparedValues? { panels.first(DifferencePanel.self)?.values }

    /// Asks for the file's name, in the palette.
    ///
    /// - Parameter difference: two values whose panel asks; nil for those on screen, or the screen itself.
    mutating func startExport(of difference: ComparedValues? = nil) {
        var name = "\(screen.name).json"
        if let values = difference ?? shownDifference {
            name = values.request.title.replacing(scalar: "/", with: "-") + (values.byPath == nil ? ".diff" : ".json")
        }
        panels.push(Palette(field: TextField("export \(name)")))
    }

    /// Why nothing can be written to a file of this name.
    func problemExporting(to path: String) -> String? {
        guard let values = shownDifference else {
            return ExportFormat(path: path) == nil ? "end it with one of \(ExportFormat.endings)" : nil
        }
        guard let format = DifferenceFormat(path: path) else { return "end it with \(DifferenceFormat.endings)" }
        return format == .jsonPatch && values.byPath == nil
            ? "only of JSON there is a JSON Patch: end it with .diff" : nil
    }

    mutating func export(to path: String) -> [Effect] {
        if let rest = shownDifference?.rest, let format = DifferenceFormat(path: path) {
            return [
                .export(ExportRequest(path: path, replaces: false, content: .difference(rest, format), state: self))
            ]
        }
        guard let format = ExportFormat(path: path) else {
            say("“\(path)” says no format: end it with one of \(ExportFormat.endings)", .error)
            return []
        }
        return [.export(ExportRequest(path: path, replaces: false, content: .rows(format), state: self))]
    }

    /// Asks for the name of a picture, in the palette.
    mutating func startPicture() {
        panels.push(Palette(field: TextField("shot \(screen.name).svg")))
    }

    mutating func savePicture(to path: String) -> [Effect] {
        guard ScreenPicture.isName(path) else {
            say("“\(path)” is no name of a picture: end it with \(ScreenPicture.ending)", .error)
            return []
        }
        return [.export(ExportRequest(path: path, replaces: false, content: .picture, state: self))]
    }

    mutating func exported(_ request: ExportRequest, _ outcome: ExportOutcome) {
        switch outcome {
        case .written(let rows?): say("wrote \(rows == 1 ? "1 row" : "\(rows) rows") to \(request.path)", .success)
        case .written(nil): say("\(request.content.words) \(request.path)", .success)
        case .failed(let reason): say("not written: \(reason)", .error, seconds: 12)
        case .exists:
            panels.push(
                Confirmation(
                    lines: ["There is a file \(request.path) already.", "Replace it?"],
                    effects: [.export(request.replacing)]))
        }
    }
}

/// The content of a screen, to be written to a file.
public struct ExportRequest: Sendable {
    /// The part of the screen to write.
    enum Content: Sendable {
        /// The rows.
        case rows(ExportFormat)
        /// The differences between two values that are shown over the screen.
        case difference(ComparedValues.Rest, DifferenceFormat)
        /// All of it, as a picture.
        case picture

        /// That it was written, before the file's name.
        var words: String {
            switch self {
            case .rows: "wrote"
            case .difference(_, let format): "wrote \(format.words) to"
            case .picture: "saved the picture"
            }
        }
    }

    /// The file's path, as it was typed.
    public let path: String
    /// Whether a file of this path is replaced.
    public let replaces: Bool
    let content: Content
    let state: DashboardState

    /// The same once more, with a yes to replace what is there.
    var replacing: ExportRequest { ExportRequest(path: path, replaces: true, content: content, state: state) }

    /// Writes the file.
    func written() -> ExportOutcome {
        switch content {
        case .rows(let format):
            state.screen.list.table(state).write(to: path, in: format, replaces: replaces) { $0.plain }
        case .difference(let rest, let format):
            ExportFile.write(to: path, replaces: replaces) { rest.text(in: format) ?? rest.unified }
        case .picture: ExportFile.write(to: path, replaces: replaces) { ScreenPicture(of: state).svg }
        }
    }
}
