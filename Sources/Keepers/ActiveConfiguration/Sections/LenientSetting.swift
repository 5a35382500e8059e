import ExperimentsCore

/// Converts any value to a number or a boolean, as Foundation's `NSString` and `NSNumber` convert themselves: what cannot
/// be converted is 0 or false.
enum LenientSetting {
    static func int(_ value: JSONValue) -> Int {
        switch value {
        case .number(let lexeme): Int(lexeme) ?? truncated(Double(lexeme) ?? 0)
        case .string(let text): NumberPrefix.int(of: text)
        case .bool(let value): value ? 1 : 0
        default: 0
        }
    }

    static func double(_ value: JSONValue) -> Double {
        switch value {
        case .number(let lexeme): Double(lexeme) ?? 0
        case .string(let text): NumberPrefix.double(of: text)
        case .bool(let value): value ? 1 : 0
        default: 0
        }
    }

    static func bool(_ value: JSONValue) -> Bool {
        switch value {
        case .bool(let value): value
        case .number: double(value) != 0
        case .string(let text): BooleanText.foundationValue(of: text)
        default: false
        }
    }

    private static func truncated(_ value: Double) -> Int {
        Int(exactly: value.rounded(.towardZero)) ?? (value < 0 ? .min : value > 0 ? .max : 0)
    }
}
