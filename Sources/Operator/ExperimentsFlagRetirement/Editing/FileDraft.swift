import ExperimentsSourceScanning
import SwiftOperators
import SwiftSyntax

/// A file while it is changed, step by step.
final class FileDraft {
    let path: String
    let original: [UInt8]
    private(set) var bytes: [UInt8]
    private var layers: [(text: SourceText, edits: SourceEdits)] = []
    private let operators: OperatorTable
    private var parsed: ParsedFile?

    init(_ file: SourceFile, _ operators: OperatorTable) {
        (path, original, self.operators) = (file.path, Array(file.text.utf8), operators)
        bytes = original
    }

    var isChanged: Bool { bytes != original }

    /// The current content of the file.
    var current: ParsedFile {
        if let parsed { return parsed }
        let file = ParsedFile(path: path, bytes: bytes, operators: operators)
        parsed = file
        return file
    }

    /// Makes changes, unless the result cannot be parsed.
    func apply(_ edits: SourceEdits) -> Bool {
        let text = current.text
        let result = edits.applied(to: text)
        guard result != bytes else { return true }
        let after = ParsedFile(path: path, bytes: result, operators: operators)
        guard !after.hasMistakes else { return false }
        layers.append((text, edits))
        (bytes, parsed) = (result, after)
        return true
    }

    /// Returns the offset in the original file for an offset in the current one.
    func originalOffset(of offset: Int) -> Int {
        layers.reversed().reduce(offset) { place, layer in layer.edits.original(of: place, in: layer.text) }
    }

    /// Whether a word is in the file.
    func contains(_ word: String) -> Bool { bytes.contains(word: word) }
}

extension SourceEdits {
    /// Returns the identifiers in the removed code.
    func goneNames(in tree: SourceFileSyntax) -> Set<String> {
        guard !isEmpty else { return [] }
        var names: Set<String> = []
        for token in tree.tokens(viewMode: .sourceAccurate) {
            guard case .identifier = token.tokenKind, isGone(token.range.lowerBound) else { continue }
            names.insert(token.plainName)
        }
        return names
    }
}

extension TokenSyntax {
    /// The text without backticks, and without the sign of a projected value.
    var plainName: String {
        var name = text[...]
        if name.unicodeScalars.first == "`", name.unicodeScalars.last == "`", name.count > 2 {
            name = name.dropFirst().dropLast()
        }
        return String(name)
    }
}
