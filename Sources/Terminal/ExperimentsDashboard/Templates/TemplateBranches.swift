import ExperimentsCore
import ExperimentsOperator
import FirebaseTemplates

/// A value of a parameter, and how many installations get it.
struct TemplateBranch: Sendable, Hashable {
    /// The condition of the value; nil for the default.
    let condition: String?
    let value: String
    /// The share of all installations, from 0 to 1.
    let share: Double

    /// The share in percent: `20%`.
    var percent: String { NumberText.text(of: (share * 1000).rounded() / 10) + "%" }
}

/// The shares of installations that get each value of a parameter, in the order of the conditions with the default
/// last. Together they are all installations.
struct TemplateBranches: Sendable, Hashable {
    let all: [TemplateBranch]

    /// - Returns: nil if no condition decides, or if the shares are not known.
    init?(of parameter: TemplateParameter, _ template: ClientTemplate, like instance: AppInstance) {
        guard !parameter.conditionalValues.isEmpty,
            let shares = template.shares(of: parameter.key, like: instance)
        else { return nil }
        all = shares.map { share in
            let value = share.condition.map { parameter.value(when: $0) } ?? parameter.defaultValue
            return TemplateBranch(
                condition: share.condition, value: value.map(TemplateRows.text) ?? "no default",
                share: share.share)
        }
    }

    /// Returns the index of a value among the branches.
    ///
    /// - Parameter condition: the condition; nil for the default.
    func place(of condition: String?) -> Int? { all.firstIndex { $0.condition == condition } }

    /// Returns the branch of each cell of a bar.
    func cells(_ count: Int) -> [Int] {
        var (cells, sum): ([Int], Double) = ([], 0)
        for (place, branch) in all.enumerated() {
            sum += branch.share
            let end = place == all.count - 1 ? count : min(count, Int((sum * Double(count)).rounded()))
            cells += Array(repeating: place, count: max(0, end - cells.count))
        }
        return cells
    }

    /// Returns how a branch is drawn. Neighboring branches have different signs, for screens without colors.
    func look(of place: Int) -> (sign: String, role: Role) {
        if place == all.count - 1 { return ("░", .dim) }
        let roles: [Role] = [.sparkline, .override, .changed, .type]
        return (["█", "▓", "▒"][place % 3], roles[place % roles.count])
    }

    /// Draws the bar.
    ///
    /// - Parameter only: the branch whose share is filled, beside its number; nil for all, each with its own sign.
    func draw(at point: CellPoint, columns: Int, only: Int? = nil, on canvas: inout Canvas) {
        for (cell, place) in cells(columns).enumerated() {
            let (sign, role): (String, Role) =
                if let only {
                    only == place
                        ? ("█", place == all.count - 1 ? .sparkline : look(of: place).role) : ("·", .dim)
                } else {
                    look(of: place)
                }
            canvas.put(sign, at: CellPoint(column: point.column + cell, row: point.row), role)
        }
    }

    /// The legend of the bar: `█ uk: blue 20%`.
    var legend: [[Span]] {
        all.indices.map { place in
            let (branch, (sign, role)) = (all[place], look(of: place))
            let value = DisplayText(branch.value).slice(from: 0, columns: 24)
            return [
                Span(sign + " ", role), Span((branch.condition ?? "default") + ": ", .dim),
                Span(value + " ", .value),
                Span(branch.percent, .text),
            ]
        }
    }
}

// The boxes below the list: which share of users gets each value of the parameter under the cursor, and the draft.
extension TemplatePanel {
    func drawBoxes(_ state: DashboardState, _ layout: TemplateLayout, on canvas: inout Canvas) {
        guard layout.hasBoxes else {
            if let row = selected, !layout.detail.isEmpty {
                canvas.put(
                    detail(row, state),
                    at: CellPoint(column: layout.detail.column + 1, row: layout.detail.row),
                    maxColumns: layout.detail.columns - 2)
            }
            return
        }
        let hasDraft = state.templates.words != nil
        let draftColumns = hasDraft ? max(34, layout.detail.columns * 2 / 5) : 0
        let (row, draft) = layout.detail.splitRight(draftColumns)
        drawRow(state, in: row, layout, on: &canvas)
        if hasDraft { drawDraft(state, in: draft, layout, on: &canvas) }
    }

