import FirebaseTemplates

extension TemplateChange {
    /// An indented line for each thing that differs; where that is in lists or objects of JSON, one for each place below
    /// it.
    package var detailLines: [String] { details.flatMap { Self.lines(of: $0, kind) } }

    private static func lines(of detail: Detail, _ kind: Kind) -> [String] {
        guard let texts = detail.texts, case .json(let difference) = ValueDifference(texts.old, texts.new).form,
            !difference.changes.isEmpty
        else { return ["    " + detail.text(kind)] }
        return ["    \(detail.title):"] + difference.changes.map { "        " + $0.line }
    }
}
