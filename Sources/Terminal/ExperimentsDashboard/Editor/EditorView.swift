import ExperimentsCore
import ExperimentsOperator
import Foundation

// The editor of overrides: the value, with the valid values and the place of a mistake, the expiry, and the note.
extension OverrideEditor {
    func draw(_ state: DashboardState, _ canvas: inout Canvas) {
        let room = max(8, min(72, state.size.columns - 6))
        let title = title()
        let isLong = kind == .json || DisplayText(text).width(upTo: 52) >= 52
        let width = isLong ? room : min(room, max(52, DisplayText(title).width + 2))
        func lines(areFramed: Bool) -> EditorLines {
            EditorLines(
                self, width: width, areFramed: areFramed, now: state.now, localTime: state.project.localTime,
                aimWords: { state.apps.words(for: $0, hasTeam: state.overriding.teamsOverrides != nil) },
                others: state.overriding.team.editors(beside: self))
        }
        let framed = lines(areFramed: true)
        let lines = framed.lines.count <= state.size.rows - 4 ? framed : lines(areFramed: false)
        let rows = max(1, min(lines.lines.count, state.size.rows - 4))
        let inside = Box.draw(title, size: CellSize(columns: width, rows: rows), on: &canvas)
        // The focused field is visible even on a low screen.
        let top = max(0, min(lines.focusedLine - inside.rows / 2, lines.lines.count - inside.rows))
        for (row, line) in lines.lines.dropFirst(top).prefix(inside.rows).enumerated() {
            line.draw(in: inside.line(row), &canvas)
        }
        Box.drawScrollBar(
            ScrollBar(top: top, visible: inside.rows, count: lines.lines.count), beside: inside, &canvas)
    }

    private func title() -> String {
        let name = keys.count == 1 ? keys[0].name : "\(keys.count) keys"
        return (fields.contains(.value) ? "Override " : "Note and expiry of ") + name
    }
}

/// The lines of the override editor. The caller decides which of them are visible.
struct EditorLines {
    enum Line {
        case spans([Span])
        case choice(String, isSelected: Bool, hasFocus: Bool)
        /// A part of a value being typed, with the column of the caret if it is in this line.
        case text(String, caret: Int?, isSelected: Bool)
        case field(String, TextField, placeholder: String, hasFocus: Bool)
        /// The upper edge of a frame with a label, or the lower edge without one.
        case edge(String?, hasFocus: Bool)
        /// A line in a frame.
        indirect case framed(Line, hasFocus: Bool)
    }

    static let labelWidth = 7
    private(set) var lines: [Line] = []
    /// The line that must be visible.
    private(set) var focusedLine = 0
    private let width: Int
    private let areFramed: Bool

    /// - Parameters:
    ///   - areFramed: whether each field has a frame, if there is room.
    ///   - aimWords: returns the words for an aim.
    ///   - others: the people who edit the same key.
    init(
        _ editor: OverrideEditor, width: Int, areFramed: Bool = false, now: Date, localTime: LocalTime,
        aimWords: (OverrideAim) -> String = \.scope.words, others: [String] = []
    ) {
        (self.width, self.areFramed) = (width, areFramed)
        if editor.fields.contains(.value) { addValue(editor) }
        for field in [OverrideEditor.Field.expiry, .note] where editor.fields.contains(field) {
            add(field, of: editor, at: now, in: localTime)
        }
        if editor.fields.contains(.aim) { addAim(editor, aimWords(editor.aim)) }
        addOthers(editor, others)
        addAdvice(editor)
    }

    private mutating func addValue(_ editor: OverrideEditor) {
        switch editor.input {
        case .choice(let choices, let selected):
            for (index, choice) in choices.enumerated() {
                let isDefault = editor.keys.count == 1 && choice == editor.keys[0].schema.defaultText
                if index == selected, editor.focus == .value { focusedLine = lines.count }
                lines.append(
                    .choice(
                        choice + (isDefault ? "  (default)" : ""), isSelected: index == selected,
                        hasFocus: editor.focus == .value))
            }
            if choices.contains(where: { $0.hasScalarSuffix(Baseline.suffix) }) {
                addNote(
                    "A value with \(Baseline.suffix) is the same value for a user outside of any experiment.")
            }
        case .text(let field):
            addExpectation(editor)
            addText(field, fault: editor.problem?.reason.offset, hasFocus: editor.focus == .value)
            if let problem = editor.problem {
                let name = editor.keys.count > 1 ? problem.key.name + ": " : ""
                addProblem(name + problem.reason.reason)
            }
        }
        if let problem = editor.problem, case .choice = editor.input {
            addProblem("\(problem.key.name): \(problem.reason.reason)")
        }
    }

