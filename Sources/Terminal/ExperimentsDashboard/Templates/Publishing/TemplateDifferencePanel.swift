import ExperimentsCore
import ExperimentsOperator
import FirebaseTemplates

/// The differences between two templates, member by member.
struct TemplateDifferencePanel: TextPanel {
    var text = ScrolledText<Filter>()
    let title: String
    private let difference: TemplateDifference

    init(_ title: String, _ difference: TemplateDifference) { (self.title, self.difference) = (title, difference) }

    func lines(_ state: DashboardState) -> [[Span]] {
        Self.lines(of: difference, columns: max(10, min(100, state.size.columns - 6)))
    }

    mutating func handle(_ press: KeyPress, _ state: DashboardState) -> PanelAnswer {
        if typedField == nil, state.project.keyMap.command(for: press) == .copyValue {
            return .stay([.copy(difference.changes.flatMap(\.lines).joined(separator: "\n"))])
        }
        return read(press, state)
    }

    func hints(_ state: DashboardState) -> [KeyHint] {
        readingHints(state.project.keyMap)
            + (typedField == nil ? state.project.keyMap.hint([.copyValue], "copy") : [])
    }

    /// The changes, each with what differs; JSON by path.
    static func lines(of difference: TemplateDifference, columns: Int) -> [[Span]] {
        difference.changes.flatMap { change -> [[Span]] in
            let role: Role =
                switch change.kind {
                case .added: .added
                case .removed: .removed
                case .changed: .changed
                }
            let head = change.lines.prefix(1).map { [Span($0, role)] }
            return head + wrapped(change.detailLines, columns)
        }
    }

    private static func wrapped(_ texts: [String], _ columns: Int) -> [[Span]] {
        texts.flatMap { text in
            let indent = String(text.prefix { $0 == " " })
            return DisplayText(String(text.dropFirst(indent.count))).wrapped(to: columns - indent.count, limit: 40)
                .map { [Span(indent + $0, .popup)] }
        }
    }
}
