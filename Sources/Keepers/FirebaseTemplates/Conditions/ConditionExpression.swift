/// What has to hold for a condition of a client template: parts joined by `&&`, all of which have to hold.
///
/// The language has no "or", no "not" and no brackets around parts.
public struct ConditionExpression: Sendable, Hashable, CustomStringConvertible {
    /// The parts, in the order written; at least one.
    public let atoms: [ConditionAtom]

    /// Reads an expression.
    ///
    /// - Throws: `ExpressionProblem` with the place where the text stops being one.
    public init(parsing text: String) throws(ExpressionProblem) {
        var parser = ExpressionParser(text)
        atoms = try parser.expression()
    }

    /// An expression of these parts; `true` for none.
    public init(_ atoms: [ConditionAtom]) {
        self.atoms = atoms.isEmpty ? [.constant(true)] : atoms
    }

    /// The expression with one blank where blanks are needed.
    public var description: String { atoms.map(\.description).joined(separator: " && ") }

    /// The elements that it looks at, in the order written; `percent` is none of them.
    public var elements: [ConditionElement] {
        atoms.compactMap { if case .element(let element, _) = $0 { element } else { nil } }
    }
}
