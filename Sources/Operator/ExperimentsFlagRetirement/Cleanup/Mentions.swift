import ExperimentsSyntaxReading
import SwiftSyntax

extension RetirementFacts {
    /// Returns the places in a file that refer to the key, besides its declarations.
    func mentions(in tree: SourceFileSyntax) -> [Int] {
        let declarations = Set(KeyDeclaration.all(of: key, in: tree).map(\.node.id))
        var offsets: [Int] = []
        tree.visitNodes { node in
            switch node.as(SyntaxEnum.self) {
            case .patternBinding, .enumCaseElement: return !declarations.contains(node.id)
            case .switchCase(let arm):
                // Uses of the case in the key's own enum are removed with it.
                guard arm.switchIsOfSelf else { return true }
                let types = arm.typesAround
                return !names.contains { name in
                    name.owner.map { types.contains($0) } ?? false && arm.names(name.property)
                }
            case .memberAccessExpr(let access):
                let label = access.parent?.as(LabeledExprSyntax.self)?.label?.plainText ?? ""
                let isCertain = ["for", "of", "forKey"].contains(label)
                guard name(ExprSyntax(access), in: node.typesAround, isCertain: isCertain) != nil else { return true }
                offsets.append(node.range.lowerBound)
                return false
            case .declReferenceExpr(let reference):
                guard reference.parent?.as(MemberAccessExprSyntax.self)?.declName.id != reference.id else {
                    return false
                }
                if name(ExprSyntax(reference), in: node.typesAround, isCertain: false) != nil {
                    offsets.append(node.range.lowerBound)
                }
                return false
            case .stringLiteralExpr(let literal):
                if ExprSyntax(literal).textLiteral == key { offsets.append(node.range.lowerBound) }
                return true
            default: return true
            }
        }
        return offsets
    }
}

extension SwitchCaseSyntax {
    /// Whether a pattern of it is a case.
    func names(_ property: String) -> Bool {
        guard case .case(let label) = label else { return false }
        return label.caseItems.contains { $0.isCase(property) }
    }

    /// Whether the `switch` around is one over `self`.
    var switchIsOfSelf: Bool { parent?.parent?.as(SwitchExprSyntax.self)?.subject.trimmedDescription == "self" }
}

extension SwitchCaseItemSyntax {
    /// Returns whether it is a case without anything else.
    func isCase(_ property: String) -> Bool {
        guard let member = pattern.as(ExpressionPatternSyntax.self)?.expression.as(MemberAccessExprSyntax.self) else {
            return false
        }
        return member.declName.baseName.plainText == property
            && (member.base == nil || member.base?.trimmedDescription == "Self")
    }
}
