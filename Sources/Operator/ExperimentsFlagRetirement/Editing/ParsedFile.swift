import ExperimentsSourceScanning
import SwiftOperators
import SwiftParser
import SwiftSyntax

/// A file with its syntax tree, in which operators are combined with their operands.
struct ParsedFile {
    let path: String
    let text: SourceText
    let tree: SourceFileSyntax
    /// Whether the file has syntax errors, so that its tree may be wrong.
    var hasMistakes: Bool { tree.hasError }

    /// Whether a word is in the file.
    func contains(_ word: String) -> Bool { text.bytes.contains(word: word) }

    /// Whether only libraries of this package are imported, so that Foundation's types have no names.
    var lacksFoundation: Bool {
        let imports = tree.statements.compactMap { $0.item.as(ImportDeclSyntax.self) }
        return !imports.isEmpty
            && imports.allSatisfy { $0.path.first?.name.text.hasPrefix("Experiments") == true }
    }

    init(path: String, bytes: [UInt8], operators: OperatorTable = .standardOperators) {
        let parsed = bytes.withUnsafeBufferPointer { Parser.parse(source: $0) }
        // An operator that is not declared here has no precedence; see `isSure(of:)`.
        let folded = operators.foldAll(parsed) { _ in }
        tree = folded.as(SourceFileSyntax.self) ?? parsed
        self.path = path
        text = SourceText(bytes, tree: tree)
    }
}

extension OperatorTable {
    /// Returns the operators of the standard library and those declared in files.
    init(of files: [SourceFile]) {
        self = .standardOperators
        for file in files {
            let bytes = Array(file.text.utf8)
            guard bytes.contains(word: "operator ") || bytes.contains(word: "precedencegroup") else {
                continue
            }
            addSourceFile(Parser.parse(source: file.text)) { _ in }
        }
    }

    /// Whether it is known how an operator binds.
    func isSure(of name: String) -> Bool { infixOperator(named: name)?.precedenceGroup != nil }
}
