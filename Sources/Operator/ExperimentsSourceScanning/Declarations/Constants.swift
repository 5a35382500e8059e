import ExperimentsSyntaxReading
import SwiftSyntax

/// The place of code, on which the meaning of its names depends.
struct LexicalScope: Sendable, Hashable {
    /// The names of the types around it, from the outermost one.
    let types: [String]
    /// The path of the file.
    let file: String
}

/// A property or a `let` in a file.
struct Constant {
    /// The expression that it is a name for; nil if only the running app knows its value.
    let value: ExprSyntax?
    /// The type that is written behind its name.
    let type: [String]?
    /// The scope of its declaration.
    let scope: LexicalScope
}

/// The constants of the app, by name.
struct Constants {
    private var byName: [String: [Constant]] = [:]

    /// Notes the declarations in a type or a file. Variables are noted as well, because they hide constants with the
    /// same name.
    mutating func add(_ declaration: VariableDeclSyntax, in scope: LexicalScope) {
        let isStatic = declaration.modifiers.contains { $0.name.tokenKind == .keyword(.static) }
        let isLet = declaration.bindingSpecifier.tokenKind == .keyword(.let)
        for binding in declaration.bindings {
            guard let name = binding.name?.plainText else { continue }
            let isConstant = (isStatic || scope.types.isEmpty) && (isLet || binding.initializer == nil)
            let constant = Constant(
                value: isConstant ? binding.valueExpression : nil,
                type: binding.typeAnnotation?.type.namePath,
                scope: scope)
            byName[(scope.types + [name]).joined(separator: "."), default: []].append(constant)
        }
    }

    /// Notes the declarations of other files.
    mutating func add(_ other: Constants) { byName.merge(other.byName) { $0 + $1 } }

    /// Returns the constant that `path` names in `scope`; nil if there is none, or if there are several, as `#if` allows.
    func constant(_ path: [String], from scope: LexicalScope) -> Constant? {
        guard !path.isEmpty else { return nil }
        for depth in (0...scope.types.count).reversed() {
            let name = (scope.types.prefix(depth) + path).joined(separator: ".")
            if let found = byName[name] { return only(of: found, for: scope) }
        }
        // A lone name is not that of a member of another type.
        guard path.count > 1 else { return nil }
        let ending = "." + path.joined(separator: ".")
        let candidates = byName.keys.filter { $0.hasSuffix(ending) }
        if candidates.count == 1 {
            return candidates.first.flatMap { byName[$0] }.flatMap { only(of: $0, for: scope) }
        }
        // A module's name in front.
        return constant(Array(path.dropFirst()), from: LexicalScope(types: [], file: scope.file))
    }

    /// Several files may have a private one with the same name.
    private func only(of found: [Constant], for scope: LexicalScope) -> Constant? {
        let own = found.filter { $0.scope.file == scope.file }
        let meant = own.isEmpty ? found : own
        return meant.count == 1 ? meant.first : nil
    }
}

extension ExprSyntax {
    /// Whether a function around the expression has a parameter or a local constant called `name`.
    func isShadowed(_ name: String) -> Bool {
        var node = Syntax(self)
        while let parent = node.parent {
            node = parent
            switch parent.kind {
            case .functionDecl, .initializerDecl, .subscriptDecl, .closureExpr, .accessorBlock:
                if parent.tokens(viewMode: .sourceAccurate).contains(where: { $0.declaresLocal(name) }) {
                    return true
                }
            default: break
            }
        }
        return false
    }
}

extension TokenSyntax {
    fileprivate func declaresLocal(_ name: String) -> Bool {
        guard plainText == name, let kind = parent?.kind else { return false }
        return [.identifierPattern, .functionParameter, .closureParameter, .closureShorthandParameter]
            .contains(kind)
    }
}

extension TypeSyntax {
    /// The names in an expression, for example `["Remote", "Value"]` for `Remote.Value`; nil for anything but names.
    var namePath: [String]? {
        if let name = self.as(IdentifierTypeSyntax.self) { return [name.name.plainText] }
        guard let member = self.as(MemberTypeSyntax.self), let base = member.baseType.namePath else {
            return nil
        }
        return base + [member.name.plainText]
    }
}

extension ExprSyntax {
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
