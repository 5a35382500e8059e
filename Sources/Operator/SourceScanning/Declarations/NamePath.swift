import SwiftSyntax
import SyntaxReading

extension TypeSyntax {
    /// `["Remote", "Value"]` of `Remote.Value`; nil for anything but names.
    var namePath: [String]? {
        if let name = self.as(IdentifierTypeSyntax.self) { return [name.name.plainText] }
        guard let member = self.as(MemberTypeSyntax.self), let base = member.baseType.namePath else { return nil }
        return base + [member.name.plainText]
    }
}

extension ExprSyntax {
    /// `["Remote", "Value"]` of `Remote.Value`; nil for anything but names.
    var namePath: [String]? {
        if let name = self.as(DeclReferenceExprSyntax.self) { return [name.baseName.plainText] }
        guard let member = self.as(MemberAccessExprSyntax.self), let base = member.base?.namePath else { return nil }
        return base + [member.declName.baseName.plainText]
    }

    /// The names before `.self`.
    var metatypePath: [String]? {
        guard let path = namePath, path.last == "self", path.count > 1 else { return nil }
        return Array(path.dropLast())
    }

    /// The truth of a boolean literal.
    var booleanLiteral: Bool? {
        self.as(BooleanLiteralExprSyntax.self).map { $0.literal.tokenKind == .keyword(.true) }
    }

    /// The name of the member in `.b`, `Self.b` and `PaywallType.b`.
    var memberName: String? { self.as(MemberAccessExprSyntax.self)?.declName.baseName.plainText }
}
