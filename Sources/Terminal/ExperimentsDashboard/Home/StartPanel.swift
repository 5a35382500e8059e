import ExperimentsProject
import ExperimentsSupport

/// The panel of a dashboard without a project: the sources from which a project file can be drafted.
struct StartPanel: Panel {
    let path: String
    let choices: [StartChoice]
    /// The candidates that cannot be used, with the reasons.
    let refused: [RefusedCandidate]
    /// The folder that declares keys in Swift, if there is one.
    let declaringFolder: String?
    /// The warehouses that can count results.
    let warehouses: [FoundWarehouse]
    private(set) var selected = 0
    /// The whole draft, if it is shown alone.
    private(set) var draft: DraftPanel?
    /// Whether a draft is being written.
    private var isWriting = false

    init(_ starting: ProjectStarting) {
        path = starting.path
        choices = StartChoice.all(starting.findings)
        refused = starting.findings.refused
        declaringFolder = starting.findings.declaringFolder
        warehouses = starting.findings.warehouses
    }

    var escapeWord: String { draft?.escapeWord ?? "leave" }

    var typedField: TextField? { draft?.typedField }

    func hints(_ state: DashboardState) -> [KeyHint] {
        if let draft { return draft.hints(state) }
        let map = state.project.keyMap
        return [KeyHint(.enter, "write and open")] + map.choosing() + map.hint([.openDetails], "whole draft")
            + [escapeHint]
    }

    mutating func handle(_ press: KeyPress, _ state: DashboardState) -> PanelAnswer {
        if draft != nil { return handleInDraft(press, state) }
        switch (press.key, state.project.keyMap.command(for: press)) {
        case (.escape, _), (_, .quit): return .stay([.quit])
        case (.enter, _): return .stay(write())
        case (_, .openDetails): open()
        case (_, .moveDown): select(selected + 1)
        case (_, .moveUp): select(selected - 1)
        case (_, .top): select(0)
        case (_, .bottom): select(choices.count - 1)
        default: break
        }
        return .stay()
    }

    private mutating func handleInDraft(_ press: KeyPress, _ state: DashboardState) -> PanelAnswer {
        guard var panel = draft else { return .stay() }
        let answer = panel.handle(press, state)
        draft = answer.closes ? nil : panel
        return .stay(answer.effects)
    }

    mutating func paste(_ text: String, _ state: DashboardState) { draft?.paste(text, state) }

    mutating func click(at point: CellPoint, _ state: DashboardState) -> PanelAnswer {
        guard draft == nil, let choice = StartLayout(self, state.size).choice(at: point) else {
            return .stay()
        }
        if choice == selected { return .stay(write()) }
        select(choice)
        return .stay()
    }

    /// Writes the draft, which is shown below the choices.
    private mutating func write() -> [Effect] {
        guard !isWriting else { return [] }
        isWriting = true
        return [.startProject(choices[selected].draft.text)]
    }

    /// Shows the draft, and why the file could not be written.
    mutating func refuse(_ problem: String) {
        isWriting = false
        if draft == nil { open() }
        draft?.refuse(problem)
    }

    private mutating func open() { draft = DraftPanel(choices[selected], path: path) }

    private mutating func select(_ choice: Int) { selected = max(0, min(choice, choices.count - 1)) }

}

/// The text of a drafted project file, before it is written.
struct DraftPanel: TextPanel {
    let title: String
    var text = ScrolledText<Filter>()
    private let draft: String
    private var problem: String?
    /// Whether it is being written.
    private var isWriting = false

    init(_ choice: StartChoice, path: String) {
        let count = choice.draft.keys.count == 1 ? "1 key" : "\(choice.draft.keys.count) keys"
        title = choice.draft.origin.map { "\(path): \(count), drafted from \($0)" } ?? path
        draft = choice.draft.text
    }

