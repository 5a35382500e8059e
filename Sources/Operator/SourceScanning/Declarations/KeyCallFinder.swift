import SwiftParser
import SwiftSyntax
import SyntaxReading

/// Finds the calls that make keys in a file, wherever they are, and the declarations of catalogues, in order.
final class KeyCallFinder: SyntaxVisitor {
    private let file: ScannedFile
    private(set) var calls: [KeyCall] = []
    /// For each extension around the current place, whether it extends `Keys`.
    private var extensions: [Bool] = []
    /// The names of the types around each type around the current place, and its own.
    private var types: [[String]] = [[]]

    private var isInKeys: Bool { extensions.contains(true) }
    private var path: [String] { types.last ?? [] }

    init(_ file: ScannedFile) {
        self.file = file
        super.init(viewMode: .sourceAccurate)
    }

    override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
        extensions.append(node.extendedType.namePath?.last == "Keys")
        types.append(node.extendedType.namePath ?? [])
        return .visitChildren
    }

    override func visitPost(_ node: ExtensionDeclSyntax) {
        extensions.removeLast()
        types.removeLast()
    }

    override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind {
        types.append(path + [node.name.plainText])
        guard isInKeys, let catalog = CatalogDeclaration(node) else { return .visitChildren }
        for entry in catalog.entries { add(entry) }
        return .skipChildren
    }

    override func visitPost(_ node: EnumDeclSyntax) { types.removeLast() }

    override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind { enter(node.name) }

    override func visitPost(_ node: StructDeclSyntax) { types.removeLast() }

    override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind { enter(node.name) }

    override func visitPost(_ node: ClassDeclSyntax) { types.removeLast() }

    override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind { enter(node.name) }

    override func visitPost(_ node: ActorDeclSyntax) { types.removeLast() }

    private func enter(_ name: TokenSyntax) -> SyntaxVisitorContinueKind {
        types.append(path + [name.plainText])
        return .visitChildren
    }

    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
        if let call = KeyCall(node, isInKeys: isInKeys, types: path, in: file) { calls.append(call) }
        return .visitChildren
    }

    /// Reads a declaration of a catalogue as the call that `@RemoteKeys` makes of it.
    private func add(_ entry: CatalogEntry) {
        let value = entry.binding.valueExpression?.trimmedDescription ?? "unknown"
        // A reading says more of what is valid than a type does.
        let type = entry.detail("reading") == nil ? entry.binding.typeAnnotation?.type : nil
        let made = FirstCall(viewMode: .sourceAccurate)
        made.walk(Parser.parse(source: "let key = \(entry.expression(default: value, of: type))"))
        guard let call = made.call,
            let key = KeyCall(call, isInKeys: true, types: path, anchor: entry.property, in: file)
        else { return }
        calls.append(key)
    }

    /// Finds the call of `Key`, around which others stand.
    private final class FirstCall: SyntaxVisitor {
        var call: FunctionCallExprSyntax?

        override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
            let callee = node.calledExpression.as(GenericSpecializationExprSyntax.self)?.expression
            guard (callee ?? node.calledExpression).namePath == ["Key"] else { return .visitChildren }
            call = call ?? node
            return .skipChildren
        }
    }
}
