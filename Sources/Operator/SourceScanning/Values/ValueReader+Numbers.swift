import ExperimentsCore
import SwiftSyntax
import SyntaxReading

extension ValueReader {
    mutating func numberSchema(_ kind: ValueKind, _ isBaselinable: Bool) -> ValueSchema {
        ValueSchema(
            kind: kind, range: range(), defaultText: numberDefault(kind, isBaselinable),
            understandsBaseline: isBaselinable)
    }

    /// The macro's argument, or the type's own `range`.
    private mutating func range() -> ClosedRange<Double>? {
        let own = type.property("range", isStatic: true)
        guard let expression = type.macro?.attribute?.argument("in")?.expression ?? own?.valueExpression else {
            return nil
        }
        guard let (lower, upper) = literals.bounds(expression), lower <= upper else {
            report(
                expression,
                "the range of '\(type.qualifiedName)' could not be read, and is left out; expected two literals")
            return nil
        }
        return lower...upper
    }

    private mutating func numberDefault(_ kind: ValueKind, _ isBaselinable: Bool) -> String? {
        let label = kind == .int ? "integer" : "number"
        let expression =
            declaresDefault
            ? ownDefault?.argument(label) : type.macro?.attribute?.argument("default")?.expression
        guard let expression, let value = literals.number(expression, as: kind == .int ? .whole : .fraction) else {
            return leaveOutDefault(at: (expression ?? ownDefault).map(Syntax.init) ?? Syntax(type.name))
        }
        // By hand, the call says whether the default is a baseline; a macro's always is.
        let isBaseline =
            isBaselinable && (declaresDefault ? literals.truth(ownDefault?.argument("baseline")) ?? true : true)
        return value.text + (isBaseline ? Baseline.suffix : "")
    }
}
