import ExperimentsCore
import ExperimentsOperator
import ExperimentsProject
import ExperimentsSupport

/// The change that removes a key from the app's source code, shown as a diff before it is written. The panel covers the
/// whole screen except the footer.
struct RetirementPanel: TextPanel {
    /// The stage of the change.
    private enum Stage {
        case working(String)
        case shown(ProposedRetirement)
        case failed(MessageError)
    }

    var text = ScrolledText<Filter>()
    private let request: RetirementRequest
    private var stage = Stage.working("reading the code…")
    /// The notes on the answer, and the remaining places in the code.
    private var notes: [Span] = []
    private var diff: [Span] = []

    init(_ request: RetirementRequest) { self.request = request }

    /// The displayed change, until it is written.
    private var pending: KeyRetirement? {
        guard case .shown(let proposal) = stage, !proposal.retirement.isWritten,
            !proposal.retirement.files.isEmpty
        else { return nil }
        return proposal.retirement
    }

    var title: String { "Remove \(request.name) from the code" }

    mutating func take(
        _ result: Result<ProposedRetirement, MessageError>, to asked: RetirementRequest,
        _ state: DashboardState
    ) {
        guard asked.name == request.name else { return }
        text = ScrolledText()
        switch result {
        case .failure(let failure): stage = .failed(failure)
        case .success(let proposal):
            stage = .shown(proposal)
            notes = Self.notes(on: proposal, wasAsked: asked.digest != nil, state)
            diff = proposal.retirement.diff.withoutLastLineEnd.lines.map(Self.span)
        }
    }

    private static func notes(on proposal: ProposedRetirement, wasAsked: Bool, _ state: DashboardState)
        -> [Span]
    {
        let retirement = proposal.retirement
        let count = CountText.count(retirement.files.count, "file")
        var notes = proposal.reasons.map { Span($0.words(at: state.now), .stale) }
        if retirement.isWritten {
            notes = [Span("changed \(count)", .success)]
        } else if wasAsked {
            notes.insert(
                Span(
                    "The code has changed in the meantime, and nothing was written. This is the new change:",
                    .warning),
                at: 0)
        } else if retirement.files.isEmpty {
            notes.append(Span("nothing can be changed", .warning))
        }
        guard !retirement.left.isEmpty else { return notes }
        notes.append(Span("\(CountText.count(retirement.left.count, "place")) to change by hand:", .warning))
        return notes + retirement.left.map { Span("  \($0)", .warning) }
    }

    private static func span(_ line: Substring) -> Span {
        let role: Role =
            if line.hasScalarPrefix("--- ") || line.hasScalarPrefix("+++ ") {
                .key
            } else if line.hasScalarPrefix("+") {
                .diffNew
            } else if line.hasScalarPrefix("-") {
                .diffOld
            } else {
                line.hasScalarPrefix("@@") ? .dim : .text
            }
        return Span(VisibleText.of(line.last == "\r" ? line.dropLast() : line), role)
    }

    func lines(_ state: DashboardState) -> [[Span]] {
        let room = max(10, layout(state).list.columns - 3)
        func wrapped(_ spans: [Span]) -> [[Span]] {
            spans.flatMap { $0.text.utf8.count <= room ? [[$0]] : $0.wrapped(to: room, limit: 100) }
        }
        switch stage {
        case .working(let words): return [[Span(words, .live)]]
        case .failed(let failure):
            return wrapped([Span(failure.message, .error)] + (failure.advice.map { [Span($0, .text)] } ?? []))
        case .shown:
            return wrapped(notes) + (notes.isEmpty || diff.isEmpty ? [] : [[]]) + wrapped(diff)
        }
    }

    mutating func handle(_ press: KeyPress, _ state: DashboardState) -> PanelAnswer {
        let command = state.project.keyMap.command(for: press)
        if typedField == nil {
            switch (press.key, command) {
            case (.escape, _) where text.search.isActive, (_, .back) where text.search.isActive: break
            case (.escape, _), (_, .back), (_, .quit), (_, .retire): return .close()
            case (.enter, _): return .stay(pending.map { [confirmation(of: $0, state)] } ?? [])
            case (_, .copyValue):
                guard case .shown(let proposal) = stage else { return .stay() }
                return .stay([.copy(proposal.retirement.diff)])
            case (_, .copyKey): return .stay([.copy(request.name)])
            case (_, .refetch): return .stay(begin(request, "reading the code…"))
            default: break
            }
        }
        // A key without a meaning here must not close what took seconds to compute.
        _ = read(press, state)
        return .stay()
    }

