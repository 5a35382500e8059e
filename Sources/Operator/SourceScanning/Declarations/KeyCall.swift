import SwiftSyntax
import SyntaxReading

/// A key as an extension of `Keys` declares it: `static let columns = Key("columns", default: 3).described(title: "Columns")`.
struct KeyCall {
    /// The property's name, and where it stands.
    let property: TokenSyntax
    let file: ScannedFile
    /// The type in angle brackets, or of the annotation; nil where the compiler finds it out.
    let type: TypeSyntax?
    /// The arguments of `Key(…)`.
    let arguments: LabeledExprListSyntax
    /// The arguments of each `described(…)` after it, in order.
    let descriptions: [LabeledExprListSyntax]

    /// Reads a static property; nil where it is no call of `Key`.
    init?(_ binding: PatternBindingSyntax, in file: ScannedFile) {
        guard let property = binding.name else { return nil }
        self.init(property, binding, in: file)
    }

    /// Reads a call of `Key` that a property stands for.
    init?(_ property: TokenSyntax, _ binding: PatternBindingSyntax, in file: ScannedFile) {
        guard var expression = binding.initializer?.value else { return nil }
        var descriptions: [LabeledExprListSyntax] = []
        // What follows the call stands around it.
        while true {
            if let member = expression.as(MemberAccessExprSyntax.self), let base = member.base {
                expression = base
            } else if let call = expression.as(FunctionCallExprSyntax.self),
                let member = call.calledExpression.as(MemberAccessExprSyntax.self), let base = member.base
            {
                if member.declName.baseName.plainText == "described" { descriptions.insert(call.arguments, at: 0) }
                expression = base
            } else {
                break
            }
        }
        guard let call = expression.as(FunctionCallExprSyntax.self) else { return nil }
        let generic = call.calledExpression.as(GenericSpecializationExprSyntax.self)
        guard (generic?.expression ?? call.calledExpression).namePath == ["Key"] else { return nil }
        (self.property, self.file, self.descriptions) = (property, file, descriptions)
        arguments = call.arguments
        type = generic?.genericArgumentClause.onlyType ?? binding.typeAnnotation?.type.keyType
    }

    /// The key's name; nil where it is no literal.
    var name: String? { arguments.first.flatMap { $0.label == nil ? $0.expression.textLiteral : nil } }

    /// The second argument, where it has no label: a type or a reading.
    var unlabelled: ExprSyntax? {
        arguments.dropFirst().first.flatMap { $0.label == nil ? $0.expression : nil }
    }

    /// The argument with a label.
    func argument(_ label: String) -> ExprSyntax? { arguments.expression(label) }

    /// The last word for people with a label, such as `title`.
    func words(_ label: String) -> String? {
        descriptions.compactMap { $0.expression(label)?.textLiteral }.last
    }
}

extension LabeledExprListSyntax {
    fileprivate func expression(_ label: String) -> ExprSyntax? {
        first { $0.label?.plainText == label }?.expression
    }
}

extension GenericArgumentClauseSyntax {
    /// The type, where there is one.
    fileprivate var onlyType: TypeSyntax? {
        guard arguments.count == 1, case .type(let type)? = arguments.first?.argument else { return nil }
        return type
    }
}

extension TypeSyntax {
    /// `Int` of `Key<Int>`.
    fileprivate var keyType: TypeSyntax? {
        self.as(IdentifierTypeSyntax.self)?.genericArgumentClause?.onlyType
    }
}
