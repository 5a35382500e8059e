/// Refuses aliases in the keys of mappings.
///
/// Yams compares the keys of a mapping by their whole content, so a key that is built from aliases to aliases could
/// keep it busy forever. Documents with more than a few aliases therefore may not use lists, mappings or aliases as
/// keys, which no configuration file does. The check looks at the text, not at its meaning: `? ` where a key may start,
/// and a colon after `]`, `}` or an alias.
extension YAMLProblem {
    private static let fewAliases = 8

    static func ofCollectionKeys(in text: String) -> YAMLProblem? {
        guard text.utf8.contains(UInt8(ascii: "*")) else { return nil }
        var scan = Scan()
        var aliases = 0
        var suspect: YAMLProblem?
        let scalars = Array(text.unicodeScalars)
        for index in scalars.indices {
            let scalar = scalars[index]
            let next = index + 1 < scalars.count ? scalars[index + 1] : " "
            if scalar == "*", scan.atStart, !isBlank(next) {
                aliases += 1
                scan.inAlias = true
            } else if suspect == nil, scan.opensKey(scalar, next) {
                suspect = YAMLProblem(
                    "a key must be plain text in a document with many aliases", line: scan.line,
                    column: scan.column)
            }
            if aliases > fewAliases, let suspect { return suspect }
            scan.pass(scalar)
        }
        return nil
    }

    private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
        scalar == " " || scalar == "\t" || scalar == "\n" || scalar == "\r"
    }

    private struct Scan {
        var line = 1
        var column = 1
        /// Whether a token may start here: only spaces since a line break or an indicator.
        var atStart = true
        /// Whether an alias has been read, and nothing but spaces since.
        var inAlias = false
        private var aliasEnded = false
        private var afterCollection = false

        func opensKey(_ scalar: Unicode.Scalar, _ next: Unicode.Scalar) -> Bool {
            if scalar == "?" { return atStart && isBlank(next) }
            return scalar == ":" && (afterCollection || inAlias)
        }

        mutating func pass(_ scalar: Unicode.Scalar) {
            if scalar == "\n" {
                line += 1
                column = 1
            } else {
                column += 1
            }
            if isBlank(scalar) {
                if inAlias { aliasEnded = true }
                if scalar == "\n" || scalar == "\r" { atStart = true }
                return
            }
            if aliasEnded {
                inAlias = false
                aliasEnded = false
            }
            afterCollection = scalar == "]" || scalar == "}"
            switch scalar {
            case "-", "?", ":", ",", "[", "{": atStart = true
            default: atStart = false
            }
        }
    }
}
