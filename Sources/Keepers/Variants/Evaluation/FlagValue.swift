import ExperimentsCore

/// A value that a flag can take, in the forms that typed reads ask for.
struct FlagValue: Sendable {
    /// The value itself.
    let json: JSONValue
    /// What a read as a whole number gives, where the number was written as one.
    let int: Int?
    /// What a read as a number gives.
    let double: Double?

    init(_ json: JSONValue) {
        self.json = json
        if case .number(let lexeme) = json {
            int = Int(lexeme)
            double = Double(lexeme).flatMap { $0.isFinite ? $0 : nil }
        } else {
            (int, double) = (nil, nil)
        }
    }
}
