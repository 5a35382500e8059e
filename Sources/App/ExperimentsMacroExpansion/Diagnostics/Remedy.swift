import ExperimentsSyntaxReading
import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder

/// A fix-it that is certain to solve a problem.
struct Remedy: FixItMessage {
    let message: String
    var fixItID: MessageID { MessageID(domain: "Experiments", id: "remedy") }

    private init(_ message: String) {
        self.message = message
    }

    /// Replaces the macro by another one, with the same arguments.
    static func use(_ macro: MacroName, in attribute: AttributeSyntax) -> FixIt {
        let name = TypeSyntax(IdentifierTypeSyntax(name: .identifier(macro.rawValue)))
            .with(\.trailingTrivia, attribute.attributeName.trailingTrivia)
        return FixIt(
            message: Remedy("use \(macro)"),
            changes: [.replace(oldNode: Syntax(attribute.attributeName), newNode: Syntax(name))])
    }

    /// Removes the arguments of the attribute.
    static func removeArguments(of attribute: AttributeSyntax) -> FixIt {
        let bare = attribute.with(\.leftParen, nil).with(\.arguments, nil).with(\.rightParen, nil)
            .with(\.trailingTrivia, attribute.trailingTrivia)
        return FixIt(
            message: Remedy("remove the argument"),
            changes: [.replace(oldNode: Syntax(attribute), newNode: Syntax(bare))])
    }

    /// Adds `String` as the raw type of an enum.
    static func addStringRawType(to declaration: EnumDeclSyntax) -> FixIt {
        var mended = declaration
        var rawType = InheritedTypeSyntax(type: IdentifierTypeSyntax(name: .identifier("String")))
        if let clause = declaration.inheritanceClause {
            rawType = rawType.with(\.trailingComma, .commaToken(trailingTrivia: .space))
            mended.inheritanceClause = clause.with(\.inheritedTypes, [rawType] + clause.inheritedTypes)
        } else {
            let afterName = declaration.name.trailingTrivia
            mended.name = declaration.name.with(\.trailingTrivia, [])
            mended.inheritanceClause = InheritanceClauseSyntax(
                colon: .colonToken(trailingTrivia: .space),
                inheritedTypes: [rawType.with(\.trailingTrivia, afterName.isEmpty ? .space : afterName)])
        }
        return FixIt(
            message: Remedy("add 'String' as the raw type"),
            changes: [.replace(oldNode: Syntax(declaration), newNode: Syntax(mended))])
    }

    /// Renames an enum to `Variant`.
    static func renameToVariant(_ declaration: EnumDeclSyntax) -> FixIt {
        let name = TokenSyntax.identifier("Variant", trailingTrivia: declaration.name.trailingTrivia)
        return FixIt(
            message: Remedy("rename '\(declaration.name.text)' to 'Variant'"),
            changes: [.replace(oldNode: Syntax(declaration.name), newNode: Syntax(name))])
    }

    /// Replaces `private` by `fileprivate`.
    static func makeFileprivate(_ declaration: EnumDeclSyntax) -> FixIt? {
        guard let modifier = declaration.modifiers.first(where: { $0.name.tokenKind == .keyword(.private) })
        else {
            return nil
        }
        let mended = modifier.with(\.name, modifier.name.with(\.tokenKind, .keyword(.fileprivate)))
        return FixIt(
            message: Remedy("write 'fileprivate'"),
            changes: [.replace(oldNode: Syntax(modifier), newNode: Syntax(mended))])
    }

    /// Adds a `default` for the developer to fill in.
    static func addDefault(to declaration: StructDeclSyntax) -> FixIt {
        let member: DeclSyntax = "static let `default` = Self(<#values#>)"
        let first = declaration.memberBlock.members.first
        let item = MemberBlockItemSyntax(
            leadingTrivia: first?.leadingTrivia ?? [.newlines(1), .spaces(4)], decl: member,
            trailingTrivia: first == nil ? .newline : [])
        let block = declaration.memberBlock.with(\.members, [item] + declaration.memberBlock.members)
        return FixIt(
            message: Remedy("add `default`"),
            changes: [.replace(oldNode: Syntax(declaration.memberBlock), newNode: Syntax(block))])
    }
}
