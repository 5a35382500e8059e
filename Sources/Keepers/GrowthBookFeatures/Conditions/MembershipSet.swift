/// The values of a list that others are looked up in.
struct MembershipSet: Sendable {
    /// A value that can be in a list: lists and objects never are, because they are not the same one.
    private enum Scalar: Hashable, Sendable {
        case null
        case bool(Bool)
        case number(Double)
        case text(ExactText)

        init?(_ value: AttributeValue, ignoresCase: Bool) {
            switch value {
            case .null: self = .null
            case .bool(let value): self = .bool(value)
            case .number(let value): self = .number(value)
            case .text(let text): self = .text(ExactText(ignoresCase ? JavaScriptText.lowercased(text) : text))
            case .list, .object: return nil
            }
        }
    }

    /// The number of members.
    let count: Int
    private let ignoresCase: Bool
    private let members: Set<Scalar>

    init(_ values: [AttributeValue], ignoresCase: Bool = false) {
        count = values.count
        self.ignoresCase = ignoresCase
        members = Set(values.compactMap { Scalar($0, ignoresCase: ignoresCase) })
    }

    /// Whether a value is one of them; of a list, whether any of its elements is.
    func contains(_ value: AttributeValue) -> Bool {
        if case .list(let elements) = value { return elements.contains(where: containsOne) }
        return containsOne(value)
    }

    private func containsOne(_ value: AttributeValue) -> Bool {
        Scalar(value, ignoresCase: ignoresCase).map(members.contains) ?? false
    }
}
