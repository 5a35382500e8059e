import ExperimentsCore

// The result of copying a text. The message never claims more than is known.
extension NoticeState {
    /// Reports the places that a text was copied to. If no clipboard accepted it, shows it for selecting.
    mutating func copied(_ text: String, _ outcome: CopyOutcome) -> [Effect] {
        doubtfulCopy = nil
        let name = DisplayText(text).truncated(to: 40)
        if !outcome.places.isEmpty {
            let isInTmux = outcome.places.contains(.tmux)
            let words =
                outcome.places.contains(.desktop)
                ? "copied \(name)" + (isInTmux ? ", also to the tmux buffer" : "")
                : "copied \(name) to the tmux buffer; paste it with prefix ]"
            return [.say(words, .success)]
        }
        guard outcome.wasSent else {
            return [
                .say("no clipboard available; select the text to copy it", .warning),
                .open(SelectableText(text)),
            ]
        }
        doubtfulCopy = text
        let words = "sent \(name) to the terminal's clipboard; if pasting fails, copy it again to select it"
        return [.say(words, .warning)]
    }

    /// Shows a text that is copied for the second time after it was sent to the terminal, because it apparently did not
    /// arrive.
    ///
    /// - Returns: the effects, with a panel in place of the copy.
    mutating func showingDoubtful(_ effects: [Effect]) -> [Effect] {
        guard let doubtful = doubtfulCopy else { return effects }
        return effects.map { effect in
            guard case .copy(doubtful) = effect else { return effect }
            doubtfulCopy = nil
            return .open(SelectableText(doubtful))
        }
    }
}

extension [Command] {
    static let copying: [Command] = [.copyValue, .copyKey, .exportView, .shot]
}

extension Command {
    static let copyValue: Command = Command(
        "copy-value", title: "Copy the value", in: .reading, keys: ["y"],
        footer: FooterPlace {
            $0.screen == .missing ? "copy name" : "copy"
        } rank: {
            $0.screen.listsKeys ? .more(5) : nil
        },
        shell: "experiments get KEY",
        synonyms: ["yank"],
        whyNot: \.reasonNoKey,
        run: { state in
            let name = state.subjectName ?? ""
            // A missing value cannot be copied. Its name is what is needed at the source.
            if state.screen == .missing { return [.copy(name)] }
            guard let text = state.selectedRow?.valueText ?? state.source.report.overrides[name]?.value else {
                return [.say("\(name) has no value", .warning)]
            }
            return [.copy(text)]
        })
    static let copyKey: Command = Command(
        "copy-key", title: "Copy the key's name", in: .reading, keys: ["Y"],
        shell: "experiments list --filter TEXT --json", whyNot: \.reasonNoKey,
        run: { state in state.subjectName.map { [.copy($0)] } ?? [] })
    static let shot: Command = Command(
        "shot", title: "Save a picture of the screen", in: .reading, shell: "experiments render --svg > FILE",
        synonyms: ["picture", "screenshot", "svg"],
        argument: .text(
            "Save the picture",
            problem: { path, _ in
                DashboardView.isPicture(path)
                    ? nil : "expected a name that ends in \(DashboardView.pictureEnding)"
            },
            run: { ExportRequest.effects(picturing: $1, to: $0) }),
        run: { [.open(Palette(field: TextField("shot \($0.screen.name).svg")))] })
    static let exportView: Command = Command(
        "export", title: "Export the rows to a file", in: .reading, keys: ["E"],
        footer: FooterPlace("export", at: .list(3)) {
            !$0.showsOnlyDetails && $0.reasonDisabled(.exportView) == nil
        },
        shell: "experiments list --filter TEXT --json > FILE", synonyms: ["save", "write"],
        argument: .text(
            "Export to",
            problem: { ExportRequest.problem(writing: $1, to: $0) },
            run: { ExportRequest.effects(writing: $1, to: $0) }),
        whyNot: { $0.rowCount == 0 && ExportRequest.shownDifference($0) == nil ? "no rows to export" : nil },
        run: { [.open(Palette.exporting($0))] })
}

/// The result of copying a text, as far as it is known.
package struct CopyOutcome: Sendable, Hashable {
    /// A place from which a text can be pasted.
    package enum Place: Sendable, Hashable {
        /// The clipboard of the desktop.
        case desktop
        /// The buffer of tmux.
        case tmux
    }

    /// The places that certainly have the text.
    package var places: [Place]
    /// Whether it was sent to the terminal, which does not report whether it accepted the text.
    package var wasSent: Bool

    /// Creates an outcome.
    package init(places: [Place] = [], wasSent: Bool = false) {
        self.places = places
        self.wasSent = wasSent
    }
}

/// A text that no clipboard accepted. It has no border beside it, so that selecting it with the mouse gets nothing
/// else.
struct SelectableText: TextPanel {
    let content: String
    var text = ScrolledText<Filter>()
    let title = "Select with the mouse"

    init(_ content: String) { self.content = content }

    /// The lines of the text. They are as wide as the screen, so that a selection contains nothing else.
    func lines(_ state: DashboardState) -> [[Span]] {
        Span(content).wrapped(to: state.size.columns, limit: 10_000)
    }

    func visibleRows(of count: Int, _ state: DashboardState) -> Int {
        max(1, Self.places(on: state.size).rest.rows)
    }

    /// Returns the places of the title and the text. The last line of the screen belongs to the footer.
    private static func places(on size: CellSize) -> (title: CellRect, rest: CellRect) {
        let (top, rest) = CellRect(size).splitBottom(1).rest.splitTop(1)
        return (top, rest)
    }

    func draw(_ state: DashboardState, _ canvas: inout Canvas) {
        let (line, rest) = Self.places(on: state.size)
        canvas.fill(line, .popup)
        canvas.fill(rest, .popup)
        if text.search.isActive {
            text.search.draw("find ", at: text.line ?? -1, in: line, on: .popup, &canvas)
        } else {
            canvas.put(title, at: line.origin, .popupTitle, maxColumns: line.columns)
        }
        let lines = lines(state)
        let end = text.draw(lines, in: rest, &canvas)
        if lines.count > end { canvas.putMore(atEndOf: line) }
    }
}
