import ExperimentsCore

// The profiles, and what the chosen one would change.
extension ProfilesPanel {
    func draw(_ state: DashboardState, _ canvas: inout Canvas) {
        let columns = max(10, min(76, state.size.columns - 6))
        let wanted = profiles != nil && listed.isEmpty ? problems.count + (typing == nil ? 1 : 3) : 18
        let rows = max(1, min(wanted, state.size.rows - 4))
        let inside = Box.draw("Profiles", size: CellSize(columns: columns, rows: rows), on: &canvas)
        let (above, prompt) = inside.splitBottom(typing == nil ? 0 : min(2, max(1, inside.rows - 1)))
        let (list, below) = above.splitTop(listRows(above.rows))
        if !list.isEmpty { drawList(state, in: list, on: &canvas) }
        if !below.isEmpty, profile != nil { drawChanges(state, in: below, on: &canvas) }
        if let typing { drawTyping(typing, in: prompt, on: &canvas) }
    }

    private func listRows(_ rows: Int) -> Int {
        let wanted = max(1, listed.count + problems.count)
        return rows < 6 ? rows : min(wanted, rows / 2)
    }

    private func drawList(_ state: DashboardState, in rect: CellRect, on canvas: inout Canvas) {
        guard profiles != nil else {
            canvas.put("reading…", at: rect.origin, .dim, maxColumns: rect.columns)
            return
        }
        let (list, faults) = rect.splitBottom(min(problems.count, max(0, rect.rows - 1)))
        for (row, problem) in problems.prefix(faults.rows).enumerated() {
            canvas.put("\(problem)", at: faults.line(row).origin, .error, maxColumns: rect.columns, overflow: .middle)
        }
        let profiles = listed
        guard !profiles.isEmpty else {
            let words =
                state.ownOverrides.isEmpty
                ? ProfilesPanel.importing.words("imports one") : ProfilesPanel.save.words("saves the overrides as one")
            canvas.put("no profiles yet; \(words)", at: list.origin, .dim, maxColumns: rect.columns)
            return
        }
        let texts = profiles.map { Self.text(of: $0, state, width: list.columns - 2) }
        ChoiceList(selected: selected, count: texts.count, in: list).draw(texts, &canvas)
    }

    private static func text(of listed: ListedProfile, _ state: DashboardState, width: Int) -> String {
        let profile = listed.profile
        let changes = OverrideSetDifference(from: state.ownOverrides, to: profile.overrides)
        let count = profile.overrides.entries.count
        let whose = listed.owner == .team ? "the team's, " : ""
        let right = whose + (changes.isEmpty ? "active" : count == 1 ? "1 override" : "\(count) overrides")
        let room = width - DisplayText(right).width - 2
        guard room >= 12 else { return profile.name }
        let name = DisplayText(profile.name).truncated(to: room)
        let gap = max(1, width - DisplayText(name).width - DisplayText(right).width)
        return name + String(repeating: " ", count: gap) + right
    }

    private func drawChanges(_ state: DashboardState, in rect: CellRect, on canvas: inout Canvas) {
        guard let profile, rect.rows > 1 else { return }
        let changes = OverrideSetDifference(from: state.ownOverrides, to: profile.overrides).changes
        let saved = [
            profile.author.map { "by \($0)" },
            profile.savedAt.map { TimeText.ago($0, now: state.now) },
        ]
        let heading = changes.isEmpty ? "Loading it changes nothing." : "Loading it changes:"
        let (title, list) = rect.splitTop(min(2, rect.rows - 1))
        let place = title.line(title.rows - 1)
        canvas.put(heading, at: place.origin, .popupTitle, maxColumns: rect.columns)
        let words = saved.compactMap(\.self).joined(separator: ", ")
        let width = DisplayText(words).width
        if width + DisplayText(heading).width + 2 <= rect.columns {
            canvas.put(words, at: CellPoint(column: place.endColumn - width, row: place.row), .dim)
        }
        for (row, change) in changes.prefix(list.rows).enumerated() {
            let isLast = row == list.rows - 1 && changes.count > list.rows
            let spans = isLast ? [Span("and \(changes.count - row) more", .dim)] : Self.spans(of: change)
            canvas.put(spans, at: list.line(row).origin, maxColumns: rect.columns)
        }
    }

    private static func spans(of change: OverrideSetDifference.Change) -> [Span] {
        func text(_ override: ExperimentsCore.Override?) -> String {
            guard let override else { return "" }
            return String(override.value.prefix(60)) + (override.isEnabled ? "" : " (off)")
        }
        switch (change.before, change.after) {
        case (nil, let after): return [Span("+ ", .added), Span(change.name, .key), Span("  " + text(after), .diffNew)]
        case (let before, nil):
            return [Span("- ", .removed), Span(change.name, .key), Span("  " + text(before), .diffOld)]
        case (let before, let after):
            return [
                Span("~ ", .changed), Span(change.name, .key), Span("  " + text(before), .diffOld), Span(" → ", .dim),
                Span(text(after), .diffNew),
            ]
        }
    }

    private func drawTyping(_ typing: Typing, in rect: CellRect, on canvas: inout Canvas) {
        let (label, field): (String, TextField) =
            switch typing {
            case .name(let field, .mine): ("save the overrides as: ", field)
            case .name(let field, .team): ("save them for the team as: ", field)
            case .shared(let field): ("paste a shared profile: ", field)
            }
        if rect.rows > 1 {
            canvas.put(refusal ?? "", at: rect.origin, .promptError, maxColumns: rect.columns)
        }
        let line = rect.line(rect.rows - 1)
        let short = rect.columns < 40 ? "> " : label
        canvas.put(short, at: line.origin, .dim, maxColumns: line.columns)
        let place = line.splitLeft(DisplayText(short).width).rest
        field.draw(at: place.origin, width: place.columns, .prompt, &canvas)
    }
}
