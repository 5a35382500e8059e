import ExperimentsSupport

/// Compares strings by UTF-16 code units, as in JavaScript. In Swift, strings that only look the same are equal.
enum JavaScriptText {
    /// Whether two strings have the same code units, which is so if they have the same bytes.
    static func isSame(_ first: String, _ second: String) -> Bool { first.isExactly(second) }

    /// Returns whether a string comes before another by code units, which is not the order of characters above U+FFFF.
    static func precedes(_ first: String, _ second: String) -> Bool {
        first.utf16.lexicographicallyPrecedes(second.utf16)
    }

    /// Returns the text in lower case by Unicode's full mapping, without a locale.
    static func lowercased(_ text: String) -> String {
        let isPlain = !text.unicodeScalars.contains("\u{3A3}")
        return isPlain ? text.lowercased() : withFinalSigmas(text)
    }

    /// Returns the text with `ς` for a capital sigma at the end of a word; Swift converts each one to `σ`.
    private static func withFinalSigmas(_ text: String) -> String {
        let scalars = Array(text.unicodeScalars)
        var result = ""
        for (place, scalar) in scalars.enumerated() {
            guard scalar == "\u{3A3}" else {
                result += scalar.properties.lowercaseMapping
                continue
            }
            let before = scalars[..<place].last { !$0.properties.isCaseIgnorable }
            let after = scalars[(place + 1)...].first { !$0.properties.isCaseIgnorable }
            let isFinal = before?.properties.isCased == true && after?.properties.isCased != true
            result += isFinal ? "\u{3C2}" : "\u{3C3}"
        }
        return result
    }
}
