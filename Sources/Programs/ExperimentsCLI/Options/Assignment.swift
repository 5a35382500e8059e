import ExperimentsCore

/// `name=value` on the command line.
struct Assignment {
    let name: String
    let value: String

    /// - Parameters:
    ///   - text: the word as it was given.
    ///   - option: the option it was given for.
    init(_ text: String, option: String) throws(CommandProblem) {
        guard let (name, value) = text.cut(atFirst: "="), !name.isEmpty else {
            throw CommandProblem("\(option) needs a name and a value, found \"\(text)\"", advice: "Write NAME=VALUE.")
        }
        (self.name, self.value) = (String(name), String(value))
    }

    /// The value as JSON where it is a number, a boolean, null, or text in quotes; else as text.
    var json: JSONValue {
        guard let value = try? JSONValue(parsing: value) else { return .string(value) }
        return value
    }

    /// Names that are on or off. Of two for one name, the last counts.
    static func switches(_ texts: [String], option: String) throws(CommandProblem) -> [String: Bool] {
        var switches: [String: Bool] = [:]
        for text in texts {
            let assignment = try Assignment(text, option: option)
            guard let isOn = BooleanText.value(of: assignment.value) else {
                throw CommandProblem("\(option) \(assignment.name) is on or off, found \"\(assignment.value)\"")
            }
            switches[assignment.name] = isOn
        }
        return switches
    }
}
