import ExperimentsCore
import FirebaseTemplates

/// The field for a text of a template, with the expected form and the place of a mistake.
enum TemplateFieldView {
    static func draw(_ panel: TemplateFieldPanel, _ state: DashboardState, on canvas: inout Canvas) {
        let title = title(of: panel)
        let width = max(8, min(72, state.size.columns - 6))
        let (lines, focus) = lines(of: panel, state, width: width)
        let rows = max(1, min(lines.count, state.size.rows - 4))
        let inside = Box.draw(title, size: CellSize(columns: width, rows: rows), on: &canvas)
        let top = max(0, min(focus - inside.rows / 2, lines.count - inside.rows))
        for (row, line) in lines.dropFirst(top).prefix(inside.rows).enumerated() {
            EditorView.draw(line, in: inside.line(row), &canvas)
        }
    }

    private static func lines(
        of panel: TemplateFieldPanel, _ state: DashboardState, width: Int
    ) -> (lines: [EditorLines.Line], focus: Int) {
        func wrapped(_ text: String, _ role: Role) -> [EditorLines.Line] {
            Span(text, role).wrapped(to: width, limit: 6).map { .spans($0) }
        }
        var lines = wrapped(expectation(of: panel), .dim)
        let typed = TypedLines(
            panel.field, fault: panel.problem?.offset, hasFocus: true, width: width, opensEditor: panel.isLong)
        let focus = lines.count + (typed.focusedLine ?? 0)
        lines += typed.lines
        if panel.isInAppDefault {
            lines += wrapped("the app's own default, not what is typed", .warning)
        } else if let problem = panel.problem {
            lines += wrapped(problem.message + (problem.advice.map { "; \($0)" } ?? ""), .promptError)
        } else if let refusal = panel.refusal {
            lines += wrapped(refusal.description, .promptError)
        } else {
            if let doubt = panel.doubt { lines += wrapped(doubt, .warning) }
            lines += wrapped(outcome(of: panel, state) ?? "Enter sets it", .success)
        }
        return (lines, focus)
    }

    private static func title(of panel: TemplateFieldPanel) -> String {
        switch panel.purpose {
        case .edit(.parameter(let key)): "Default of \(key)"
        case .edit(.value(let key, let condition)): "\(key) when \(condition)"
        case .edit(.condition(let name)), .newExpression(let name): "Condition \(name)"
        case .newParameter: "New parameter"
        case .newValue(let key): "Default of \(key), which is new"
        case .newCondition: "New condition"
        case .percent(let name): "Share of \(name)"
        case .describe(let key): "Description of \(key)"
        case .group(let key): "Group of \(key)"
        case .rename(let item): "Rename \(item.condition ?? item.key ?? "")"
        }
    }

    private static func expectation(of panel: TemplateFieldPanel) -> String {
        if panel.isExpression {
            return "what has to hold, for example device.os == 'ios' && percent <= 20"
        }
        if panel.isValue {
            if let key = panel.key { return "expected: \(key.schema.expectation), by the project's key" }
            return switch panel.type {
            case .boolean: "expected: true or false"
            case .number: "expected: a decimal number"
            case .json: "expected: JSON"
            case .string, .unspecified, nil: "expected: any text"
            }
        }
        return switch panel.purpose {
        case .newParameter: "its key: letters, digits and _"
        case .percent: "percent of all installations, from 0 to 100"
        case .describe: "what it is for; empty for nothing"
        case .group: "the group's name; empty for none"
        default: "its name"
        }
    }

    /// Returns whether the persona would meet an expression.
    private static func outcome(of panel: TemplateFieldPanel, _ state: DashboardState) -> String? {
        guard panel.isExpression, let persona = state.source.persona?.current,
            let expression = try? ConditionExpression(parsing: panel.field.text)
        else { return nil }
        let holds = expression.holds(for: AppInstance(persona, now: state.now))
        return "Enter sets it; \(holds ? "holds" : "does not hold") for the persona"
    }
}
