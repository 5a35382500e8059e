/// The spellings of a boolean: `1 true t yes y on` and `0 false f no n off`, in any case, without blanks around them.
///
/// The true ones are what the Firebase clients for the web, Node, Python, Go and Android share. Anything else is not
/// silently false, as it is there, but incorrect.
package enum BooleanText {
    /// The truth that `text` spells, or nil if it spells none.
    package static func value(of text: String) -> Bool? {
        guard text.utf8.count <= 5 else { return nil }
        switch text.lowercased() {
        case "1", "true", "t", "yes", "y", "on": return true
        case "0", "false", "f", "no", "n", "off": return false
        default: return nil
        }
    }

    /// The truth of any text by the rule of Foundation's `NSString.boolValue`: true if it begins with `Y`, `T` (in either
    /// case) or a digit from 1 to 9, after blanks, a sign and zeros. So `on` is false, and `truthy` and `2` are true.
    package static func foundationValue(of text: String) -> Bool {
        var rest = text.utf8.drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
        if let sign = rest.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") { rest = rest.dropFirst() }
        switch rest.first(where: { $0 != UInt8(ascii: "0") }) {
        case UInt8(ascii: "y"), UInt8(ascii: "Y"), UInt8(ascii: "t"), UInt8(ascii: "T"): return true
        case .some(let byte): return byte.isASCIIDigit
        case nil: return false
        }
    }
}
