import ExperimentsCore
import ExperimentsOperator
import ExperimentsSupport

/// One `--as` of the command line: `beta tester`, or `country=NO`. A name holds no `=`.
enum PersonaArgument: Sendable, Hashable {
    /// A persona that is kept under a name.
    case named(String)
    /// Something that is known of the user; nil for what is not known.
    case field(String, JSONValue?)

    /// Whether it is a persona that is kept under a name.
    var isNamed: Bool { if case .named = self { true } else { false } }

    /// - Throws: `CommandProblem` for a value that begins like JSON but is not valid.
    init(_ text: String) throws(CommandProblem) {
        guard text.contains(scalar: "=") else {
            guard !text.isEmpty else {
                throw CommandProblem(
                    "--as needs a persona, found \"\"", advice: "Write the name of one, or NAME=VALUE.")
            }
            self = .named(text)
            return
        }
        let assignment = try Assignment(text, option: "--as")
        do throws(JSONValue.FieldProblem) {
            self = .field(assignment.name, try JSONValue.typed(assignment.value))
        } catch {
            throw CommandProblem(
                "--as \(assignment.name): \(error.reason)", advice: "Text that begins like JSON needs quotes.")
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
            } catch let problem as PersonaProblem {
                let advice = [problem.advice, "Write NAME=VALUE to say what is known of a user."].compactMap(\.self)
                throw CommandProblem("--as: \(problem.message)", advice: advice.joined(separator: "\n"))
            }
        case .field(let name, let value):
            var persona = persona
            persona.fields[name] = value
            return persona
        }
    }
}
