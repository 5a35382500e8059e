/// The suffix that marks a value meant for users outside the experiment: the value is used, but no group is reported.
package enum Baseline {
    /// The suffix itself.
    package static let suffix = "_baseline"

    /// The text without one such suffix, and whether it had it. Only one is taken off.
    package static func split(_ text: String) -> (name: String, isBaseline: Bool) {
        // Compared as bytes: a suffix is a suffix whatever combines with the character before it.
        let bytes = text.utf8
        guard bytes.count >= suffix.utf8.count, bytes.suffix(suffix.utf8.count).elementsEqual(suffix.utf8) else {
            return (text, false)
        }
        return (String(text[..<bytes.index(bytes.endIndex, offsetBy: -suffix.utf8.count)]), true)
    }
}