    mutating func refuse(_ problem: String) {
        self.problem = problem
        isWriting = false
        text = ScrolledText()
    }

    func lines(_ state: DashboardState) -> [[Span]] {
        let problem =
            problem.map { $0.lines.map { Span(VisibleText.of($0), .error) } + [Span("", .popup)] } ?? []
        let text = draft.lines.dropLast().map { line in
            Span(VisibleText.of(line), line.drop { $0 == " " }.hasScalarPrefix("#") ? .dim : .popup)
        }
        return DeclarationPanel.wrapped(problem + text, state)
    }

    var closeWord: String { "back" }

    mutating func handle(_ press: KeyPress, _ state: DashboardState) -> PanelAnswer {
        guard typedField == nil, press.key == .enter else { return read(press, state) }
        guard !isWriting else { return .stay() }
        isWriting = true
        return .stay([.startProject(draft)])
    }

    func hints(_ state: DashboardState) -> [KeyHint] {
        (typedField == nil ? [KeyHint(.enter, "write and open")] : []) + readingHints(state.project.keyMap)
    }
}

/// The places of the parts of the start panel.
struct StartLayout {
    let screen: CellRect
    let header: CellRect
    /// The frame of the choices; empty if there is no room for it.
    let frame: CellRect
    /// The box with the draft for the selected choice; empty if there is no room for it.
    let preview: CellRect
    let list: CellRect
    /// The index of the first visible choice.
    let top: Int

    /// The minimum number of free rows for a preview without a frame.
    private static let leastPreview = 6

    init(_ panel: StartPanel, _ size: CellSize) {
        screen = CellRect(size).splitBottom(1).rest
        header = screen.line(0)
        let body = screen.splitTop(1).rest
        if Layout.hasFrames(size) {
            let wanted = panel.lines(size.columns - 4).count + 2
            (frame, preview) = body.splitTop(min(wanted, body.rows / 2))
            list = frame.inset(by: 1)
        } else {
            frame = screen.line(-1)
            let rest = body.splitTop(size.rows >= 12 ? 3 : 0).rest
            let free = rest.rows - panel.lines(size.columns - 2).count - 1
            (list, preview) = rest.splitBottom(free >= Self.leastPreview ? free : 0)
        }
        top = max(0, panel.selected - max(0, list.rows - 1))
    }

    /// Returns the choice at a point.
    func choice(at point: CellPoint) -> Int? {
        guard point.row >= list.row, point.row < list.endRow else { return nil }
        return top + point.row - list.row
    }
}

// Draws the first screen of a dashboard without a project.
extension StartPanel {
    func draw(_ state: DashboardState, _ canvas: inout Canvas) {
        drawChoices(state, &canvas)
        draft?.draw(state, &canvas)
    }

    private func drawChoices(_ state: DashboardState, _ canvas: inout Canvas) {
        let layout = StartLayout(self, state.size)
        canvas.fill(layout.screen, .text)
        canvas.fill(layout.header, .header)
        canvas.put(
            [Span("experiments", .title), Span("  no \(path) yet", .header)],
            at: CellPoint(column: 1, row: layout.header.row), maxColumns: layout.screen.columns - 2)
        if !layout.frame.isEmpty {
            let count = CountText.position(selected, of: choices.count)
            Box.draw(BoxTitle("Create \(path) from", count: count), in: layout.frame, isActive: true, &canvas)
        } else if layout.list.row > 2 {
            canvas.put("Create \(path) from:", at: CellPoint(column: 1, row: layout.header.row + 2), .text)
        }
        let hasFrame = !layout.frame.isEmpty
        let preview = DraftPanel(choices[selected], path: path)
        let inside =
            hasFrame
            ? layout.preview.inset(columns: 2, rows: 1) : layout.preview.splitTop(1).rest.inset(columns: 1)
        DetailBoxes.draw(
            DetailBoxes.Placed(
                title: BoxTitle(preview.title), rect: layout.preview, inside: inside,
                lines: preview.lines(state)),
            hasFrame: hasFrame, &canvas)
        let lines = lines(layout.list.columns - 2)
        for (row, line) in lines.dropFirst(layout.top).prefix(layout.list.rows).enumerated() {
            let place = layout.list.line(row).inset(columns: 1)
            canvas.put(line, at: place.origin, maxColumns: place.columns)
            guard layout.top + row == selected else { continue }
            canvas.frame.layer(canvas.theme[.cursorRow], over: layout.list.line(row))
            canvas.frame.cursor = layout.list.line(row).origin
        }
    }