    private mutating func addNote(_ words: String) {
        lines += Span(words, .dim).wrapped(to: width, limit: 3).map { .spans($0) }
    }

    /// Adds the reason why a value is not valid, on as many lines as it needs.
    private mutating func addProblem(_ words: String) {
        lines += Span(words, .promptError).wrapped(to: width, limit: 4).map { .spans($0) }
    }

    private mutating func addExpectation(_ editor: OverrideEditor) {
        let expectations = Set(editor.keys.map(\.schema.expectation))
        let words = expectations.count == 1 ? expectations.first ?? "" : "a value that all keys accept"
        lines.append(.spans([Span("expected: " + words, .dim)]))
    }

    private mutating func addText(_ field: TextField, fault: Int?, hasFocus: Bool) {
        let typed = Self.typed(field, fault: fault, hasFocus: hasFocus, width: areFramed ? width - 4 : width)
        addField("value", typed.lines, focused: typed.focused, hasFocus: hasFocus)
    }

    /// Adds the lines of a field, in a frame if there is room.
    ///
    /// - Parameter focused: the line with the caret.
    private mutating func addField(_ label: String, _ content: [Line], focused: Int?, hasFocus: Bool) {
        if areFramed { lines.append(.edge(label, hasFocus: hasFocus)) }
        if let focused { focusedLine = lines.count + focused }
        lines += areFramed ? content.map { .framed($0, hasFocus: hasFocus) } : content
        if areFramed { lines.append(.edge(nil, hasFocus: hasFocus)) }
    }

    private mutating func addField(_ label: String, _ field: TextField, placeholder: String, hasFocus: Bool) {
        let line = Line.field(areFramed ? "" : label, field, placeholder: placeholder, hasFocus: hasFocus)
        addField(label, [line], focused: hasFocus ? 0 : nil, hasFocus: hasFocus)
    }

    private mutating func add(
        _ field: OverrideEditor.Field, of editor: OverrideEditor, at now: Date, in localTime: LocalTime
    ) {
        let hasFocus = editor.focus == field
        guard field == .expiry else {
            addField("note", editor.note, placeholder: "reason", hasFocus: hasFocus)
            return
        }
        addField(
            "until", editor.expiry, placeholder: "2h, 18:00, next fetch, upstream changes", hasFocus: hasFocus
        )
        if let problem = editor.expiryProblem {
            lines.append(.spans([Span(problem.message, .promptError)]))
        } else if hasFocus || areFramed {
            // The line stays while another field has the focus, so that the fields do not move.
            lines.append(.spans([Span(hasFocus ? Self.words(for: editor, now, localTime) : "", .dim)]))
        }
    }

    private mutating func addAim(_ editor: OverrideEditor, _ words: String) {
        let hasFocus = editor.focus == .aim
        if hasFocus { focusedLine = lines.count }
        let label = "for".padding(toLength: Self.labelWidth, withPad: " ", startingAt: 0)
        guard hasFocus else {
            lines.append(.spans([Span(label, .dim), Span(words, editor.aim == .mine ? .popup : .override)]))
            return
        }
        lines.append(.spans([Span(label, .dim), Span("‹ \(words) ›", .prompt)]))
    }

    /// Adds who else is editing the key, and a change that another person made in the meantime.
    private mutating func addOthers(_ editor: OverrideEditor, _ others: [String]) {
        if !others.isEmpty {
            let verb = others.count == 1 ? "is" : "are"
            lines.append(
                .spans([Span("\(others.joined(separator: ", ")) \(verb) also editing it", .warning)]))
        }
        guard let meanwhile = editor.meanwhile else { return }
        lines.append(.spans([Span(meanwhile, .warning)]))
    }

    /// Returns the meaning of the typed end.
    private static func words(for editor: OverrideEditor, _ now: Date, _ localTime: LocalTime) -> String {
        guard let expiry = try? OverrideExpiry(parsing: editor.expiry.text, now: now, localTime: localTime)
        else {
            return ""
        }
        switch expiry {
        case .never: return "no expiry"
        case .nextFetch: return "until the next successful fetch"
        case .upstreamChange: return "until the source's value changes"
        case .at(let date):
            return
                "until \(TimeText.dateAndTime(date, in: localTime)), in \(TimeText.wait(from: now, until: date))"
        }
    }

    private mutating func addAdvice(_ editor: OverrideEditor) {
        guard editor.needsInsisting || editor.expiryProblem == nil else { return }
        lines.append(Self.advice(insisting: editor.needsInsisting))
    }
}

extension EditorLines {
    /// Returns the hint for the key that sets the value.
    static func advice(insisting needsInsisting: Bool) -> Line {
        .spans([
            needsInsisting
                ? Span(KeyHint.insist.words("sets it anyway"), .warning)
                : Span(KeyHint(.enter, "set").words("sets it"), .success)
        ])
    }
}

