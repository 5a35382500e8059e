import ExperimentsCore

/// The members of a request's JSON body. Names are accepted as `camelCase` and as `snake_case`, as the services do.
struct RequestFields {
    let object: JSONObject

    /// The largest length of an identifier in bytes, because some identifiers are stored.
    private static let identifierLimit = 1000

    init(_ body: [UInt8]) throws(EmulatorError) {
        let value = try Self.json(body)
        guard let object = value.object else {
            throw .invalidArgument("Invalid JSON payload received. Root element must be a message.")
        }
        self.object = object
    }

    /// Returns a text, or nil if it is absent or empty.
    func text(_ name: String) throws(EmulatorError) -> String? {
        guard let value = object[name] ?? object[Self.snakeCase(name)], value != .null else { return nil }
        guard let text = value.string else {
            throw .invalidArgument("Invalid value at '\(name)' (TYPE_STRING): found \(value.kindName).")
        }
        return text.isEmpty ? nil : text
    }

    /// Returns a whole number, written as a number or as a text; nil if it is absent.
    func wholeNumber(_ name: String) throws(EmulatorError) -> Int64? {
        guard let value = object[name] ?? object[Self.snakeCase(name)], value != .null else { return nil }
        guard let text = value.string ?? value.valueText, let number = Int64(text) else {
            throw .invalidArgument(
                "Invalid value at '\(name)' (TYPE_INT64): \(Quotation.of(value.valueText ?? ""))")
        }
        return number
    }

    /// Returns texts by name. Other scalars count as their text.
    func texts(_ name: String) throws(EmulatorError) -> [String: String] {
        guard let value = object[name] ?? object[Self.snakeCase(name)], value != .null else { return [:] }
        guard let members = value.object?.members else {
            throw .invalidArgument("Invalid value at '\(name)' (MAP): found \(value.kindName).")
        }
        return Dictionary(
            members.compactMap { member in member.value.valueText.map { (member.name, $0) } },
            uniquingKeysWith: { $1 })
    }

    func requiredText(_ name: String) throws(EmulatorError) -> String {
        guard let text = try text(name) else { throw .invalidArgument("'\(name)' is required.") }
        guard text.utf8.count <= Self.identifierLimit else {
            throw .invalidArgument("'\(name)' must have \(Self.identifierLimit) bytes at most.")
        }
        return text
    }

    /// Parses the body, as JSON or in the looser dialect of one of the official clients.
    private static func json(_ body: [UInt8]) throws(EmulatorError) -> JSONValue {
        do throws(JSONProblem) {
            return try JSONValue(parsing: body)
        } catch {
            if let value = try? JSONValue(parsing: RequestFields.strictJSON(body)) { return value }
            throw .invalidArgument("Invalid JSON payload received. \(error)")
        }
    }

    static func camelCase(_ name: String) -> String {
        let words = name.split(scalar: "_")
        return words.dropFirst().reduce(String(words.first ?? "")) {
            $0 + $1.prefix(1).uppercased() + $1.dropFirst()
        }
    }

    static func snakeCase(_ name: String) -> String {
        name.reduce(into: "") { $0 += $1.isUppercase ? "_" + $1.lowercased() : String($1) }
    }
}

/// JSON as some clients write it: names without quotes, and texts in single quotes.
extension RequestFields {
    /// Converts the dialect to strict JSON. Anything else stays unchanged, so that the parser reports it.
    static func strictJSON(_ bytes: [UInt8]) -> [UInt8] {
        var strict: [UInt8] = []
        strict.reserveCapacity(bytes.count + 64)
        var position = 0
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "\""), UInt8(ascii: "'"): copyText(bytes, &position, to: &strict)
            case let byte where isNameByte(byte): copyWord(bytes, &position, to: &strict)
            case let byte:
                strict.append(byte)
                position += 1
            }
        }
        return strict
    }

    private static func copyText(_ bytes: [UInt8], _ position: inout Int, to strict: inout [UInt8]) {
        let quote = bytes[position]
        strict.append(UInt8(ascii: "\""))
        position += 1
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            switch byte {
            case quote:
                strict.append(UInt8(ascii: "\""))
                return
            case UInt8(ascii: "\\") where position < bytes.count:
                // Strict JSON has no escaped single quote.
                if bytes[position] != UInt8(ascii: "'") { strict.append(byte) }
                strict.append(bytes[position])
                position += 1
            case UInt8(ascii: "\""):
                strict += Array("\\\"".utf8)
            default:
                strict.append(byte)
            }
        }
    }

    /// Copies a word: a name if a colon follows, otherwise a value such as `true`.
    private static func copyWord(_ bytes: [UInt8], _ position: inout Int, to strict: inout [UInt8]) {
        let word = bytes[position...].prefix(while: isNameByte)
        position = word.endIndex
        let next = bytes[position...].first { $0 != 0x20 && $0 != 0x0A && $0 != 0x0D && $0 != 0x09 }
        let isName = next == UInt8(ascii: ":")
        if isName { strict.append(UInt8(ascii: "\"")) }
        strict += word
        if isName { strict.append(UInt8(ascii: "\"")) }
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        byte.isASCIILetter || byte.isASCIIDigit || "_$-+.".utf8.contains(byte)
    }
}
