import ExperimentsCore

// The profiles, and what the selected one would change.
extension ProfilesPanel {
    func draw(_ state: DashboardState, _ canvas: inout Canvas) {
        let columns = max(10, min(76, state.size.columns - 6))
        let isTyping = library.field != nil
        let wanted = library.all?.isEmpty == true ? library.problems.count + (isTyping ? 3 : 1) : 18
        let rows = max(1, min(wanted, state.size.rows - 4))
        let inside = Box.draw("Profiles", size: CellSize(columns: columns, rows: rows), on: &canvas)
        let (above, prompt) = inside.splitBottom(isTyping ? min(2, max(1, inside.rows - 1)) : 0)
        let (list, below) = above.splitTop(listRows(above.rows))
        let empty =
            state.ownOverrides.isEmpty
            ? ProfilesPanel.importing.words("imports one")
            : ProfilesPanel.save.words("saves the overrides as one")
        if !list.isEmpty { drawList({ texts(state, width: $0) }, empty: empty, in: list, on: &canvas) }
        if !below.isEmpty, profile != nil { drawChanges(state, in: below, on: &canvas) }
        drawTyping(in: prompt, on: &canvas)
    }

    private func listRows(_ rows: Int) -> Int {
        let wanted = max(1, (library.all?.count ?? 0) + library.problems.count)
        return rows < 6 ? rows : min(wanted, rows / 2)
    }

    private func texts(_ state: DashboardState, width: Int) -> [String] {
        (library.own ?? []).map { Self.text(of: $0, "", state, width) }
            + (library.shared ?? []).map { Self.text(of: $0, "the team's, ", state, width) }
    }

    private static func text(
        of profile: OverrideProfile, _ whose: String, _ state: DashboardState, _ width: Int
    ) -> String {
        let changes = OverrideSetDifference(from: state.ownOverrides, to: profile.overrides)
        let count = profile.overrides.entries.count
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
        case (nil, let after):
            return [Span("+ ", .added), Span(change.name, .key), Span("  " + text(after), .diffNew)]
        case (let before, nil):
            return [Span("- ", .removed), Span(change.name, .key), Span("  " + text(before), .diffOld)]
        case (let before, let after):
            return [
                Span("~ ", .changed), Span(change.name, .key), Span("  " + text(before), .diffOld),
                Span(" → ", .dim),
                Span(text(after), .diffNew),
            ]
        }
    }
}
