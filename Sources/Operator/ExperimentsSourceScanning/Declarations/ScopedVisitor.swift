import ExperimentsSyntaxReading
import SwiftSyntax

/// A visitor that knows the types around its current place.
class ScopedVisitor: SyntaxVisitor {
    let file: ScannedFile
    /// The names of the types around each type around the current place, and its own.
    private var types: [[String]] = [[]]

    init(_ file: ScannedFile) {
        self.file = file
        super.init(viewMode: .sourceAccurate)
    }

    /// The names of the types around the current place.
    final var path: [String] { types.last ?? [] }

    final var scope: LexicalScope { LexicalScope(types: path, file: file.path) }

    override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
        types.append(node.extendedType.namePath ?? [])
        return .visitChildren
    }

    override func visitPost(_ node: ExtensionDeclSyntax) { types.removeLast() }

    override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind { enter(node.name) }

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
}
