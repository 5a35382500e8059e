import ExperimentsCore
import ExperimentsOperator
import ExperimentsTerminalUI
import FirebaseTemplates

/// The differences between two templates, member by member.
struct TemplateDifferencePanel: TextPanel {
    var text = ScrolledText<Filter>()
    let title: String
    private let difference: TemplateDifference

    init(_ title: String, _ difference: TemplateDifference) {
        (self.title, self.difference) = (title, difference)
    }

    func lines(_ state: DashboardState) -> [[Span]] {
        Self.lines(of: difference, columns: max(10, min(100, state.size.columns - 6)))
    }

    func copiedText(_ state: DashboardState) -> String? {
        difference.changes.flatMap(\.lines).joined(separator: "\n")
    }

    /// Returns the changes and their differences; those of JSON by path.
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
            return DisplayText(String(text.dropFirst(indent.count))).wrapped(
                to: columns - indent.count, limit: 40
            )
            .map { [Span(indent + $0, .popup)] }
        }
    }
}

/// The published versions of the template, to restore one.
struct TemplateVersionsPanel: ChoosingPanel {
    private static let rollback = KeyHint(.enter, "review and roll back")

    /// The versions, newest first; nil until they are read.
    private var versions: [TemplateVersion]?
    var selected = 0

    var count: Int { versions?.count ?? 0 }

    /// Lists the versions, with the cursor on the one before the current.
    mutating func show(_ versions: [TemplateVersion]) {
        self.versions = versions
        selected = versions.count > 1 ? 1 : 0
    }

    var emptyWords: String { versions == nil ? "reading…" : "" }

    func hints(_ state: DashboardState) -> [KeyHint] {
        (versions?.isEmpty == false ? [Self.rollback] : []) + state.project.keyMap.choosing() + [escapeHint]
    }

    func choose(_ state: DashboardState) -> PanelAnswer {
        guard let versions, versions.indices.contains(selected), let number = versions[selected].number else {
            return .stay()
        }
        guard selected > 0 else {
            return .stay([.say("version \(number) is already published", .success, seconds: 3)])
        }
        return .stay([.send(\.templates, .publish(.rollback(to: number)))])
    }

    func title(_ state: DashboardState) -> String { "Versions" }

    func size(_ state: DashboardState) -> CellSize { wideSize(upTo: 120, state) }

    func texts(_ state: DashboardState) -> [String] {
        let changes = Self.changes(state)
        return (versions ?? []).enumerated().map { index, version in
            let time = version.updatedAt.map { TimeText.dateAndTime($0, in: state.project.localTime) }
            let parts = [
                version.number.map { "version \($0)" }, time, version.author, version.description,
                version.rollbackSource.map { "rollback to version \($0)" },
                version.description == nil ? version.number.flatMap { changes["\($0)"] } : nil,
                index == 0 ? "(current)" : nil,
            ]
            return parts.compactMap(\.self).joined(separator: "  ")
        }
    }

    /// Returns what each version changed in the fetched values, as far as the one before it was fetched too:
    /// `trial_days 14 → 10`.
    private static func changes(_ state: DashboardState) -> [String: String] {
        var changes: [String: String] = [:]
        var before: Int?
        for place in 0..<state.history.count {
            let record = state.history[place]
            guard let text = record.version, let number = Int(text) else { continue }
            defer { before = number }
            guard before == number - 1, !record.difference.isEmpty else { continue }
            changes[text] = words(for: record.difference)
        }
        return changes
    }

    private static func words(for difference: SnapshotDifference) -> String {
        let names = difference.names
        guard difference.count == 1, let name = names.first, let change = difference.changes[name] else {
            return "\(CountText.grouped(difference.count)): " + names.prefix(6).joined(separator: ", ")
        }
        func shown(_ text: String?) -> String {
            text.map { DisplayText(VisibleText.of($0)).truncated(to: 24, .middle) } ?? "the app's default"
        }
        switch change {
        case .added(let text): return "\(name) added: \(shown(text))"
        case .removed: return "\(name) removed"
        case .changed(let old, let new): return "\(name) \(shown(old)) → \(shown(new))"
        }
    }
}
