import ExperimentsCore

// How far one can scroll: no further than there is something to see, so that the first press back is seen at once.
extension DashboardState {
    mutating func scrollDetails(by lines: Int) {
        details.scroll = max(0, min(details.scroll + lines, lastDetailLine))
    }

    private var lastDetailLine: Int {
        let inside = layout.detailText
        guard !inside.isEmpty else { return 0 }
        return max(0, DetailLines(self, width: inside.columns).lines.count - inside.rows)
    }

    mutating func scrollValues(by columns: Int) {
        list.valueOffset = max(0, min(list.valueOffset + columns, max(list.valueOffset, longestValue - 1)))
        if columns > 0 { list.valueOffset = min(list.valueOffset, max(0, longestValue - 1) / columns * columns) }
    }

    /// The columns of the longest value on screen.
    private var longestValue: Int {
        guard screen.listsKeys else { return 0 }
        let rows = position.top..<max(position.top, min(rowCount, position.top + layout.list.rows))
        return rows.reduce(0) { longest, index in
            let row = list.keys.row(at: index, of: source.report)
            let texts =
                switch screen {
                case .incorrect: [row?.problem?.found]
                case .overrides:
                    [
                        list.keys.name(at: index, of: source.report).flatMap { source.report.overrides[$0]?.value },
                        row?.remoteText,
                    ]
                default: [row?.valueText]
                }
            return texts.compactMap(\.self).reduce(longest) { max($0, DisplayText($1).width) }
        }
    }
}
