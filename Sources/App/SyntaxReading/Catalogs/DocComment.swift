import SwiftSyntax

/// The title and the summary in the comment on a declaration.
package struct DocComment {
    /// The first paragraph, without its final full stop.
    package let title: String?
    /// The paragraphs after it.
    package let summary: String?

    /// Reads the comment before a declaration.
    package init(_ trivia: Trivia) {
        let lines = trivia.flatMap { piece -> [Substring] in
            switch piece {
            case .docLineComment(let text): [text.dropFirst(3)]
            case .docBlockComment(let text):
                text.dropFirst(3).dropLast(2).split(separator: "\n", omittingEmptySubsequences: false)
                    .map { $0.drop { $0 == " " || $0 == "*" } }
            default: []
            }
        }
        var paragraphs = lines.map { $0.split(separator: " ").joined(separator: " ") }
            .split { $0.isEmpty }.map { $0.joined(separator: " ") }
        title = paragraphs.isEmpty ? nil : paragraphs.removeFirst().withoutStop
        summary = paragraphs.isEmpty ? nil : paragraphs.joined(separator: " ")
    }
}

extension String {
    fileprivate var withoutStop: String {
        hasSuffix(".") && !hasSuffix("..") ? String(dropLast()) : self
    }
}
