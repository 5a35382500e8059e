import ExperimentsSourceScanning
import SwiftOperators
import SwiftSyntax

/// A file while it is changed, step by step.
final class FileDraft: NamedSource {
    let path: String
    let original: [UInt8]
    private(set) var bytes: [UInt8]
    private var layers: [(text: SourceText, edits: SourceEdits)] = []
    private let operators: OperatorTable
    private var parsed: ParsedFile?
    private var known: FileNames?

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

    /// The declarations of the current content.
    var names: FileNames {
        if let known { return known }
        let names = FileNames(current.tree, path: path)
        known = names
        return names
    }

    /// Makes changes, unless the result cannot be parsed.
    func apply(_ edits: SourceEdits) -> Bool {
        let text = current.text
        let result = edits.applied(to: text)
        guard result != bytes else { return true }
        let after = ParsedFile(path: path, bytes: result, operators: operators)
        guard !after.hasMistakes else { return false }
        layers.append((text, edits))
        bytes = result
        parsed = after
        known = nil
        return true
    }

    /// A place in the file at some step.
    struct Place: Hashable {
        fileprivate let step: Int
        fileprivate let offset: Int
    }

    /// Returns a place in the current content, before the changes of the current step are made.
    func place(of offset: Int) -> Place { Place(step: layers.count, offset: offset) }

    /// Returns the offset of a place in the original file.
    func originalOffset(of place: Place) -> Int {
        layers.prefix(place.step).reversed().reduce(place.offset) { offset, layer in
            layer.edits.original(of: offset, in: layer.text)
        }
    }

    /// Returns the offset of a place in the current content; nil if its code is gone.
    func currentOffset(of place: Place) -> Int? {
        var offset = place.offset
        for layer in layers.dropFirst(place.step) {
            guard let moved = layer.edits.moved(offset, in: layer.text) else { return nil }
            offset = moved
        }
        return offset
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
            switch token.tokenKind {
            case .identifier, .keyword(.self):
                if isGone(token.range.lowerBound) { names.insert(token.plainName) }
            default: break
            }
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
