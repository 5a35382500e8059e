import ExperimentsCore
import ExperimentsOperator
import ExperimentsTerminalUI

/// The key of the full-screen details in other places: its values in other sources, and its uses in the app's code. It
/// is requested when the details become full-screen, for one key at a time.
struct ElsewhereState: Sendable {
    /// The name of the key.
    private(set) var name: String?
    /// The values of the key at each source.
    private(set) var sources: ValueMatrix?
    private(set) var references: KeyReferences?
    /// The requests without an answer yet.
    private var awaitsSources = false
    private var awaitsReferences = false

    /// The number of requests for the details. Those for a matrix are counted from 1.
    static let requestNumber = 0
}

extension ElsewhereState: Feature {
    enum Message: Sendable {
        /// The values of the key at the sources.
        case evaluated(MatrixAnswer, of: String)
        /// The places in the app's code that use a key, or the reason why they are unknown.
        case found(Result<KeyReferences, MessageError>, of: String)
    }

    mutating func update(_ message: Message, in context: DashboardState) -> [Effect] {
        switch message {
        case .evaluated(let answer, let name):
            awaitsSources = false
            if name == self.name { sources = try? answer.get() }
        case .found(let result, let name):
            awaitsReferences = false
            if name == self.name { references = try? result.get() }
        }
        return []
    }

    mutating func follow(_ context: DashboardState) -> [Effect] {
        // While one request is open, no other is made, so that moving through many keys makes few requests.
        guard context.details.size.isZoomed, context.screen.listsKeys, context.layout.hasFrames,
            let key = context.selectedKey, key.name != name, !awaitsSources, !awaitsReferences
        else { return [] }
        (name, sources, references) = (key.name, nil, nil)
        var effects: [Effect] = []
        if context.project.sources.count > 1 {
            awaitsSources = true
            effects.append(
                .evaluateMatrix(
                    MatrixRequest(
                        number: Self.requestNumber, axis: .sources, keys: [key], configured: SourcePersona(),
                        sources: context.project.sources, asksAnew: false)))
        }
        if context.project.findsReferences {
            awaitsReferences = true
            effects.append(.findReferences(key.name))
        }
        return effects
    }
}

extension DetailLines {
    /// Describes the values of a key in other sources.
    mutating func describeSources(of name: String) {
        guard state.elsewhere.name == name, let matrix = state.elsewhere.sources,
            let row = matrix.rows.first(where: { $0.name == name })
        else { return }
        let shown = matrix.columns.firstIndex { $0.title == state.sourceName }
        describe(row, in: matrix.columns, marking: shown.map { [$0] } ?? [])
    }

    /// Describes the values of a key for several personas or at several sources.
    ///
    /// - Parameter marked: the indices of the marked columns.
    mutating func describe(_ row: ValueMatrix.Row, in columns: [ValueMatrix.Column], marking marked: Set<Int>)
    {
        let column = min(width / 2, columns.map { DisplayText($0.title).width }.max() ?? 0)
        for (place, (source, cell)) in zip(columns, row.cells).enumerated() {
            let title = DisplayText(source.title).truncated(to: column, .middle)
            let padding = String(repeating: " ", count: column - DisplayText(title).width + 3)
            let room = max(4, width - column - 5)
            lines.append(
                [Span(marked.contains(place) ? "› " : "  ", .title), Span(title + padding, .text)]
                    + Self.spans(cell, source, room))
            if marked.contains(place), marked.count == 1 { answer = lines.count - 1..<lines.count }
        }
    }

    private static func spans(_ cell: ReportRow?, _ source: ValueMatrix.Column, _ room: Int) -> [Span] {
        func text(_ text: String, _ role: Role) -> [Span] {
            [Span(DisplayText(text).truncated(to: room), role)]
        }
        guard let cell else { return text(source.problem ?? "not fetched yet", .dim) }
        switch cell.status {
        case .missing: return text("nothing", .missing)
        case .incorrect:
            let found = DisplayText(cell.problem?.found ?? "").truncated(
                to: max(4, room - "  incorrect".count), .middle)
            return text(found + "  incorrect", .incorrect)
        default: return text(cell.valueText ?? "the app's default", cell.usesDefault ? .default : .value)
        }
    }

    /// The maximum number of places in the code to list.
    private static let placeLimit = 20

    /// Describes the places in the app's code that read or declare a key.
    mutating func describeCode(of name: String) {
        guard state.elsewhere.name == name, let found = state.elsewhere.references else { return }
        let places = found.references.prefix(Self.placeLimit)
        let column = min(width / 2, places.map { DisplayText("\($0.path):\($0.line)").width }.max() ?? 0)
        for place in places {
            let shown = DisplayText("\(place.path):\(place.line)").truncated(to: column, .middle)
            let padding = String(repeating: " ", count: column - DisplayText(shown).width + 2)
            let text = String(place.text.drop { $0 == " " || $0 == "\t" })
            lines.append([
                Span(shown, .key, link: state.appearance.link(toFileAt: found.path(of: place))),
                Span(padding, .key),
                Span(
                    DisplayText(text).truncated(to: max(4, width - column - 2)),
                    place.kind == "used" ? .text : .dim),
            ])
        }
        let more = found.references.count - places.count
        if more > 0 { lines.append([Span("… \(more) more", .dim)]) }
    }
}