    /// Returns the choices, and below them the candidates that cannot be used.
    fileprivate func lines(_ room: Int) -> [[Span]] {
        let titles = choices.map { VisibleText.of($0.title) }
        let width = min(room / 2, titles.reduce(0) { max($0, DisplayText($1).width) })
        let kindWidth = choices.reduce(0) { max($0, DisplayText($1.kind).width) }
        var lines: [[Span]] = zip(titles, choices).enumerated().map { index, pair in
            let title = DisplayText(pair.0).truncated(to: width)
            return [
                Span(index == selected ? "› " : "  ", .prompt),
                Span(Self.padded(title, to: width + 2), .key),
                Span(Self.padded(pair.1.kind, to: kindWidth + 2), .text),
                Span(pair.1.count, .value),
            ]
        }
        var remarks = refused.map { Span("cannot use \($0.problem)", .warning) }
        if let folder = declaringFolder {
            let command = "experiments scan \(folder) --output \(path)"
            remarks.append(
                Span("\(folder) declares keys in Swift. To use them, run `\(command)` afterwards.", .dim))
        }
        if let warehouse = warehouses.first {
            let words = "\(warehouse.words): the draft has an example of how to count results there."
            remarks.append(Span(words, .dim))
        }
        for remark in remarks {
            let parts = DisplayText(VisibleText.of(remark.text)).wrapped(to: max(8, room - 4), limit: 20)
            lines.append([])
            lines += parts.map { [Span("  " + $0, remark.role)] }
        }
        return lines
    }

    private static func padded(_ text: String, to width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - DisplayText(text).width))
    }
}

/// The start of a dashboard without a project: the sources from which a project file can be drafted, and a function
/// that writes it.
public struct ProjectStarting: Sendable {
    /// The sources that were found.
    package let findings: SourceFindings
    /// The path of the project file, as messages show it.
    package let path: String
    /// Writes the text of the project file. Called on any thread.
    package let write: @Sendable (_ text: String) throws -> Void

    package init(
        _ findings: SourceFindings, path: String, write: @escaping @Sendable (_ text: String) throws -> Void
    ) {
        (self.findings, self.path, self.write) = (findings, path, write)
    }

    /// Writes the file. Returns why that failed; nil if it did not.
    func problem(writing text: String) -> String? {
        do {
            try write(text)
            return nil
        } catch let problem as any OperatorError {
            return ErrorReport(problem).text()
        } catch {
            return "\(error)"
        }
    }
}

/// A way to start: something that was found, or a file to create.
struct StartChoice: Sendable {
    let title: String
    let kind: String
    let count: String
    var draft: ProjectDraft

    /// Returns all choices, the best first.
    static func all(_ findings: SourceFindings) -> [StartChoice] {
        let found = findings.candidates.map { candidate in
            StartChoice(
                title: candidate.title, kind: candidate.kindWords, count: candidate.countWords,
                draft: ProjectDraft(
                    candidate, besides: findings.candidates.filter { $0.place != candidate.place }))
        }
        let all =
            found + [
                StartChoice(title: "nothing", kind: "an empty project file", count: "", draft: ProjectDraft())
            ]
        return all.map { choice in
            var choice = choice
            choice.draft.warehouse = findings.warehouses.first
            return choice
        }
    }
}
