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
            case .unknownAction(let name): "unknown action \"\(name)\" in bindings"
            case .unknownKey(let text, let action, let reason):
                "\"\(text)\" (bound to \(action)) is not a key: \(reason)"
            case .conflict(let key, let first, let second):
                "\(key) is bound to both \(first.name) and \(second.name)"
            }
        }
    }

    private var keys: [Command: [KeyPress]]
    private var commands: [KeyPress: [Command]]

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
            for key in keys[command] ?? [] { commands[key, default: []].append(command) }
        }
    }

    /// The standard keys with some actions bound otherwise; an empty list unbinds an action. A key that is given to
    /// another action is taken from the one that had it by standard.
    ///
    /// - Returns: the map, and what could not be taken.
    public static func standard(changing bindings: [String: [String]]) -> (map: KeyMap, problems: [Problem]) {
        var problems: [Problem] = []
        var keys = standard.keys
        var owners: [KeyPress: [Command]] = [:]
        for (name, texts) in bindings.sorted(by: { $0.key < $1.key }) {
            guard let action = Command.named(name) else {
                problems.append(.unknownAction(name))
                continue
            }
            var presses: [KeyPress] = []
            for text in texts {
                do throws(KeyPressProblem) {
                    let press = try KeyPress(parsing: text)
                    let others = owners[press, default: []]
                    if let other = others.first(where: { $0 != action && $0.sharesScreen(with: action) }) {
                        problems.append(.conflict(press, other, action))
                    }
                    owners[press] = others + [action]
                    presses.append(press)
                } catch {
                    problems.append(.unknownKey(text, action: name, reason: error.reason))
                }
            }
            keys[action] = presses
        }
        for (action, presses) in keys { keys[action] = presses.filter { owners[$0]?.contains(action) ?? true } }
        return (KeyMap(keys, of: Command.all), problems)
    }

    /// The command that a key asks for.
    ///
    /// - Parameter screen: the screen that is shown. On it, a command for this screen alone comes before others that
    ///   have the same key. Nil for a panel, in which keys mean what they mean on most screens.
    public func command(for key: KeyPress, on screen: Screen? = nil) -> Command? {
        let bound = commands[key] ?? []
        let own = screen.flatMap { screen in bound.first { $0.screens?.contains(screen) ?? false } }
        return own ?? bound.first { $0.screens == nil } ?? bound.first
    }

    /// The keys that ask for a command, the one to show first.
    public func keys(for command: Command) -> [KeyPress] { keys[command] ?? [] }
}

extension Command {
    /// Whether one key cannot ask for both, because there is a screen on which neither comes first.
    func sharesScreen(with other: Command) -> Bool {
        switch (screens, other.screens) {
        case (nil, nil): true
        case (let mine?, let others?): !mine.isDisjoint(with: others)
        default: false
        }
    }
}

// A hint is never written out by hand: the keys may be bound otherwise.
extension KeyMap {
    /// The key that hints name for an action; nil if it has none.
    func name(of action: Command) -> String? { keys(for: action).first?.description }

    /// Returns a hint for an action, after its key: `r fetches now`. Nil if it has no key.
    func words(_ action: Command, _ does: String) -> String? { name(of: action).map { $0 + " " + does } }

    /// A hint for the last line, with the keys of one action or of several that belong together; none without a key.
    func hint(_ actions: [Command], _ word: String) -> [KeyHint] {
        let keys = actions.compactMap { self.keys(for: $0).first }
        guard let first = keys.first else { return [] }
        if keys.count == 1 { return [KeyHint(first, word)] }
        return [KeyHint(several: keys.map(\.description).joined(separator: " "), word)]
    }

    /// The keys that go to the next and previous match, as a text prefix; empty if there are none.
    var goingOn: String {
        let names = [Command.findNext, .findPrevious].compactMap { name(of: $0) }
        return names.isEmpty ? "" : names.joined(separator: " ") + " go on, "
    }

    /// Whether a key leaves a panel in which letters are commands: `Esc`, and the keys that go back or quit.
    func leavesPanel(_ press: KeyPress) -> Bool {
        let command = command(for: press)
        return press.key == .escape || command == .back || command == .quit
    }

    /// Why a list is empty, and which key helps, if one is bound.
    func emptyWords(_ reason: String, _ action: Command, does: String) -> [String] {
        [reason, words(action, does)].compactMap(\.self)
    }

    /// The keys that move up and down, for lists in which only they do.
    func choosing(_ word: String = "choose") -> [KeyHint] { hint([.moveDown, .moveUp], word) }
}
