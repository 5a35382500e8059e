import ExperimentsCore
import ExperimentsOperator
import ExperimentsProject

/// The result of drafting a project file, and the other sources that it could be drafted from.
struct DraftReport {
    private static let mostOthers = 8

    private let path: String
    private let draft: ProjectDraft
    private let others: SourceFindings
    private let isEmpty: Bool

    /// - Parameters:
    ///   - others: sources that were not used.
    ///   - isEmpty: whether a file without keys was requested.
    init(path: String, _ draft: ProjectDraft, others: SourceFindings, isEmpty: Bool) {
        self.path = path
        self.draft = draft
        self.others = others
        self.isEmpty = isEmpty
    }

    func lines(_ style: PlainText) -> [StyledText] {
        let count = CountText.count(draft.keys.count, "key")
        let origin = draft.origin.map { " from \($0)" } ?? ""
        var texts = ["wrote \(path) with \(count)\(origin)"]
        if let advice { texts.append(advice) }
        if !draft.leftOut.isEmpty {
            let names = draft.leftOut.prefix(3).map { Quotation.of($0) }.joined(separator: ", ")
            texts.append(
                "skipped \(CountText.count(draft.leftOut.count, "name")) that cannot name a key: \(names)")
        }
        texts += others.candidates.prefix(Self.mostOthers).map { other in
            "also found \(other.title): \(other.kindWords), \(other.countWords)"
        }
        let more = others.candidates.count - Self.mostOthers
        if more > 0 { texts.append("and \(more) more") }
        texts += others.refused.filter(\.isTelling).prefix(Self.mostOthers).map { "cannot use \($0.problem)" }
        if !others.candidates.isEmpty {
            texts.append("Use `experiments init --from FILE --force` to use another file.")
        }
        if let folder = others.declaringFolder {
            texts.append(
                "\(folder) declares keys in Swift; use `experiments scan \(folder) --output \(path)` to read them."
            )
        }
        if let warehouse = draft.warehouse {
            texts.append(
                "\(warehouse.words); to count results there, complete `warehouse` at the end of \(path).")
        }
        return texts.map { style.shown($0) }
    }

    /// The advice if there are no keys.
    private var advice: String? {
        guard draft.keys.isEmpty else { return nil }
        switch draft.sources.first?.place {
        case .services:
            return "Use `experiments declare --all-undeclared` to add the keys of the source."
        case .file(let path) where draft.origin == nil:
            let found = isEmpty ? "" : "No values found here. "
            return "\(found)The source is \(path): put your values there, or edit `source:`."
        default: return nil
        }
    }

    func document(isWritten: Bool) -> Document {
        [
            "path": path, "written": isWritten, "from": draft.origin == nil ? [] : draft.sources.map(\.title),
            "keys": draft.keys.map(\.name), "leftOut": draft.leftOut, "skipped": draft.leftOut,
            "others": others.candidates.map { other -> Document in
                ["path": other.title, "keys": other.keyCount.orNull]
            },
            "refused": others.refused.map { refused -> Document in
                ["path": refused.path, "reason": refused.problem.description]
            },
            "warehouses": others.warehouses.map { warehouse -> Document in
                [
                    "dialect": warehouse.dialect.rawValue, "service": warehouse.service,
                    "command": warehouse.command,
                ]
            },
            "text": isWritten ? nil : draft.text,
        ]
    }
}
