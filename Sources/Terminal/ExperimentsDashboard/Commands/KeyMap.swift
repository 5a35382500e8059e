import ExperimentsCore

/// The keys of all commands. The footer, the help and the palette show them.
public struct KeyMap: Sendable {
    /// Why a file's `bindings:` cannot be taken as they are.
    public enum Problem: Error, Sendable, Hashable, CustomStringConvertible, OperatorError {
        /// No action has this name.
        case unknownAction(String)
        /// A text names no key.
        case unknownKey(String, action: String, reason: String)
        /// One key was given to two actions.
        case conflict(KeyPress, Command, Command)

        public var description: String {
            switch self {
            case .unknownAction(let name): "unknown action '\(name)' in bindings"
            case .unknownKey(let text, let action, let reason): "'\(text)' (bound to \(action)) is not a key: \(reason)"
            case .conflict(let key, let first, let second):
                "\(key) is bound to both \(first.name) and \(second.name)"
            }
        }
    }

    private var keys: [Command: [KeyPress]]
    private var commands: [KeyPress: Command]

    /// The keys that everyone starts with.
    public static let standard = KeyMap(of: Command.all)

    /// The keys with which commands are declared.
    init(of commands: [Command]) {
        self.init(Dictionary(commands.map { ($0, $0.standardKeys) }) { first, _ in first }, of: commands)
    }

    private init(_ keys: [Command: [KeyPress]], of all: [Command]) {
        self.keys = keys
        commands = [:]
        for command in all {
            for key in keys[command] ?? [] where commands[key] == nil { commands[key] = command }
        }
    }

    /// The standard keys with some actions bound otherwise; an empty list unbinds an action. A key that is given to
    /// another action is taken from the one that had it by standard.
    ///
    /// - Returns: the map, and what could not be taken.
    public static func standard(changing bindings: [String: [String]]) -> (map: KeyMap, problems: [Problem]) {
        var problems: [Problem] = []
        var keys = standard.keys
        var owners: [KeyPress: Command] = [:]
        for (name, texts) in bindings.sorted(by: { $0.key < $1.key }) {
            guard let action = Command.named(name) else {
                problems.append(.unknownAction(name))
                continue
            }
            var presses: [KeyPress] = []
            for text in texts {
                do throws(KeyPressProblem) {
                    let press = try KeyPress(parsing: text)
                    if let other = owners[press], other != action { problems.append(.conflict(press, other, action)) }
                    owners[press] = action
                    presses.append(press)
                } catch {
                    problems.append(.unknownKey(text, action: name, reason: error.reason))
                }
            }
            keys[action] = presses
        }
        for (action, presses) in keys { keys[action] = presses.filter { owners[$0] == nil || owners[$0] == action } }
        return (KeyMap(keys, of: Command.all), problems)
    }

    /// The command that a key asks for.
    public func command(for key: KeyPress) -> Command? { commands[key] }

    /// The keys that ask for a command, the one to show first.
    public func keys(for command: Command) -> [KeyPress] { keys[command] ?? [] }
}
