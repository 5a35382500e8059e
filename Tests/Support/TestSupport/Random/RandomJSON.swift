import ExperimentsSupport

/// Random values of every kind, with texts that are hard to write.
package enum RandomJSON {
    package static func value(depth: Int = 4, using random: inout some RandomNumberGenerator) -> JSONValue {
        switch Int.random(in: depth > 0 ? 0..<8 : 0..<5, using: &random) {
        case 0: .null
        case 1: .bool(.random(using: &random))
        case 2: .number(String(Int.random(in: -1_000...1_000, using: &random)))
        case 3: .number(number(using: &random))
        case 4: .string(text(using: &random))
        case 5:
            .array(
                (0..<Int.random(in: 0..<5, using: &random)).map { _ in value(depth: depth - 1, using: &random)
                })
        default: .object(object(depth: depth - 1, using: &random))
        }
    }

    package static func object(depth: Int, using random: inout some RandomNumberGenerator) -> JSONObject {
        var object = JSONObject()
        for _ in 0..<Int.random(in: 0..<20, using: &random) {
            object[text(using: &random)] = value(depth: depth, using: &random)
        }
        return object
    }

    package static func text(using random: inout some RandomNumberGenerator) -> String {
        let scalars: [Unicode.Scalar] = [
            "a", "b", "z", "0", " ", "\"", "\\", "/", "\n", "\t", "\u{00}", "\u{1B}", "\u{7F}", "\u{9B}", "é",
            "\u{301}",
            "中", "😀", "\u{2028}", "\u{202E}", "\u{FFFD}", "\u{FEFF}", "\u{10FFFF}",
        ]
        var text = ""
        for _ in 0..<Int.random(in: 0..<12, using: &random) {
            if let scalar = scalars.randomElement(using: &random) { text.unicodeScalars.append(scalar) }
        }
        return text
    }

    private static func number(using random: inout some RandomNumberGenerator) -> String {
        let digits = String(UInt64.random(in: 1...UInt64.max, using: &random))
        return ["\(digits)", "-\(digits).\(digits)", "0.\(digits)e-5", "\(digits)E+12"].randomElement(
            using: &random)
            ?? "0"
    }
}
