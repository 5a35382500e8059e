import FirebaseTemplates

extension TemplateChange {
    /// An indented line for each member that differs; for lists and objects of JSON, one for each place in them.
    package var detailLines: [String] { details.flatMap { Self.lines(of: $0, kind) } }

    private static func lines(of detail: Detail, _ kind: Kind) -> [String] {
        guard let texts = detail.texts, case .json(let difference) = ValueDifference(texts.old, texts.new).form,
            !difference.changes.isEmpty
        else { return ["    " + detail.text(kind)] }
        return ["    \(detail.title):"] + difference.changes.map { "        " + $0.line }
    }
}
