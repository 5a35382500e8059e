import ExperimentsCore

/// A value that an app tells the service about itself or its user, for conditions to look at.
public enum CustomSignalValue: Sendable, Hashable {
    /// A text.
    case string(String)
    /// A whole number.
    case integer(Int)
    /// A number.
    case double(Double)

    /// The value as it is sent; nil for a number that is infinite or none.
    var text: String? {
        switch self {
        case .string(let text): text
        case .integer(let number): String(number)
        case .double(let number): number.isFinite ? NumberText.text(of: number) : nil
        }
    }
}

extension CustomSignalValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
    /// A text.
    public init(stringLiteral value: String) { self = .string(value) }

    /// A whole number.
    public init(integerLiteral value: Int) { self = .integer(value) }

    /// A number.
    public init(floatLiteral value: Double) { self = .double(value) }
}
