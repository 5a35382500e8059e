import ExperimentsSyntaxReading
import SwiftSyntax

/// The types of type names and declarations.
extension NameResolver {
    /// Returns the type that is written at a place; nil if it is not known.
    package func type(_ syntax: TypeSyntax) -> SwiftType? {
        switch syntax.as(TypeSyntaxEnum.self) {
        case .optionalType(let node): return type(node.wrappedType).map { .optional($0) }
        // A use of it is one of the wrapped type, almost everywhere.
        case .implicitlyUnwrappedOptionalType(let node): return type(node.wrappedType)
        case .arrayType(let node): return type(node.element).map { .array($0) }
        case .dictionaryType(let node):
            guard let key = type(node.key), let value = type(node.value) else { return nil }
            return .dictionary(key, value)
        case .tupleType(let node):
            let types = node.elements.compactMap { type($0.type) }
            guard types.count == node.elements.count else { return nil }
            return types.count == 1 ? types[0] : .tuple(types)
        case .functionType(let node): return .function(type(node.returnClause.type))
        case .attributedType(let node): return type(node.baseType)
        case .someOrAnyType, .compositionType: return .opaque(syntax.trimmedDescription)
        case .metatypeType(let node): return type(node.baseType).map { .metatype($0) }
        case .identifierType, .memberType:
            guard let path = syntax.namePath else { return nil }
            let arguments = syntax.typeArguments.map { type($0) }
            guard let named = self.type(path, at: Syntax(syntax)) else { return nil }
            guard !arguments.isEmpty else { return named }
            return apply(arguments.compactMap(\.self), to: named)
        default: return nil
        }
    }

    private func apply(_ arguments: [SwiftType], to type: SwiftType) -> SwiftType {
        switch (type.libraryName, arguments.count) {
        case ("Optional", 1): .optional(arguments[0])
        case ("Array", 1): .array(arguments[0])
        case ("Dictionary", 2): .dictionary(arguments[0], arguments[1])
        default: type.key.map { .named($0, arguments) } ?? type
        }
    }

    // MARK: - Declarations

    /// Returns the type of the value of a declaration; for a function, its result.
    package func valueType(of declaration: Declaration, in owner: TypeKey?) -> SwiftType? {
        guard depth < 24 else { return nil }
        depth += 1
        defer { depth -= 1 }
        switch declaration.kind {
        case .enumCase: return owner.map { .named($0) }
        case .function:
            guard let node = declaration.node.as(FunctionDeclSyntax.self) else { return nil }
            return result(of: node)
        case .variable:
            guard let binding = declaration.node.as(PatternBindingSyntax.self) else { return nil }
            return type(of: binding)
        default: return nil
        }
    }

    /// Returns the types of the parameters and the result of a function that an expression names; nil if it is not the
    /// name of one.
    package func signature(of expression: ExprSyntax) -> [SwiftType]? {
        guard let name = expression.as(DeclReferenceExprSyntax.self)?.baseName.plainText else { return nil }
        let function: FunctionDeclSyntax?
        switch value(named: name, at: Syntax(expression)) {
        case .local(.function(let node)): function = node
        case .member(let declaration, _), .global(let declaration):
            function = declaration.node.as(FunctionDeclSyntax.self)
        default: function = nil
        }
        guard let function, function.signature.effectSpecifiers == nil, let result = result(of: function)
        else {
            return nil
        }
        let types = function.signature.parameterClause.parameters.compactMap { type($0.type) }
        return types.count == function.signature.parameterClause.parameters.count ? types + [result] : nil
    }

    func result(of node: FunctionDeclSyntax) -> SwiftType? {
        guard let clause = node.signature.returnClause else { return .tuple([]) }
        return type(clause.type)
    }

    func type(of binding: PatternBindingSyntax) -> SwiftType? {
        if let annotation = binding.typeAnnotation { return type(annotation.type) }
        if let variable = binding.parent?.parent?.as(VariableDeclSyntax.self), !variable.attributes.isEmpty {
            return type(ofWrapped: variable)
        }
        return binding.initializer.flatMap { type(of: $0.value) }
    }

    /// Returns for example the type of `@Environment(Store.self) var store`.
    private func type(ofWrapped variable: VariableDeclSyntax) -> SwiftType? {
        for element in variable.attributes {
            guard let attribute = element.as(AttributeSyntax.self) else { continue }
            switch attribute.attributeName.lastName {
            case "Environment":
                let argument = attribute.arguments?.as(LabeledExprListSyntax.self)?.first?.expression
                guard let path = argument?.metatypePath else { return nil }
                return type(path, at: Syntax(variable))
            case "State", "StateObject", "Published", "MainActor", "ObservationIgnored", "usableFromInline",
                "objc":
                continue
            default: return nil
            }
        }
        return variable.bindings.first?.initializer.flatMap { type(of: $0.value) }
    }

    /// Returns the type of the value that a name stands for.
    func type(of value: NamedValue) -> SwiftType? {
        switch value {
        case .local(let name): return type(of: name)
        case .member(let declaration, let owner):
            return declaration.kind == .function
                ? .function(valueType(of: declaration, in: owner)) : valueType(of: declaration, in: owner)
        case .global(let declaration):
            return declaration.kind == .function
                ? .function(valueType(of: declaration, in: nil)) : valueType(of: declaration, in: nil)
        case .none, .unknown: return nil
        }
    }

    private func type(of name: LocalName) -> SwiftType? {
        guard depth < 24 else { return nil }
        depth += 1
        defer { depth -= 1 }
        switch name {
        case .typed(let syntax): return type(syntax)
        case .variable(let binding): return type(of: binding)
        case .unwrapped(let value): return type(of: value)?.unwrapped
        case .unwrappedName(let name, let place):
            guard let parent = place.parent else { return nil }
            return type(of: value(named: name, at: parent))?.unwrapped
        case .element(let sequence): return type(of: sequence)?.element
        case .captured(let value): return type(of: value)
        case .function(let node): return .function(result(of: node))
        case .library(let name): return .library(name)
        case .other: return nil
        }
    }
}

extension TypeSyntax {
    /// `Int` of `Key<Int>`.
    fileprivate var typeArguments: [TypeSyntax] {
        let clause =
            self.as(IdentifierTypeSyntax.self)?.genericArgumentClause
            ?? self.as(MemberTypeSyntax.self)?.genericArgumentClause
        return clause?.arguments.compactMap { if case .type(let type) = $0.argument { type } else { nil } }
            ?? []
    }
}
