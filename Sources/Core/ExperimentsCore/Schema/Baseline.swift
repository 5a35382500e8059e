/// The suffix that marks a value meant for users outside the experiment: the value is used, but no group is reported.
package enum Baseline {
    /// The suffix itself.
    package static let suffix = "_baseline"

    /// Returns the text without its `_baseline` suffix, and whether it had one. Only one suffix is removed.
    package static func split(_ text: String) -> (name: String, isBaseline: Bool) {
        // Compared as bytes, so that a combining character before the suffix does not hide it.
        let bytes = text.utf8
        guard bytes.count >= suffix.utf8.count, bytes.suffix(suffix.utf8.count).elementsEqual(suffix.utf8) else {
            return (text, false)
        }
        return (String(text[..<bytes.index(bytes.endIndex, offsetBy: -suffix.utf8.count)]), true)
    }
}
