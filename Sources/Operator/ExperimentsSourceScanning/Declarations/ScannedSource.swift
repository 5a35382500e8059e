import SwiftParser
import SwiftSyntax

/// A file of a scan that names are looked up in. It is parsed when the first name is.
///
/// Only one thread uses it: the names are looked up after all files have been read.
final class ScannedSource: NamedSource, @unchecked Sendable {
    let path: String
    private let text: String
    private let tree: SourceFileSyntax?
    private var known: FileNames?

    /// - Parameter tree: the parsed file, if places in it are looked at.
    init(path: String, text: String, tree: SourceFileSyntax?) {
        self.path = path
        self.text = text
        self.tree = tree
    }

    var names: FileNames {
        if let known { return known }
        let names = FileNames(tree ?? Parser.parse(source: text), path: path)
        known = names
        return names
    }

    /// Whether places of the file are looked at.
    var isRead: Bool { tree != nil }

    func contains(_ word: String) -> Bool { text.utf8.contains(word.utf8) }
}
