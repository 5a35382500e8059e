/// The values of a list that others are looked up in.
struct MembershipSet: Sendable {
    /// A value that can be in a list: lists and objects never are, because they are not the same one.
    private enum Scalar: Hashable, Sendable {
        case null
        case bool(Bool)
        case number(Double)
        case text(ExactText)

        init?(_ value: AttributeValue) {
            switch value {
            case .null: self = .null
            case .bool(let value): self = .bool(value)
            case .number(let value): self = .number(value)
            case .text(let text): self = .text(ExactText(text))
            case .list, .object: return nil
            }
        }
    }

    /// The number of members.
    let count: Int
    private let ignoresCase: Bool
    /// Few values are compared one by one, many are looked up.
    private let few: [AttributeValue]
    private let many: Set<Scalar>

    private static let mostCompared = 8

    init(_ values: [AttributeValue], ignoresCase: Bool = false) {
        let values = ignoresCase ? values.map(\.inSmallLetters) : values
        count = values.count
        self.ignoresCase = ignoresCase
        few = values.count <= Self.mostCompared ? values : []
        many = values.count <= Self.mostCompared ? [] : Set(values.compactMap(Scalar.init))
    }

    /// The texts of a list of nothing else, if they are few enough to be gone through one by one as numbers.
    var texts: [String]? {
        guard !ignoresCase, count <= 64 else { return nil }
        var texts: [String] = []
        texts.reserveCapacity(count)
        for case .text(let text) in few { texts.append(text) }
        for case .text(let text) in many { texts.append(text.text) }
        return texts.count == few.count + many.count ? texts : nil
    }

    /// Whether a value is one of them; of a list, whether any of its elements is.
    func contains(_ value: AttributeValue) -> Bool {
        if case .list(let elements) = value { return elements.contains(where: containsOne) }
        return containsOne(value)
    }

    private func containsOne(_ value: AttributeValue) -> Bool {
        let value = ignoresCase ? value.inSmallLetters : value
        if !few.isEmpty { return few.contains { $0.isIdentical(to: value) } }
        guard !many.isEmpty, let scalar = Scalar(value) else { return false }
        return many.contains(scalar)
    }
}

extension AttributeValue {
    /// The same, a text in small letters.
    fileprivate var inSmallLetters: AttributeValue {
        if case .text(let text) = self { .text(JavaScriptText.lowercased(text)) } else { self }
    }
}
