/// The spellings of a boolean: `1 true t yes y on` and `0 false f no n off`, in any case, without blanks around.
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
}
