import SwiftParser
import SwiftSyntax

/// A key of a catalog, as a static property declares it.
package struct CatalogEntry {
    /// The attribute with details that a plain declaration cannot express.
    package static let attribute = "KeyDetails"
    /// The declaration. Its comment contains the title and the summary.
    package let declaration: VariableDeclSyntax
    /// The name and the default.
    package let binding: PatternBindingSyntax
    /// The property's name.
    package let property: TokenSyntax
    /// The attribute with the details, if there is one.
    package let details: AttributeSyntax?
    private let group: String?
    private let ruledName: String

    init?(
        _ binding: PatternBindingSyntax, of declaration: VariableDeclSyntax, in group: String?,
        naming: (String) -> String
    ) {
        guard let property = binding.name else { return nil }
        self.declaration = declaration
        self.binding = binding
        self.property = property
        self.group = group
        details = declaration.attributes.attribute(Self.attribute)
        ruledName = naming(property.plainText)
    }

    /// The expression for the name of the key, if the attribute has one.
    package var nameExpression: ExprSyntax? {
        details?.arguments?.as(LabeledExprListSyntax.self)?.first.flatMap {
            $0.label == nil ? $0.expression : nil
        }
    }

    /// The name of the key at the source; nil if it is not a literal.
    package var name: String? {
        guard let nameExpression else { return ruledName }
        return nameExpression.textLiteral
    }

    /// Returns the value of a detail.
    package func detail(_ label: String) -> ExprSyntax? { details?.argument(label)?.expression }

    /// Returns the expression that creates the key, for example `Key("columns", default: Shop.columns, in: 1...6)`.
    ///
    /// - Parameters:
    ///   - defaultText: the expression of the default.
    ///   - type: the type of the values; nil if the compiler infers it.
    package func expression(default defaultText: String, of type: TypeSyntax? = nil) -> String {
        var arguments = [name?.debugDescription ?? nameExpression?.trimmedDescription ?? ""]
        if let optional = detail("optional") {
            arguments.append("optional: \(optional.trimmedDescription)")
        } else if detail("isJSON")?.isTrue == true {
            arguments.append("json: \(defaultText)")
        } else {
            if let reading = detail("reading") { arguments.append(reading.trimmedDescription) }
            arguments.append("default: \(defaultText)")
            for label in ["in", "oneOf"] {
                if let limit = detail(label) { arguments.append("\(label): \(limit.trimmedDescription)") }
            }
        }
        let callee = type.map { "Key<\($0.trimmedDescription)>" } ?? "Key"
        return "\(callee)(\(arguments.joined(separator: ", ")))" + traits
    }

    /// The method calls that follow the initializer of the key.
    private var traits: String {
        let comment = declaration.leadingTrivia.documentation
        let words = [("title", comment.title), ("group", group), ("summary", comment.summary)].compactMap {
            label, text -> String? in
            (detail(label)?.trimmedDescription ?? text?.debugDescription).map { "\(label): \($0)" }
        }
        var traits = words.isEmpty ? "" : ".described(\(words.joined(separator: ", ")))"
        if let experiment = detail("exposing") { traits += ".exposing(\(experiment.trimmedDescription))" }
        if detail("isAtLaunch")?.isTrue == true { traits += ".atLaunch" }
        return traits
    }
}

extension ExprSyntax {
    /// The text of a string literal without interpolations.
    package var textLiteral: String? { self.as(StringLiteralExprSyntax.self)?.representedLiteralValue }

    fileprivate var isTrue: Bool {
        self.as(BooleanLiteralExprSyntax.self)?.literal.tokenKind == .keyword(.true)
    }
}

extension Trivia {
    /// The first paragraph of the comment on a declaration, without its final full stop, and the paragraphs after it.
    fileprivate var documentation: (title: String?, summary: String?) {
        let lines = flatMap { piece -> [Substring] in
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
        let title = paragraphs.isEmpty ? nil : paragraphs.removeFirst().withoutStop
        return (title, paragraphs.isEmpty ? nil : paragraphs.joined(separator: " "))
    }
}

extension String {
    fileprivate var withoutStop: String { hasSuffix(".") && !hasSuffix("..") ? String(dropLast()) : self }
}
