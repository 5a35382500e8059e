import ExperimentsSyntaxReading
import SwiftParser
import SwiftSyntax

/// Finds references to keys in a file.
final class ReferenceFinder: SyntaxVisitor {
    private let wanted: Set<String>
    private let cases: KeyCases
    private let file: ScannedFile
    private let lines: [Substring]
    private var references: [SourceReference] = []
    /// The enums of keys whose declaration or extension is being read. Code that creates their names does not count as
    /// a use of a key.
    private var keyEnums: [String?] = []
    /// The number of enclosing calls of `setDefaults`.
    private var defaults = 0

    static func references(in source: SourceFile, to wanted: Set<String>, _ cases: KeyCases)
        -> [SourceReference]
    {
        let tree = Parser.parse(source: source.text)
        let finder = ReferenceFinder(source, tree, wanted: wanted, cases: cases)
        finder.walk(tree)
        return finder.references
    }

    private init(_ source: SourceFile, _ tree: SourceFileSyntax, wanted: Set<String>, cases: KeyCases) {
        self.wanted = wanted
        self.cases = cases
        file = ScannedFile(
            path: source.path, converter: SourceLocationConverter(fileName: source.path, tree: tree))
        lines = source.text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        super.init(viewMode: .sourceAccurate)
    }

    private func add(_ key: String?, _ kind: SourceReference.Kind, at node: some SyntaxProtocol) {
        guard let key, wanted.contains(key) else { return }
        let place = file.place(of: node)
        let line = lines.indices.contains(place.line - 1) ? lines[place.line - 1] : ""
        let text = line.drop { $0.isWhitespace }
        references.append(
            SourceReference(
                key: key, kind: kind, place: place,
                line: String(text.reversed().drop { $0.isWhitespace }.reversed())))
    }

    override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind {
        // The declarations of a catalog are those of the extension around it.
        let isCatalog = node.attributes.attribute(CatalogDeclaration.attribute) != nil
        keyEnums.append(isCatalog ? keyEnums.last ?? nil : cases.keyEnum(named: [node.name.plainText]))
        return .visitChildren
    }

    override func visitPost(_ node: EnumDeclSyntax) { keyEnums.removeLast() }

    override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
        keyEnums.append(cases.keyEnum(named: node.extendedType.namePath))
        return .visitChildren
    }

    override func visitPost(_ node: ExtensionDeclSyntax) { keyEnums.removeLast() }

    override func visit(_ node: EnumCaseElementSyntax) -> SyntaxVisitorContinueKind {
        guard let keyEnum = keyEnums.last.flatMap({ $0 }) else { return .visitChildren }
        add(cases.key(ofCase: node.name.plainText, in: keyEnum), .declared, at: node)
        // Its name as a raw value is the declaration once more.
        return .skipChildren
    }

    override func visit(_ node: PatternBindingSyntax) -> SyntaxVisitorContinueKind {
        guard let keyEnum = keyEnums.last.flatMap({ $0 }), let name = node.name?.plainText,
            let key = cases.key(ofCase: name, in: keyEnum)
        else { return .visitChildren }
        add(key, .declared, at: node)
        return .skipChildren
    }

    override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
        guard keyEnums.last.flatMap({ $0 }) == nil else { return .visitChildren }
        let name = node.declName.baseName.plainText
        if let base = node.base {
            guard let base = base.namePath?.last else { return .visitChildren }
            add(cases.key(ofCase: name, base: base, isCertain: true), .used, at: node)
        } else {
            add(
                cases.key(ofCase: name, base: nil, isCertain: Syntax(node).isWhereKeysAreRead), .used,
                at: node)
        }
        return .visitChildren
    }

    override func visit(_ node: StringLiteralExprSyntax) -> SyntaxVisitorContinueKind {
        guard keyEnums.last.flatMap({ $0 }) == nil else { return .visitChildren }
        add(
            node.representedLiteralValue, defaults > 0 && Syntax(node).isKeyOfDictionary ? .declared : .named,
            at: node)
        return .visitChildren
    }

    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
        if node.calledExpression.memberName == "setDefaults" { defaults += 1 }
        return .visitChildren
    }

    override func visitPost(_ node: FunctionCallExprSyntax) {
        if node.calledExpression.memberName == "setDefaults" { defaults -= 1 }
    }
}

extension Syntax {
    /// Whether it is an argument of a call that reads keys: `value(for:)`, `value(of:)`, `service[…]` or `@Remote(…)`.
    fileprivate var isWhereKeysAreRead: Bool {
        guard let argument = parent?.as(LabeledExprSyntax.self) else { return false }
        if let label = argument.label?.plainText { return label == "for" || label == "of" }
        let owner = argument.parent?.parent
        return owner?.is(SubscriptCallExprSyntax.self) == true
            || owner?.as(AttributeSyntax.self)?.attributeName.lastName == "Remote"
    }

    fileprivate var isKeyOfDictionary: Bool {
        guard let element = parent?.as(DictionaryElementSyntax.self) else { return false }
        return Syntax(element.key) == self
    }
}
