import SwiftSyntax
import SyntaxReading

/// A type of the app, with what its extensions add.
struct TypeDeclaration {
    /// The names from the outermost type to this one.
    let path: [String]
    let node: any DeclGroupSyntax
    let name: TokenSyntax
    let file: ScannedFile
    /// The macro that makes it a remote value, written at the type or given by its namespace.
    let macro: (name: MacroName, attribute: AttributeSyntax?)?
    /// What it and its extensions inherit, by name.
    var inherited: [String]
    /// Its own members, then those of its extensions.
    var memberBlocks: [MemberBlockSyntax]

    var qualifiedName: String { path.joined(separator: ".") }

    var cases: [EnumCaseElementSyntax] {
        members.compactMap { $0.as(EnumCaseDeclSyntax.self) }.flatMap { Array($0.elements) }
    }

    /// The declaration of a property, and the value it is given, where it is one expression.
    func property(_ name: String, isStatic: Bool) -> PatternBindingSyntax? {
        members.lazy.compactMap { $0.as(VariableDeclSyntax.self) }
            .filter { $0.modifiers.contains { $0.name.tokenKind == .keyword(.static) } == isStatic }
            .flatMap(\.bindings).first { $0.name?.plainText == name }
    }

    private var members: [DeclSyntax] { memberBlocks.flatMap { $0.members.map(\.decl) } }
}

extension MemberBlockSyntax {
    /// The members, also those in conditional blocks.
    var declarations: [DeclSyntax] {
        members.flatMap { $0.decl.as(IfConfigDeclSyntax.self)?.declarations ?? [$0.decl] }
    }
}

extension PatternBindingSyntax {
    /// The expression that the property stands for: its initial value, or the only statement of its getter.
    var valueExpression: ExprSyntax? {
        if let initializer { return initializer.value }
        guard let accessors = accessorBlock?.accessors else { return nil }
        switch accessors {
        case .getter(let items): return items.onlyExpression
        case .accessors(let list):
            return list.first { $0.accessorSpecifier.tokenKind == .keyword(.get) }?.body?.statements.onlyExpression
        }
    }
}

extension CodeBlockItemListSyntax {
    /// The expression that the only statement is, or returns.
    var onlyExpression: ExprSyntax? {
        guard count == 1, let item = first?.item else { return nil }
        switch item {
        case .expr(let expression): return expression
        case .stmt(let statement):
            if let expression = statement.as(ExpressionStmtSyntax.self)?.expression { return expression }
            return statement.as(ReturnStmtSyntax.self)?.expression
        case .decl: return nil
        }
    }
}

/// A parsed file, which knows where its nodes stand.
struct ScannedFile: Sendable {
    let path: String
    let converter: SourceLocationConverter

    func place(of node: some SyntaxProtocol) -> SourcePlace {
        let location = converter.location(for: node.positionAfterSkippingLeadingTrivia)
        return SourcePlace(path: path, line: location.line, column: location.column)
    }
}
