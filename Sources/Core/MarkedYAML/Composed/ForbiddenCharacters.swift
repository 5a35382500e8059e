import ExperimentsSupport

/// The characters that no YAML text may hold, looked for first so that the message can say which and where.
enum ForbiddenCharacters {
    static func first(in text: String) -> YAMLProblem? {
        var line = 1
        var column = 1
        var afterReturn = false
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x0A:
                if !afterReturn { line += 1 }
                column = 1
                afterReturn = false
                continue
            case 0x0D:
                line += 1
                column = 1
                afterReturn = true
                continue
            case 0x09, 0x20...0x7E, 0x85, 0xA0...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF:
                column += 1
                afterReturn = false
            default:
                let code = String(scalar.value, radix: 16, uppercase: true)
                let name = "U+" + code.zeroPadded(to: 4)
                return YAMLProblem(
                    "the character \(name) is not allowed in YAML; write it as an escape in double quotes",
                    line: line, column: column)
            }
        }
        return nil
    }
}
