extension JSONValue {
    /// The value on one line without blanks.
    public var compactText: String {
        var writer = JSONWriter(indentation: nil)
        writer.write(self)
        return writer.text
    }

    /// The value with two blanks of indentation, a member or element on each line, and no newline at the end.
    public var prettyText: String {
        var writer = JSONWriter(indentation: "  ")
        writer.write(self)
        return writer.text
    }
}

private struct JSONWriter {
    var text = ""
    let indentation: String?
    private var level = 0

    init(indentation: String?) {
        self.indentation = indentation
    }

    mutating func write(_ value: JSONValue) {
        switch value {
        case .null: text += "null"
        case .bool(let value): text += value ? "true" : "false"
        case .number(let lexeme): text += lexeme
        case .string(let string): write(string)
        case .array(let elements):
            writeSequence(elements, open: "[", close: "]") { writer, element in writer.write(element) }
        case .object(let object):
            writeSequence(object.members, open: "{", close: "}") { writer, member in
                writer.write(member.name)
                writer.text += writer.indentation == nil ? ":" : ": "
                writer.write(member.value)
            }
        }
    }

    private mutating func writeSequence<Element>(
        _ elements: [Element], open: String, close: String, _ write: (inout JSONWriter, Element) -> Void
    ) {
        text += open
        level += 1
        for (index, element) in elements.enumerated() {
            if index > 0 { text += "," }
            breakLine()
            write(&self, element)
        }
        level -= 1
        if !elements.isEmpty { breakLine() }
        text += close
    }

    private mutating func breakLine() {
        guard let indentation else { return }
        text += "\n"
        for _ in 0..<level { text += indentation }
    }

    private mutating func write(_ string: String) {
        text += "\""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            case "\u{00}"..<"\u{20}", "\u{7F}", "\u{2028}", "\u{2029}":
                let digits = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: text.unicodeScalars.append(scalar)
            }
        }
        text += "\""
    }
}
