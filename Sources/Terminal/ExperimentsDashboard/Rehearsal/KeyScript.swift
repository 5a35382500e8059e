import ExperimentsSupport

/// A script of actions in a dashboard: `3 j j Enter`, `/ "check" Enter`, `+5s r`.
///
/// Words are the names of keys (`j`, `ctrl-d`, `F5`, `space`). A quoted text is typed. `+` with a duration lets time
/// pass.
public struct KeyScript: Sendable, Hashable {
    /// One step of a script.
    public enum Step: Sendable, Hashable {
        /// Press a key.
        case press(KeyPress)
        /// Type a text, letter by letter.
        case type(String)
        /// Let time pass.
        case wait(Duration)
    }

    /// The reason why a text is not a valid script.
    public struct Problem: Error, Sendable, Hashable, CustomStringConvertible, OperatorError {
        /// The problem, and what was expected.
        public let description: String
    }

    /// The steps, in order.
    public var steps: [Step]

    /// Creates a script from steps.
    public init(_ steps: [Step] = []) {
        self.steps = steps
    }

    /// Parses a script.
    public init(parsing text: String) throws(Problem) {
        var steps: [Step] = []
        var rest = text[...].drop(while: \.isWhitespace)
        while let first = rest.first {
            // A single quote character is the key of that name.
            if first == "\"" || first == "'", rest.dropFirst().first.map({ !$0.isWhitespace }) ?? false {
                let inside = rest.dropFirst()
                guard let end = inside.firstIndex(of: first) else {
                    throw Problem(description: "missing closing quote: \(rest)")
                }
                steps.append(.type(String(inside[..<end])))
                rest = inside[inside.index(after: end)...]
            } else {
                let word = rest.prefix { !$0.isWhitespace }
                steps.append(try Self.step(String(word)))
                rest = rest[word.endIndex...]
            }
            rest = rest.drop(while: \.isWhitespace)
        }
        self.steps = steps
    }

    private static func step(_ word: String) throws(Problem) -> Step {
        if word.count > 1, word.hasScalarPrefix("+") {
            guard let duration = DurationText.duration(from: String(word.dropFirst())) else {
                throw Problem(description: "invalid duration \"\(word)\": expected for example +5s or +2m")
            }
            return .wait(duration)
        }
        do throws(KeyPressProblem) {
            return .press(try KeyPress(parsing: word))
        } catch {
            throw Problem(description: "\(error); put text to type in quotes")
        }
    }
}
