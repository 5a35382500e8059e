import ExperimentsCore
import ExperimentsOperator
import ExperimentsSupport

/// `name=value` on the command line.
struct Assignment {
    let name: String
    let value: String

    /// - Parameters:
    ///   - text: the word as given.
    ///   - option: the option that it belongs to.
    ///   - form: the expected form, as in the help.
    init(_ text: String, option: String, form: String = "NAME=VALUE") throws(CommandProblem) {
        guard let (name, value) = text.cut(atFirst: "="), !name.isEmpty else {
            throw CommandProblem("invalid \(option) \(Quotation.of(text)): expected \(form)")
        }
        self.name = String(name)
        self.value = String(value)
    }

    /// Throws an error for a value that looks like further assignments: `7,country=NO`.
    ///
    /// - Parameter form: returns the form of a further assignment.
    func refuseSeveral(_ subject: String, _ form: (String) -> String) throws(CommandProblem) {
        let parts = value.split(scalar: ",", omittingEmptySubsequences: false)
        let isSeveral = parts.dropFirst().allSatisfy { part in
            part.cut(atFirst: "=").map { name, _ in
                !name.isEmpty && name.utf8.allSatisfy { $0.isASCIILetterOrDigit || "._-".utf8.contains($0) }
            } ?? false
        }
        guard parts.count > 1, isSeveral, value.utf8.first != UInt8(ascii: "\"") else { return }
        let all = ["\(name)=\(parts[0])"] + parts.dropFirst().map(String.init)
        throw CommandProblem(
            "\(subject) \(Quotation.of("\(name)=\(value)")): expected one attribute",
            advice: "Use \(all.map(form).joined(separator: " "))\n" + Self.jsonAdvice(self))
    }

    /// Returns advice for a value that begins like JSON but is not: its quotes must be escaped from the shell.
    static func jsonAdvice(_ assignment: Assignment) -> String {
        let text = JSONValue.string(assignment.value).compactText.replacing(scalar: "'", with: #"'\''"#)
        return "For text, use double quotes inside single quotes: '\(assignment.name)=\(text)'"
    }

    /// The value as JSON if it is a number, a boolean, null, or text in quotes; otherwise as text.
    var json: JSONValue {
        guard let value = try? JSONValue(parsing: value) else { return .string(value) }
        return value
    }

    /// Reads names that are on or off. If a name has several, the last one counts.
    static func switches(_ texts: [String], option: String) throws(CommandProblem) -> [String: Bool] {
        var switches: [String: Bool] = [:]
        for text in texts {
            let assignment = try Assignment(text, option: option)
            guard let isOn = BooleanText.value(of: assignment.value) else {
                throw CommandProblem("invalid \(option) \(Quotation.of(text)): expected on or off after =")
            }
            switches[assignment.name] = isOn
        }
        return switches
    }
}

extension Filter {
    /// Reads the value of `--filter`. Every command with a filter uses this, because an invalid filter must never act
    /// as one that matches everything.
    ///
    /// - Throws: `CommandProblem` with the dashboard's words and a caret under the place.
    init(option text: String) throws(CommandProblem) {
        do throws(FilterProblem) {
            try self.init(whole: text)
        } catch {
            throw CommandProblem(error, in: text)
        }
    }
}

extension CommandProblem {
    /// Creates the error for a problem with a filter.
    init(_ problem: FilterProblem, in text: String) {
        let place =
            text.index(text.startIndex, offsetBy: problem.offset, limitedBy: text.endIndex) ?? text.endIndex
        let offset = text.utf8.distance(from: text.startIndex, to: place)
        self.init("--filter: \(problem.text)", excerpt: Self.excerpt(of: text, at: offset))
    }
}

extension JSONObject {
    /// Reads an option with a JSON object; an empty object if the option is not given.
    init(option: String, _ text: String?, example: String) throws(CommandProblem) {
        self.init()
        guard let text else { return }
        let value: JSONValue
        do throws(JSONProblem) {
            value = try JSONValue(parsing: text)
        } catch {
            throw CommandProblem("invalid \(option): not JSON: \(error)")
        }
        guard let object = value.object else {
            throw CommandProblem(
                "invalid \(option): expected a JSON object, found \(value.kindName)",
                advice: "For example: \(option) '\(example)'")
        }
        self = object
    }
}

/// A value of `--as`: `beta tester`, or `country=NO`. A name does not contain `=`.
enum PersonaArgument: Sendable, Hashable {
    /// A saved or declared persona, by name.
    case named(String)
    /// An attribute of the user; nil removes it.
    case field(String, JSONValue?)

    /// Whether it is a persona with a name.
    var isNamed: Bool { if case .named = self { true } else { false } }

    /// - Throws: `CommandProblem` for a value that begins like JSON but is not valid.
    init(_ text: String) throws(CommandProblem) {
        guard text.contains(scalar: "=") else {
            guard !text.isEmpty else {
                throw CommandProblem(
                    "invalid --as \"\": expected a persona or NAME=VALUE",
                    advice: "Use `experiments persona list` to list personas.")
            }
            self = .named(text)
            return
        }
        let assignment = try Assignment(text, option: "--as")
        try assignment.refuseSeveral("invalid --as") { "--as \($0)" }
        do throws(MessageError) {
            self = .field(assignment.name, try JSONValue.typed(assignment.value))
        } catch {
            throw CommandProblem(
                "invalid --as \(assignment.name): \(error.message)", advice: Assignment.jsonAdvice(assignment)
            )
        }
    }

    /// The title for messages.
    var title: String {
        switch self {
        case .named(let name): name
        case .field(let name, let value): "\(name)=\(value?.fieldText ?? "")"
        }
    }

    /// Returns a persona with these fields added.
    ///
    /// - Throws: `CommandProblem` if there is no persona with this name, `FileProblem` if it cannot be read.
    func applied(to persona: SourcePersona, from library: PersonaLibrary) throws -> SourcePersona {
        switch self {
        case .named(let name):
            do {
                return try library.persona(named: name).laid(over: persona)
            } catch let problem as MessageError {
                let advice = [problem.advice, "Use NAME=VALUE to set an attribute."].compactMap(\.self)
                throw CommandProblem("--as: \(problem.message)", advice: advice.joined(separator: "\n"))
            }
        case .field(let name, let value):
            var persona = persona
            persona.fields[name] = value
            return persona
        }
    }
}
