/// The keys and what they do, from the same map that the keys are looked up in.
enum HelpView {
    static func lines(_ map: KeyMap) -> [[Span]] {
        var lines: [[Span]] = []
        for section in Action.Section.allCases {
            if !lines.isEmpty { lines.append([]) }
            lines.append([Span(section.rawValue, .popupTitle)])
            for action in Action.allCases where action.section == section {
                let keys = map.keys(for: action).map(\.description).joined(separator: " ")
                let padded = keys + String(repeating: " ", count: max(1, 16 - DisplayText(keys).width))
                lines.append([Span("  " + padded, .footerKey), Span(action.title, .popup)])
            }
        }
        lines += [[], [Span("Shift with the mouse selects text, as everywhere.", .dim)]]
        return lines
    }
}
