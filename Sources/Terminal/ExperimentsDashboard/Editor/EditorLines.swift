import ExperimentsCore
import ExperimentsOperator
import Foundation

/// The lines of the editor of overrides. The caller decides which of them are on the screen.
struct EditorLines {
    enum Line {
        case spans([Span])
        case choice(String, isSelected: Bool, hasFocus: Bool)
        /// A part of a value being typed, with the column of the caret where it is on this line.
        case text(String, caret: Int?)
        case field(String, TextField, hasFocus: Bool)
    }

    static let labelWidth = 7
    private(set) var lines: [Line] = []
    /// The line that must be seen.
    private(set) var focusedLine = 0
    private let width: Int

    /// - Parameters:
    ///   - aimWords: what an aim is called.
    ///   - others: who else edits the key.
    init(
        _ editor: OverrideEditor, width: Int, now: Date, localTime: LocalTime,
        aimWords: (OverrideAim) -> String = \.scope.words, others: [String] = []
    ) {
        self.width = width
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
        case .text(let field):
            addExpectation(editor)
            addText(field, fault: editor.problem?.reason.offset, hasFocus: editor.focus == .value)
            if let problem = editor.problem {
                let name = editor.keys.count > 1 ? problem.key.name + ": " : ""
                lines.append(.spans([Span(name + problem.reason.reason, .promptError)]))
            }
        }
        if let problem = editor.problem, case .choice = editor.input {
            lines.append(.spans([Span("\(problem.key.name): \(problem.reason.reason)", .promptError)]))
        }
        if editor.mayInsist { lines.append(.spans([Span("press Enter again to set it anyway", .warning)])) }
    }

    private mutating func addExpectation(_ editor: OverrideEditor) {
        let expectations = Set(editor.keys.map(\.schema.expectation))
        let words = expectations.count == 1 ? expectations.first ?? "" : "what each of the keys accepts"
        lines.append(.spans([Span("expected: " + words, .dim)]))
    }

    private mutating func addText(_ field: TextField, fault: Int?, hasFocus: Bool) {
        let typed = TypedLines(field, fault: fault, hasFocus: hasFocus, width: width)
        if let line = typed.focusedLine { focusedLine = lines.count + line }
        lines += typed.lines
    }

    private mutating func add(
        _ field: OverrideEditor.Field, of editor: OverrideEditor, at now: Date, in localTime: LocalTime
    ) {
        let hasFocus = editor.focus == field
        if hasFocus { focusedLine = lines.count }
        guard field == .expiry else {
            lines.append(.field("note", editor.note, hasFocus: hasFocus))
            return
        }
        lines.append(.field("until", editor.expiry, hasFocus: hasFocus))
        if let problem = editor.expiryProblem {
            lines.append(.spans([Span(problem.message, .promptError)]))
        } else if hasFocus {
            lines.append(.spans([Span(Self.words(for: editor, now, localTime), .dim)]))
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

    /// Adds who else is editing the key, and the change that another person made in the meantime.
    private mutating func addOthers(_ editor: OverrideEditor, _ others: [String]) {
        if !others.isEmpty {
            let verb = others.count == 1 ? "edits" : "edit"
            lines.append(.spans([Span("\(others.joined(separator: ", ")) \(verb) it, too", .warning)]))
        }
        guard let meanwhile = editor.meanwhile else { return }
        lines.append(.spans([Span(meanwhile, .warning)]))
        if !editor.fields.contains(.value), editor.mayInsist {
            lines.append(.spans([Span("press Enter again to set it anyway", .warning)]))
        }
    }

    /// Returns the meaning of the end that was typed.
    private static func words(for editor: OverrideEditor, _ now: Date, _ localTime: LocalTime) -> String {
        guard let expiry = try? OverrideExpiry(parsing: editor.expiry.text, now: now, localTime: localTime) else {
            return ""
        }
        switch expiry {
        case .never: return "never ends; or 2h, 18:00, next fetch, upstream changes"
        case .nextFetch: return "until the next fetch that succeeds"
        case .upstreamChange: return "until the source holds another value"
        case .at(let date):
            return "until \(TimeText.dateAndTime(date, in: localTime)), in \(TimeText.wait(from: now, until: date))"
        }
    }

    private mutating func addAdvice(_ editor: OverrideEditor) {
        guard editor.problem == nil, editor.expiryProblem == nil else { return }
        lines.append(.spans([Span("Enter sets it", .success)]))
    }
}
