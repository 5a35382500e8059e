import ExperimentsProject
import ExperimentsSyntaxReading
import SwiftParser
import SwiftSyntax

/// Checks whether a reader of the project file can match a call.
public struct ReaderCheck {
    /// A function of the same name with other labels, if the sources declare only such ones.
    public let otherForm: String?

    /// Looks for the declarations of a reader.
    public init(_ reader: ProjectCodeReader, _ files: [SourceFile]) {
        let isFunction = !["init", "subscript"].contains(reader.name)
        guard isFunction else {
            otherForm = nil
            return
        }
        var found: [[String]] = []
        let word = "func " + reader.name
        for file in files where file.text.utf8.contains(word.utf8) {
            let tree = Parser.parse(source: file.text)
            found += tree.nodes(of: FunctionDeclSyntax.self).filter { $0.name.plainText == reader.name }
                .map { $0.signature.parameterClause.parameters.map(\.firstName.plainText) }
        }
        // Other functions of the name may be those of other types.
        let isPossible =
            found.isEmpty
            || found.contains { $0.starts(with: reader.labels) || reader.labels.starts(with: $0) }
        otherForm =
            isPossible ? nil : found.first.map { reader.name + "(" + $0.map { $0 + ":" }.joined() + ")" }
    }
}