    private func confirmation(of retirement: KeyRetirement, _ state: DashboardState) -> Effect {
        guard !state.project.isReadOnly else {
            return .say("read-only: cannot change files", .warning, seconds: 3)
        }
        let files = retirement.files.map(\.path)
        let check = state.project.codeCheck
        let question = Confirmation.lines(
            "Write the change to \(CountText.count(files.count, "file"))?", about: files)
        let note =
            check.map { ["`\($0)` runs on a copy first. If it fails with the change, nothing is written."] }
            ?? []
        let words = check.map { "running `\($0)` on a copy, without and with the change…" } ?? "writing…"
        return .open(
            Confirmation(
                lines: question + note,
                effects: [
                    .change(RetirementPanel.self) { panel in
                        panel.stage = .working(words)
                        return true
                    },
                    .retire(writing(retirement)),
                ]))
    }

    private func writing(_ retirement: KeyRetirement) -> RetirementRequest {
        var request = request
        request.digest = retirement.digest
        return request
    }

    private mutating func begin(_ request: RetirementRequest, _ words: String) -> [Effect] {
        stage = .working(words)
        return [.retire(request)]
    }

    func hints(_ state: DashboardState) -> [KeyHint] {
        let map = state.project.keyMap
        let reading = readingHints(map)
        guard typedField == nil, !text.search.isActive else { return reading }
        let write = pending == nil ? [] : [KeyHint(.enter, "write")]
        let copy = diff.isEmpty ? [] : map.hint([.copyValue], "copy the diff")
        return write + reading + copy + map.hint([.refetch], "refresh")
    }

    static func taking(
        _ result: Result<ProposedRetirement, MessageError>, to request: RetirementRequest
    ) -> [Effect] {
        let tell = Effect.tell(RetirementPanel.self) { $0.take(result, to: request, $1) }
        guard request.digest != nil else { return [tell] }
        switch result {
        case .success(let proposal) where proposal.retirement.isWritten:
            let count = CountText.count(proposal.retirement.files.count, "file")
            return [tell, .say("removed \(request.name) from \(count)", .success, as: .file)]
        case .success: return [tell]
        // The panel may be closed already.
        case .failure(let failure): return [tell, .say(failure.line, .error, seconds: 12, as: .file)]
        }
    }
}

// Draws the change with its title.
extension RetirementPanel {
    private func layout(_ state: DashboardState) -> ListPanelLayout {
        ListPanelLayout(state.size, hasTitles: false)
    }

    func visibleRows(of count: Int, _ state: DashboardState) -> Int { layout(state).list.rows }

    func draw(_ state: DashboardState, _ canvas: inout Canvas) {
        let (layout, lines) = (layout(state), lines(state))
        var title = BoxTitle(title)
        if case .shown(let proposal) = stage {
            let count = CountText.count(proposal.retirement.files.count, "file")
            title = BoxTitle(title.title, notes: ["with the value \(Quotation.of(proposal.value))", count])
        }
        layout.draw(title, on: &canvas)
        text.draw(lines, in: layout.list.inset(columns: 1), &canvas)
        let bar = ScrollBar(
            top: text.top(of: lines.count, rows: layout.list.rows), visible: layout.list.rows,
            count: lines.count)
        canvas.put(bar, besideList: layout.list)
        let prompt = layout.prompt.inset(columns: 1)
        if text.search.isActive {
            text.search.draw("find ", at: text.line ?? -1, in: prompt, &canvas)
        } else if let notice = state.notices.notice, layout.hasPrompt {
            canvas.put(notice.text, at: prompt.origin, notice.severity.role, maxColumns: prompt.columns)
        }
    }
}

extension [Command] {
    static let retiring: [Command] = [.retire]
}

extension Command {
    // `X` removes more than `x`, which drops the key from the project file. `K` scrolls the details, as `J` does.
    static let retire: Command = Command(
        "retire", title: "Remove the key from the app's code", in: .declaring, keys: ["X"],
        footer: FooterPlace("remove from code") { state in
            guard !state.actsOnMarks, RetirementCandidate.of(state.selectedRow, state) != nil else {
                return nil
            }
            return state.screen == .experiments ? .row(5) : .more(7)
        },
        shell: "experiments retire KEY", synonyms: ["stale", "clean up"],
        argument: .text(
            "Value", suggestions: { $0.selectedKey?.schema.cases ?? [] },
            run: { text, state in RetirementPanel.opened(state, value: text) }),
        whyNot: { state in
            if let reason = state.reasonNoKey { return reason }
            return state.project.changesCode ? nil : "no project file, so no code to change"
        },
        run: { RetirementPanel.opened($0, value: nil) })
}

extension RetirementPanel {
    fileprivate static func opened(_ state: DashboardState, value: String?) -> [Effect] {
        guard let name = state.subjectName else { return [] }
        let request = RetirementRequest(name, value: value, state)
        return [.open(RetirementPanel(request)), .retire(request)]
    }
}
