import ExperimentsCore
import Foundation

extension DetailLines {
    /// A value beside its label, or on lines of its own where it is JSON of some size.
    mutating func addValue(_ label: String, _ text: String, _ role: Role) {
        if text.isEmpty {
            add(label, "(empty)", .dim)
            return
        }
        let looksLikeJSON = text.first == "{" || text.first == "["
        guard looksLikeJSON, text.utf8.count < Self.longestJSON, let value = try? JSONValue(parsing: text) else {
            add(label, text, role)
            return
        }
        let outline = JSONOutline(value, width: width - 2, folds: state.details.foldsJSON, role: role)
        guard outline.lines.count > 1 else {
            add(label, text, role)
            return
        }
        hasFolded = hasFolded || outline.isFolded
        var heading = [Span(label, .dim)]
        if let key = state.project.keyMap.keys(for: .foldJSON).first {
            if outline.isFolded { heading.append(Span("  folded, \(key) unfolds", .dim)) }
            if outline.lines.count > JSONOutline.longest { heading.append(Span("  \(key) folds", .dim)) }
        }
        lines.append(heading)
        lines += outline.lines.prefix(Self.lineLimit).map { [Span("  ")] + $0 }
        if outline.lines.count > Self.lineLimit {
            lines.append([Span("  … \(outline.lines.count - Self.lineLimit) more lines", .dim)])
        }
    }

    /// The text as it came, where the value is shown otherwise.
    mutating func addRaw(_ text: String) {
        guard text.first == "{" || text.first == "[", text.utf8.count > width - indent else { return }
        let room = max(1, width - indent)
        let shown = DisplayText(text).wrapped(to: room, limit: 3)
        add("raw", DisplayText(text).truncated(to: room * 3), .dim)
        if shown.count == 3, text.utf8.count > room * 3 { add("", TimeText.size(text.utf8.count) + " in all", .dim) }
    }

    /// Longer JSON is not made pretty with every frame.
    private static let longestJSON = 100_000
    private static let lineLimit = 1000
}
