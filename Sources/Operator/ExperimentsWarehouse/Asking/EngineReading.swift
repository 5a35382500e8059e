import ExperimentsSupport

/// What an engine says about its work, in the words of the program that asked it.
enum EngineReading {
    private static let longest = 120
    private static let units = ["rows", "bytes", "B", "KB", "MB", "GB", "TB", "KiB", "MiB", "GiB", "TiB"]

    /// Returns the number of rows or bytes that an engine read, from what a program printed besides the answer:
    /// `1.00 million rows, 8.00 MB`. Nil if it does not say that.
    static func words(in errors: String) -> String? {
        // Programs that show their progress return to the start of the line.
        let lines = errors.unicodeScalars.split { $0 == "\n" || $0 == "\r" }
        return lines.reversed().lazy.compactMap { words(ofLine: String($0)) }.first
    }

    private static func words(ofLine line: String) -> String? {
        var words = ShownText.trimmed(withoutEscapes(line)).split(scalar: " ").map(String.init)
        // What follows in parentheses is the speed.
        if let speed = words.firstIndex(where: { $0.hasScalarPrefix("(") }) { words = Array(words[..<speed]) }
        guard let unit = words.firstIndex(where: { isUnit($0) }), unit > 0,
            words[..<unit].contains(where: { isNumber($0) })
        else { return nil }
        // Progress begins with signs and a title.
        if let title = words.firstIndex(where: { $0.hasSuffix(":") }), title < unit {
            words.removeFirst(title + 1)
        }
        let text = words.joined(separator: " ")
        return text.count > longest ? text.prefix(longest) + "…" : text
    }

    private static func isUnit(_ word: String) -> Bool {
        units.contains(String(word.unicodeScalars.filter { $0 != "," && $0 != "." && $0 != ";" }))
    }

    private static func isNumber(_ word: String) -> Bool {
        word.utf8.first?.isASCIIDigit == true
            && word.utf8.allSatisfy { $0.isASCIIDigit || $0 == 0x2E || $0 == 0x2C }
    }

    /// Returns a line without the sequences that move the cursor or set colors.
    private static func withoutEscapes(_ line: String) -> String {
        var kept = String.UnicodeScalarView()
        var isInside = false
        for scalar in line.unicodeScalars {
            if scalar.value == 0x1B {
                isInside = true
            } else if isInside {
                isInside = !(scalar.value >= 0x40 && scalar != "[")
            } else {
                kept.append(scalar)
            }
        }
        return String(kept)
    }
}