    private func drawRow(
        _ state: DashboardState, in rect: CellRect, _ layout: TemplateLayout, on canvas: inout Canvas
    ) {
        let row = selected
        let branches = row?.branches
        let title = BoxTitle(
            row.map { $0.item.key ?? $0.item.condition ?? "" } ?? "",
            notes: branches == nil
                ? []
                : [state.source.persona == nil ? "share of unknown users" : "share of users like the persona"]
        )
        let inside = layout.drawBox(title, in: rect, on: &canvas)
        guard let row else { return }
        canvas.put(detail(row, state), at: inside.origin, maxColumns: inside.columns)
        guard inside.rows >= 3 else { return }
        guard let branches else {
            for (line, fact) in facts(about: row, state).prefix(inside.rows - 1).enumerated() {
                let label = DetailLines.padded(fact.label, to: DetailLines.labelWidth)
                canvas.put(
                    [Span(label, .dim), Span(fact.text, .text)], at: inside.line(line + 1).origin,
                    maxColumns: inside.columns)
            }
            return
        }
        branches.draw(at: inside.line(1).origin, columns: inside.columns, on: &canvas)
        var place = inside.line(2).origin
        for part in branches.legend {
            let width = part.reduce(0) { $0 + $1.width }
            if place.column + width > inside.endColumn {
                guard place.row + 1 < inside.endRow else { break }
                place = CellPoint(column: inside.column, row: place.row + 1)
            }
            place.column += canvas.put(part, at: place, maxColumns: inside.endColumn - place.column) + 2
        }
    }

    private func drawDraft(
        _ state: DashboardState, in rect: CellRect, _ layout: TemplateLayout, on canvas: inout Canvas
    ) {
        guard let draft = state.templates.draft else { return }
        let keys = draftHints(state)
        let inside = layout.drawBox(BoxTitle("Draft", keys: keys), in: rect, on: &canvas)
        var counts = [Span(TemplateWords.changes(of: draft), .changed)]
        if incorrectCount > 0 { counts.append(Span(", \(incorrectCount) incorrect in the app", .error)) }
        canvas.put(counts, at: inside.origin, maxColumns: inside.columns)
        for (line, edit) in draft.edits.reversed().prefix(max(0, inside.rows - 1)).enumerated() {
            canvas.put(edit.description, at: inside.line(line + 1).origin, .text, maxColumns: inside.columns)
        }
    }

    /// Returns what the project's key expects of a parameter's value, or the parameters that a condition decides.
    private func facts(about row: TemplateRow, _ state: DashboardState) -> [(label: String, text: String)] {
        guard let name = row.item.key else {
            let decided = state.templates.draft?.template.parameters.filter {
                $0.value(when: row.item.condition ?? "") != nil
            }
            return [("decides", (decided ?? []).map(\.key).joined(separator: ", "))].filter {
                !$0.text.isEmpty
            }
        }
        guard let key = state.project.keys.first(where: { $0.name == name }) else {
            return [("key", "not declared in the project")]
        }
        return [("expected", key.schema.expectation)]
            + (key.schema.defaultText.map { [("default", $0)] } ?? [])
    }

    /// Returns the full value, the condition that decides it, and the purpose of a row.
    private func detail(_ row: TemplateRow, _ state: DashboardState) -> [Span] {
        var spans = [Span(row.text, row.isPlain ? .dim : .value)]
        if case .value(let key, let condition) = row.item,
            let study = state.templates.studies.content?.deciding(key)
                .first(where: {
                    $0.decisions.contains { $0.value.key == key && $0.value.condition == condition }
                })
        {
            spans.append(
                Span("  " + study.sentence { TimeText.date($0, in: state.project.localTime) }, .live))
        }
        if let note = row.note { spans += [Span("  ", .dim), Span(note, .dim)] }
        if let place = row.place, let clause = row.clause {
            let share = NumberText.text(of: (place * 100).rounded(.down) / 100)
            let isIn = place > clause.lower && place <= clause.upper
            spans.append(
                Span("  the persona is at \(share)%, \(isIn ? "in" : "out") (assigned on this machine)", .dim)
            )
        }
        return spans
    }
}
