import ExperimentsCore
import ExperimentsSyntaxReading
import Foundation
import SwiftSyntax

/// A number in the sources, of the type that the compiler gives it.
enum ScannedNumber {
    case whole(Int)
    case fraction(Double)
    case decimal(Decimal)

    /// The kind of division, which decides the rounding.
    enum Kind {
        case whole, fraction, decimal
    }

    /// The number as a catalog writes it.
    var text: String {
        switch self {
        case .whole(let value): String(value)
        case .fraction(let value): NumberText.text(of: value)
        case .decimal(let value): "\(value)"
        }
    }

    var double: Double {
        switch self {
        case .whole(let value): Double(value)
        case .fraction(let value): value
        case .decimal(let value): NSDecimalNumber(decimal: value).doubleValue
        }
    }

    /// Returns the number as another type; nil if it does not fit.
    fileprivate func converted(to kind: Kind) -> ScannedNumber? {
        switch (self, kind) {
        case (.whole, .whole), (.fraction, .fraction), (.decimal, .decimal): self
        case (.whole(let value), .decimal): .decimal(Decimal(value))
        case (.fraction(let value), .decimal): .decimal(Decimal(value))
        case (.decimal, .whole): nil
        case (.fraction(let value), .whole): Int(exactly: value.rounded(.towardZero)).map { .whole($0) }
        case (_, .fraction): .fraction(double)
        }
    }

    fileprivate var negative: ScannedNumber? {
        switch self {
        case .whole(let value): value == .min ? nil : .whole(-value)
        case .fraction(let value): .fraction(-value)
        case .decimal(let value): .decimal(-value)
        }
    }

    /// Returns the result of an operator; nil if the app would crash at it, or not compile.
    fileprivate static func result(of left: ScannedNumber, _ operation: String, with right: ScannedNumber)
        -> ScannedNumber?
    {
        switch (left, right) {
        case (.whole(let left), .whole(let right)):
            let (value, isWrong) =
                switch operation {
                case "+": left.addingReportingOverflow(right)
                case "-": left.subtractingReportingOverflow(right)
                case "*": left.multipliedReportingOverflow(by: right)
                case "/": left.dividedReportingOverflow(by: right)
                default: left.remainderReportingOverflow(dividingBy: right)
                }
            return isWrong ? nil : .whole(value)
        case (.fraction(let left), .fraction(let right)):
            let value: Double? =
                switch operation {
                case "+": left + right
                case "-": left - right
                case "*": left * right
                case "/": left / right
                default: nil
                }
            return value.flatMap { $0.isFinite ? .fraction($0) : nil }
        case (.decimal(let left), .decimal(let right)):
            let value: Decimal? =
                switch operation {
                case "+": left + right
                case "-": left - right
                case "*": left * right
                case "/": right == 0 ? nil : left / right
                default: nil
                }
            return value.flatMap { $0.isNaN ? nil : .decimal($0) }
        default: return nil
        }
    }
}

extension LiteralReader {
    /// Returns the number of a literal, of arithmetic with literals, or of a constant.
    ///
    /// - Parameter kind: the type that is expected; nil if only the expression decides.
    func number(_ expression: ExprSyntax?, as kind: ScannedNumber.Kind?) -> ScannedNumber? {
        guard let expression else { return nil }
        return number(expression, as: kind ?? numberKind(of: expression) ?? .whole, depth: 0)
    }

    /// Returns the bounds of a closed range.
    func bounds(_ expression: ExprSyntax) -> (lower: Double, upper: Double)? {
        let found = resolved(expression)
        guard let terms = found.expression.terms,
            let middle = terms.firstIndex(where: { $0.operatorText == "..." })
        else { return nil }
        let reader = reader(in: found.scope)
        // A bound with a decimal point makes both bounds doubles.
        let kind = reader.numberKind(of: found.expression) ?? .whole
        let bounds = [terms[..<middle], terms[(middle + 1)...]].compactMap {
            $0.only?.boundWithoutLimit ?? reader.number($0, as: kind, depth: 0)?.double
        }
        return bounds.count == 2 ? (bounds[0], bounds[1]) : nil
    }

    /// Returns the type that a part of an expression gives the whole; nil if there are only whole literals, which may
    /// become any type.
    func numberKind(of expression: ExprSyntax) -> ScannedNumber.Kind? { numberKind(of: expression, depth: 0) }

