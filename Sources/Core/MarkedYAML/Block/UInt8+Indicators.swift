/// The characters that mean something to YAML, as bytes.
extension UInt8 {
    static var newline: UInt8 { UInt8(ascii: "\n") }
    static var carriageReturn: UInt8 { UInt8(ascii: "\r") }
    static var space: UInt8 { UInt8(ascii: " ") }
    static var dash: UInt8 { UInt8(ascii: "-") }
    static var period: UInt8 { UInt8(ascii: ".") }
    static var colon: UInt8 { UInt8(ascii: ":") }
    static var comma: UInt8 { UInt8(ascii: ",") }
    static var hash: UInt8 { UInt8(ascii: "#") }
    static var questionMark: UInt8 { UInt8(ascii: "?") }
    static var doubleQuote: UInt8 { UInt8(ascii: "\"") }
    static var singleQuote: UInt8 { UInt8(ascii: "'") }
    static var backslash: UInt8 { UInt8(ascii: "\\") }
    static var openBracket: UInt8 { UInt8(ascii: "[") }
    static var closeBracket: UInt8 { UInt8(ascii: "]") }
    static var openBrace: UInt8 { UInt8(ascii: "{") }
    static var closeBrace: UInt8 { UInt8(ascii: "}") }

    /// Whether plain text cannot start with this character, or only under conditions.
    var isIndicator: Bool {
        switch self {
        case .dash, .questionMark, .colon, .comma, .openBracket, .closeBracket, .openBrace, .closeBrace, .hash,
            UInt8(ascii: "&"), UInt8(ascii: "*"), UInt8(ascii: "!"), UInt8(ascii: "|"), UInt8(ascii: ">"),
            .singleQuote, .doubleQuote, UInt8(ascii: "%"), UInt8(ascii: "@"), UInt8(ascii: "`"):
            true
        default: false
        }
    }

    /// The value of a hexadecimal digit.
    var hexDigitValue: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
