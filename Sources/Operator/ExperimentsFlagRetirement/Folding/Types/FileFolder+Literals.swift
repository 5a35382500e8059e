import ExperimentsSourceScanning
import ExperimentsSyntaxReading
import SwiftSyntax

/// Decides where a literal needs its type, because alone it may be a value of another one.
extension FileFolder {
    /// Types that a literal gives the same value as an expression of its type does.
    private static let plainTypes: Set = [
        "String", "Substring", "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32",
        "UInt64",
        "Double", "Float", "CGFloat", "TimeInterval", "Bool", "NSString", "NSNumber", "URL", "Optional",
        "Array", "Set",
        "Data", "Date", "Error",
    ]

    /// Functions of SwiftUI that look up a text literal in the app's translations, but no other text.
    private static let localizing: Set = [
        "navigationTitle", "navigationBarTitle", "navigationSubtitle", "help", "badge", "alert",
        "confirmationDialog",
        "accessibilityLabel", "accessibilityHint", "accessibilityValue", "tabItem",
    ]

    /// Operators of the standard library for several types.
    private static let standardOperators: Set = [
        "+", "-", "*", "/", "%", "&&", "||", "==", "!=", "<", ">", "<=", ">=", "??", "~=", "...", "..<",
    ]

    /// Returns the type to write behind the literal of a value; nil where the literal can only be of that type.
    func literalType(of value: KnownValue, at expression: ExprSyntax) -> String? {
        guard !value.isOptional, let type = value.literalType else { return nil }
        if let infix = expression.parent?.as(InfixOperatorExprSyntax.self) {
            let name = infix.operator.trimmedDescription
            let own = resolver.functions(named: name).count
            if own > 1 || own == 1 && Self.standardOperators.contains(name) { return type }
            // Beside another type, the literal would be of that type.
            guard name == "??", infix.rightOperand.id == expression.id,
                let other = resolver.type(of: infix.leftOperand)?.unwrapped
            else { return nil }
            return other.libraryName == type ? nil : type
        }
        guard let call = expression.argumentCall, call.arguments.first?.expression.id == expression.id,
            call.arguments.first?.label == nil, let name = call.callee?.name
        else { return nil }
        if case .types(let types) = resolver.expected(of: expression) {
            if types.count > 1 { return types.contains { $0.libraryName == type } ? nil : type }
            guard let key = madeType(by: call) else { return nil }
            // The literal of such a type is not passed to its initializer.
            return resolver.inherits(key, from: ExprSyntax.literalProtocols) ? type : nil
        }
        if name.first?.isUppercase == true {
            if let key = madeType(by: call) {
                return resolver.inherits(key, from: ExprSyntax.literalProtocols) ? type : nil
            }
            return Self.plainTypes.contains(name) || type != "String" ? nil : type
        }
        let isMethod = call.calledExpression.is(MemberAccessExprSyntax.self)
        return type == "String" && isMethod && Self.localizing.contains(name) ? type : nil
    }

    /// Whether the compiler refuses a value at an expression, or where the name is used that the expression is the value of.
    func isRefused(_ value: KnownValue, at expression: ExprSyntax) -> Bool {
        guard case .int(let number) = value.form, !value.isOptional else { return false }
        return expression.refuses(number)
            || usesOfBinding(expression).contains { ExprSyntax($0).refuses(number) }
    }

    /// The uses of the constant that an expression is the value of.
    private func usesOfBinding(_ expression: ExprSyntax) -> [DeclReferenceExprSyntax] {
        guard let binding = expression.parent?.parent?.as(PatternBindingSyntax.self),
            let name = binding.name?.plainText,
            let variable = binding.parent?.parent?.as(VariableDeclSyntax.self),
            variable.bindingSpecifier.tokenKind == .keyword(.let),
            let list = variable.parent?.parent?.as(CodeBlockItemListSyntax.self)
        else { return [] }
        return list.nodes(of: DeclReferenceExprSyntax.self).filter { $0.baseName.plainText == name }
    }

    /// Whether a value cannot be written in one of the places where a constant with that value is used.
    func isUnwritable(_ value: KnownValue, asValueOf expression: ExprSyntax) -> Bool {
        if isRefused(value, at: expression) { return true }
        guard case .enumCase(let type?, let name, _) = value.form else { return false }
        return usesOfBinding(expression).contains { code(of: type, name, at: ExprSyntax($0)) == nil }
    }

    /// The type of the sources that a call makes a value of; nil if it is another call.
    private func madeType(by call: FunctionCallExprSyntax) -> TypeKey? {
        guard case .metatype(let made)? = resolver.type(of: call.calledExpression), let key = made.key,
            !key.isOfLibrary
        else { return nil }
        return key
    }
}

extension ExprSyntax {
    fileprivate static let literalProtocols: Set = [
        "ExpressibleByStringLiteral", "ExpressibleByStringInterpolation", "ExpressibleByIntegerLiteral",
        "ExpressibleByFloatLiteral", "ExpressibleByBooleanLiteral", "ExpressibleByUnicodeScalarLiteral",
        "ExpressibleByExtendedGraphemeClusterLiteral",
    ]
}

extension KnownValue {
    /// The type of the literal of the value; nil if its code has one type only.
    var literalType: String? {
        switch form {
        case .bool: "Bool"
        case .int: "Int"
        case .double: "Double"
        case .string: "String"
        default: nil
        }
    }
}