    private func numberKind(of expression: ExprSyntax, depth: Int) -> ScannedNumber.Kind? {
        guard depth < 16 else { return nil }
        let found = resolved(expression)
        switch found.type?.last {
        case "Int": return .whole
        case "Double": return .fraction
        case "Decimal": return .decimal
        default: break
        }
        let reader = reader(in: found.scope)
        if let call = found.expression.numberCall { return call.kind }
        if found.expression.is(FloatLiteralExprSyntax.self) { return .fraction }
        if let prefix = found.expression.as(PrefixOperatorExprSyntax.self) {
            return reader.numberKind(of: prefix.expression, depth: depth + 1)
        }
        let kinds = (found.expression.terms ?? []).compactMap { reader.numberKind(of: $0, depth: depth + 1) }
        if let kind = kinds.first(where: { $0 != .whole }) ?? kinds.first { return kind }
        // A constant without a point is an Int, unlike a literal.
        let isConstant = found.expression != expression.withoutParentheses
        return isConstant && reader.number(found.expression, as: .whole, depth: depth + 1) != nil
            ? .whole : nil
    }

    private func number(_ expression: ExprSyntax, as kind: ScannedNumber.Kind, depth: Int) -> ScannedNumber? {
        guard depth < 16 else { return nil }
        let found = resolved(expression)
        let reader = reader(in: found.scope)
        if found.expression != expression.withoutParentheses {
            // A constant is divided according to its own type. One of another type would not compile here.
            let own = numberKind(of: expression) ?? kind
            return reader.number(found.expression, as: own, depth: depth + 1)?.converted(to: kind)
        }
        if kind == .whole, found.expression.namePath == ["Int", "min"] { return .whole(.min) }
        if kind == .whole, found.expression.namePath == ["Int", "max"] { return .whole(.max) }
        if let prefix = found.expression.as(PrefixOperatorExprSyntax.self) {
            let value = reader.number(prefix.expression, as: kind, depth: depth + 1)
            return prefix.operator.text == "-" ? value?.negative : prefix.operator.text == "+" ? value : nil
        }
        if let integer = found.expression.as(IntegerLiteralExprSyntax.self) {
            return integer.representedLiteralValue.flatMap { ScannedNumber.whole($0).converted(to: kind) }
        }
        if let literal = found.expression.as(FloatLiteralExprSyntax.self) {
            guard kind != .whole, let value = literal.representedLiteralValue else { return nil }
            return ScannedNumber.fraction(value).converted(to: kind)
        }
        if let call = found.expression.numberCall {
            if call.isText {
                let posix = Locale(identifier: "en_US_POSIX")
                return text(call.argument).flatMap { Decimal(string: $0, locale: posix) }.map { .decimal($0) }
            }
            return number(call.argument, as: nil)?.converted(to: call.kind)?.converted(to: kind)
        }
        return found.expression.terms.flatMap { number($0[...], as: kind, depth: depth + 1) }
    }

    private func number(_ terms: ArraySlice<ExprSyntax>, as kind: ScannedNumber.Kind, depth: Int)
        -> ScannedNumber?
    {
        terms.folded(
            by: [["+", "-"], ["*", "/", "%"]], operand: { number($0, as: kind, depth: depth + 1) },
            combine: { ScannedNumber.result(of: $0, $1, with: $2) })
    }
}

extension ArraySlice where Element == ExprSyntax {
    fileprivate var only: ExprSyntax? { count == 1 ? first : nil }
}

extension ExprSyntax {
    /// The infinite number that a bound of a range means: `Int.max`, `.infinity`, `-Double.infinity`.
    fileprivate var boundWithoutLimit: Double? {
        if let minus = self.as(PrefixOperatorExprSyntax.self), minus.operator.text == "-" {
            return minus.expression.boundWithoutLimit.map { -$0 }
        }
        if memberName == "infinity" { return .infinity }
        guard namePath?.first == "Int" else { return nil }
        return memberName == "max" ? .infinity : memberName == "min" ? -.infinity : nil
    }

    /// `Double(x)`, `Int(x)`, `Decimal(x)` and `Decimal(string: x)!`.
    fileprivate var numberCall: (kind: ScannedNumber.Kind, argument: ExprSyntax, isText: Bool)? {
        guard let call = unwrapped.as(FunctionCallExprSyntax.self), call.arguments.count == 1,
            let argument = call.arguments.first, let name = call.calledExpression.constructedName
        else { return nil }
        let isText = argument.label?.text == "string"
        guard isText ? name == "Decimal" || name == "" : argument.label == nil else { return nil }
        switch name {
        case "Int": return (.whole, argument.expression, false)
        case "Double": return (.fraction, argument.expression, false)
        case "Decimal": return (.decimal, argument.expression, isText)
        // `.init(string: "0.1")!` is a number if one is expected.
        case "" where isText: return (.decimal, argument.expression, true)
        default: return nil
        }
    }

    /// The name of the type that a call creates; empty for `.init`.
    private var constructedName: String? {
        guard let member = self.as(MemberAccessExprSyntax.self), member.declName.baseName.text == "init"
        else {
            return namePath?.last
        }
        return member.base.map { $0.namePath?.last } ?? ""
    }
}
