import ExperimentsCore
import ExperimentsOperator
import ExperimentsProject
import ExperimentsSupport

/// The changes that an edit would make to the project file, as a diff, before it is written.
struct DeclarationPanel: TextPanel {
    let title: String
    var text = ScrolledText<Filter>()
    /// The proposed change; nil until it is known, or if it cannot be made.
    private(set) var change: ProjectChange?
    private var diff: [Span] = [Span("reading the project file…", .dim)]
    /// Whether it is being written.
    private(set) var isWriting = false

    init(title: String) {
        self.title = title
    }

    mutating func take(_ answer: ProjectEditAnswer) {
        isWriting = false
        text = ScrolledText()
        switch answer.outcome {
        case .proposal(let change), .written(let change): show(change)
        case .changedMeanwhile(let change):
            show(change)
            diff.insert(
                Span("The file was changed meanwhile. This is what would be written now:", .warning), at: 0)
        case .refused(let reason):
            change = nil
            diff = reason.lines.map { Span(VisibleText.of($0), .error) }
        }
    }

    private mutating func show(_ change: ProjectChange) {
        self.change = change
        let patch = LineDifference(change.sides.before, change.sides.after).unified("before", "after")
        // Which file it is goes without saying.
        diff = patch.withoutLastLineEnd.lines.dropFirst(2).map { line in
            let role: Role =
                line.hasScalarPrefix("+")
                ? .diffNew : line.hasScalarPrefix("-") ? .diffOld : line.hasPrefix("@@") ? .dim : .popup
            return Span(VisibleText.of(line.last == "\r" ? line.dropLast() : line), role)
        }
    }

    func lines(_ state: DashboardState) -> [[Span]] { Self.wrapped(diff, state) }

    var escapeWord: String { typedField != nil ? "cancel" : text.search.isActive ? "clear" : "change nothing" }

    mutating func handle(_ press: KeyPress, _ state: DashboardState) -> PanelAnswer {
        if typedField == nil, press.key == .enter {
            // Pressed once more while it is written, it means the same.
            guard let change, !isWriting else { return .stay() }
            isWriting = true
            return .stay([.editProject(ProjectEditRequest(.write(change)))])
        }
        return read(press, state)
    }

    /// Lines of text on as many lines of the screen as they need.
    static func wrapped(_ spans: [Span], _ state: DashboardState) -> [[Span]] {
        let room = max(10, state.size.columns - 6)
        return spans.flatMap { $0.wrapped(to: room, limit: 100) }
    }

    func hints(_ state: DashboardState) -> [KeyHint] {
        let write = change == nil || typedField != nil ? [] : [KeyHint(.enter, "write")]
        return write + readingHints(state.project.keyMap)
    }
}
