import ExperimentsOperator
import ExperimentsSupport
import ExperimentsTerminalUI

// Writes to a file what a screen lists, or the differences between two values shown over it.
extension ExportRequest {
    /// Returns two values that are compared on the screen, or below the palette.
    static func shownDifference(_ state: DashboardState) -> ComparedValues? {
        state.panels.first(DifferencePanel.self)?.values
    }

    /// Returns why nothing can be written to a file of this name; nil if it can.
    static func problem(writing state: DashboardState, to path: String) -> String? {
        guard let values = shownDifference(state) else {
            return ExportFormat(path: path) == nil
                ? "expected a name that ends in \(ExportFormat.endings)" : nil
        }
        guard let format = DifferenceFormat(path: path) else {
            return "expected a name that ends in \(DifferenceFormat.endings)"
        }
        return format == .jsonPatch && values.byPath == nil
            ? "a JSON Patch needs JSON values; use .diff" : nil
    }

    static func effects(writing state: DashboardState, to path: String) -> [Effect] {
        if let rest = shownDifference(state)?.rest, let format = DifferenceFormat(path: path) {
            return [write(.difference(rest, format), of: state, to: path)]
        }
        guard let format = ExportFormat(path: path) else {
            return [
                .say(
                    "invalid file name \"\(path)\": expected one that ends in \(ExportFormat.endings)", .error
                )
            ]
        }
        return [write(.rows(format), of: state, to: path)]
    }

    static func effects(picturing state: DashboardState, to path: String) -> [Effect] {
        guard DashboardView.isPicture(path) else {
            return [
                .say(
                    "invalid file name \"\(path)\": expected one that ends in \(DashboardView.pictureEnding)",
                    .error)
            ]
        }
        return [write(.picture, of: state, to: path)]
    }

    private static func write(_ content: ExportRequest.Content, of state: DashboardState, to path: String)
        -> Effect
    {
        .export(ExportRequest(path: path, replaces: false, content: content, state: state))
    }

    /// Shows the message after writing a file.
    static func taking(_ outcome: ExportOutcome, of request: ExportRequest) -> Effect {
        switch outcome {
        case .written(let rows?):
            .say("wrote \(rows == 1 ? "1 row" : "\(rows) rows") to \(request.path)", .success)
        case .written(nil): .say("\(request.content.words) \(request.path)", .success)
        case .failed(let reason): .say("cannot write \(request.path): \(reason)", .error, seconds: 12)
        case .exists:
            .open(
                Confirmation(
                    lines: ["\(request.path) already exists.", "Replace it?"],
                    effects: [.export(request.replacing)]))
        }
    }
}

extension Palette {
    /// Asks for the name of a file to write two values to.
    static func exporting(_ values: ComparedValues) -> Palette {
        let name = values.request.title.replacing(scalar: "/", with: "-")
        return Palette(field: TextField("export \(name)\(values.byPath == nil ? ".diff" : ".json")"))
    }

    /// Asks for the name of a file to write a screen to, or the two values that are shown over it.
    static func exporting(_ state: DashboardState) -> Palette {
        ExportRequest.shownDifference(state).map { exporting($0) }
            ?? Palette(field: TextField("export \(state.screen.name).json"))
    }
}

/// The content of a screen, to be written to a file.
package struct ExportRequest: Sendable {
    /// The part of the screen to write.
    enum Content: Sendable {
        /// The rows.
        case rows(ExportFormat)
        /// The differences between two values that are shown over the screen.
        case difference(ComparedValues.Rest, DifferenceFormat)
        /// The whole screen as a picture.
        case picture

        /// The start of the message after writing, before the file's name.
        var words: String {
            switch self {
            case .rows: "wrote"
            case .difference(_, let format): "wrote \(format.words) to"
            case .picture: "saved the picture"
            }
        }
    }

    /// The path of the file, as typed.
    package let path: String
    /// Whether an existing file is replaced.
    package let replaces: Bool
    let content: Content
    let state: DashboardState

    /// The same request, with permission to replace an existing file.
    var replacing: ExportRequest { ExportRequest(path: path, replaces: true, content: content, state: state) }

    /// Writes the file.
    func written() -> ExportOutcome {
        switch content {
        case .rows(let format):
            state.screen.list.table(state).write(to: path, in: format, replaces: replaces) { $0.plain }
        case .difference(let rest, let format):
            ExportOutcome.writing(to: path, replaces: replaces) { rest.text(in: format) ?? rest.unified }
        case .picture: ExportOutcome.writing(to: path, replaces: replaces) { DashboardView.svg(of: state) }
        }
    }
}

extension DashboardView {
    /// The file extension of a picture.
    static let pictureEnding = ".svg"

    /// Returns the screen as an SVG picture in the colors of its theme.
    ///
    /// - Parameters:
    ///   - state: the state, with the screen and its panels.
    ///   - depth: the most colors to use.
    ///   - isASCII: whether only ASCII is drawn.
    package static func svg(of state: DashboardState, depth: ColorDepth = .truecolor, isASCII: Bool = false)
        -> String
    {
        let drawn = frame(of: state, theme: state.shownTheme.adapted(to: depth))
        let frame = isASCII ? drawn.inASCII() : drawn
        return frame.svg(palette: palette(of: state), title: pictureTitle(of: state))
    }

    /// Returns frames of the dashboard as an animated SVG document.
    ///
    /// - Parameter state: the state of the first frame, for the colors and the title.
    package static func svg(of frames: AnimatedFrames, from state: DashboardState) -> String {
        frames.svg(palette: palette(of: state), title: pictureTitle(of: state))
    }

    private static func pictureTitle(of state: DashboardState) -> String {
        "\(state.screen.name) of \(state.sourceName), as `experiments` shows them"
    }

    private static func palette(of state: DashboardState) -> PicturePalette {
        let palette = state.theme.isDark ? PicturePalette.dark : .light
        return palette.on(state.shownTheme)
    }

    /// Whether a path has the extension of a picture.
    static func isPicture(_ path: String) -> Bool { path.lowercased().hasSuffix(pictureEnding) }
}

extension ExportTable {
    /// The table as text: columns as wide as their contents, under their titles.
    var plain: String {
        let lines =
            [columns] + rows.map { row in row.map { DisplayText($0 ?? "").slice(from: 0, columns: .max) } }
        let widths = columns.indices.map { column in
            lines.reduce(0) { max($0, DisplayText($1[column]).width) }
        }
        return lines.map { line in
            var text = ""
            for (column, cell) in line.enumerated() {
                text += cell
                guard column < line.count - 1 else { break }
                text += String(repeating: " ", count: widths[column] - DisplayText(cell).width + 2)
            }
            let end = text.lastIndex { $0 != " " }.map(text.index(after:)) ?? text.startIndex
            return text[..<end] + "\n"
        }.joined()
    }
}
