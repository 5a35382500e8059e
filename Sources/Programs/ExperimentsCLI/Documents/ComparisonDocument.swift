import ExperimentsCore
import ExperimentsOperator

extension SourceComparison {
    /// Two sources side by side: `{"left", "right", "same", "differences": [{"name", "difference", "left", "right",
    /// "changes"}]}`, with changes by path where both values are lists or objects of JSON.
    func document(_ left: ProjectSession, _ right: ProjectSession) -> Document {
        [
            "left": left.document, "right": right.document, "same": sameCount,
            "differences": rows.map { row -> Document in
                [
                    "name": row.name, "difference": row.word,
                    // Absent where a source holds nothing, null where it says to use the app's default.
                    "left": row.left.map(\.text.orNull), "right": row.right.map(\.text.orNull),
                    "changes": ValueDifference(row.left?.text, row.right?.text).json,
                ]
            },
        ]
    }
}