// A text being typed, in as many lines as necessary, with a mark under the place of a mistake.
extension EditorLines {
    /// The maximum number of lines for a long text.
    private static let most = 8

    /// - Parameters:
    ///   - fault: the number of bytes of UTF-8 before the mistake; nil if the text is valid.
    ///   - opensEditor: whether a key opens the text in `$EDITOR`.
    /// - Returns: the lines, and the index of the line with the caret; nil without the focus.
    static func typed(
        _ field: TextField, fault: Int?, hasFocus: Bool, width: Int, opensEditor: Bool = true
    ) -> (lines: [Line], focused: Int?) {
        var lines: [Line] = []
        var focused: Int?
        let whole = field.text
        // Measure a part exactly as within the whole text.
        let text = DisplayText(VisibleText.ofValue(whole))
        let textWidth = text.width
        let caret = DisplayText(VisibleText.ofValue(field.textBeforeCaret)).width
        let faultColumn = fault.map { offset in
            DisplayText(VisibleText.ofValue(String(decoding: whole.utf8.prefix(offset), as: UTF8.self))).width
        }
        let total = max(textWidth, caret + 1) / width + 1
        let count = max(1, (max(textWidth, caret + 1) + width - 1) / width)
        let first = max(0, min(caret / width - most / 2, total - most))
        for row in first..<min(count, first + most) {
            let isCaretRow = hasFocus && caret / width == row
            if isCaretRow { focused = lines.count }
            lines.append(
                .text(
                    text.slice(from: row * width, columns: width), caret: isCaretRow ? caret % width : nil,
                    isSelected: field.isSelected && hasFocus))
            if let faultColumn, faultColumn / width == row {
                let indent = String(repeating: " ", count: faultColumn % width)
                lines.append(.spans([Span(indent + "^", .promptError)]))
            }
        }
        if first + most < count {
            let words = opensEditor ? "… " + KeyHint.externalEditor.words("shows all in $EDITOR") : "…"
            lines.append(.spans([Span(words, .dim)]))
        }
        return (lines, focused)
    }
}

extension EditorLines.Line {
    func draw(in rect: CellRect, _ canvas: inout Canvas) {
        switch self {
        case .spans(let spans): canvas.put(spans, at: rect.origin, maxColumns: rect.columns)
        case .choice(let text, let isSelected, let hasFocus):
            canvas.put((isSelected ? "› " : "  ") + text, at: rect.origin, .popup, maxColumns: rect.columns)
            if isSelected {
                canvas.frame.layer(canvas.theme[hasFocus ? .cursorRow : .selectedRow], over: rect)
                if hasFocus { canvas.frame.cursor = rect.origin }
            }
        case .text(let text, let caret, let isSelected):
            canvas.put(text, at: rect.origin, .prompt, maxColumns: rect.columns, overflow: .clip)
            if isSelected {
                canvas.select(columns: min(DisplayText(text).width, rect.columns), at: rect.origin)
            }
            guard let caret else { return }
            canvas.frame.cursor = CellPoint(column: rect.column + min(caret, rect.columns - 1), row: rect.row)
            canvas.frame.showsCaret = true
        case .edge(let label, let hasFocus):
            let role: Role = hasFocus ? .popupTitle : .dim
            let (left, right) = label == nil ? ("╰", "╯") : ("╭", "╮")
            canvas.put(
                left + String(repeating: "─", count: max(0, rect.columns - 2)) + right, at: rect.origin, role,
                maxColumns: rect.columns)
            guard let label else { return }
            let place = CellPoint(column: rect.column + 2, row: rect.row)
            canvas.put(" \(label) ", at: place, role, maxColumns: rect.columns - 4)
        case .framed(let line, let hasFocus):
            let role: Role = hasFocus ? .popupTitle : .dim
            canvas.put("│", at: rect.origin, role)
            canvas.put("│", at: CellPoint(column: rect.endColumn - 1, row: rect.row), role)
            line.draw(in: rect.inset(columns: 2), &canvas)
        case .field(let label, let field, let placeholder, let hasFocus):
            canvas.put(label, at: rect.origin, .dim, maxColumns: rect.columns)
            let labelWidth = label.isEmpty ? 0 : min(EditorLines.labelWidth, rect.columns / 2)
            let place = rect.splitLeft(labelWidth).rest
            if field.isEmpty { canvas.put(placeholder, at: place.origin, .dim, maxColumns: place.columns) }
            if hasFocus {
                field.draw(at: place.origin, width: place.columns, .prompt, &canvas)
            } else {
                canvas.put(field.text, at: place.origin, .popup, maxColumns: place.columns)
            }
        }
    }
}
