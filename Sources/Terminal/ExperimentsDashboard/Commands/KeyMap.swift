import ExperimentsCore
import ExperimentsProject

/// The keys of all commands. The footer, the help and the palette show them.
public struct KeyMap: Sendable {
    /// Why the `bindings:` of a file are not valid.
    public enum Problem: Error, Sendable, Hashable, CustomStringConvertible, OperatorError {
        /// No action has this name.
        case unknownAction(String)
        /// A text is not the name of a key.
        case unknownKey(String, action: String, reason: String)
        /// A key is bound to two actions. `places` has the place in the file for each, if known: `experiments.yaml:12`.
        case conflict(KeyPress, Command, Command, places: [String?])

        public var description: String {
            switch self {
            case .unknownAction(let name): "unknown action \"\(name)\" in bindings"
            case .unknownKey(let text, let action, let reason):
                "\"\(text)\" (bound to \(action)) is not a key: \(reason)"
            case .conflict(let key, let first, let second, let places):
                "\(key) is bound to both "
                    + zip([first.name, second.name], places).map { name, place in
                        name + (place.map { " (\($0))" } ?? "")
                    }.joined(separator: " and ")
            }
        }
    }

    /// Every command: those of the dashboard in the order in which the help lists them, then the user's own.
    public let all: [Command]
    private var keys: [Command: [KeyPress]]
    private var commands: [KeyPress: [Command]]

    /// The default keys.
    public static let standard = KeyMap(of: Command.all)

    /// Creates a map with the default keys of some commands.
    init(of commands: [Command]) {
        self.init(Dictionary(commands.map { ($0, $0.standardKeys) }) { first, _ in first }, of: commands)
    }

    private init(_ keys: [Command: [KeyPress]], of all: [Command]) {
        self.all = all
        self.keys = keys
        commands = [:]
        for command in all {
            for key in keys[command] ?? [] { commands[key, default: []].append(command) }
        }
    }

    /// Returns the default keys with some actions bound differently. An empty list unbinds an action. A key that is
    /// bound to another action is taken from the action that has it by default.
    ///
    /// - Returns: the map, and the bindings that are not valid.
    public static func standard(changing bindings: [String: [String]]) -> (map: KeyMap, problems: [Problem]) {
        standard(
            changing: bindings.sorted { $0.key < $1.key }.map {
                ProjectBinding(action: $0.key, keys: $0.value)
            })
    }

    /// Returns the same with the user's own commands, and with the places of the bindings in the problems.
    package static func standard(
        changing bindings: [ProjectBinding], adding own: [ProjectCommand] = []
    ) -> (map: KeyMap, problems: [Problem]) {
        var problems: [Problem] = []
        let all = Command.all + own.map { Command($0) }
        var keys = Dictionary(all.map { ($0, $0.standardKeys) }) { first, _ in first }
        var owners: [KeyPress: [(command: Command, place: String?)]] = [:]
        func bind(_ texts: [String], to action: Command, at place: String?) {
            var presses: [KeyPress] = []
            for text in texts {
                do throws(KeyPressProblem) {
                    let press = try KeyPress(parsing: text)
                    let others = owners[press, default: []]
                    if let other = others.first(where: {
                        $0.command != action && $0.command.sharesScreen(with: action)
                    }
                    ) {
                        problems.append(
                            .conflict(press, other.command, action, places: [other.place, place]))
                    }
                    owners[press] = others + [(action, place)]
                    presses.append(press)
                } catch {
                    problems.append(.unknownKey(text, action: action.name, reason: error.reason))
                }
            }
            keys[action] = presses
        }
        for binding in bindings {
            guard let action = all.first(where: { $0.name == binding.action }) else {
                problems.append(.unknownAction(binding.action))
                continue
            }
            bind(binding.keys, to: action, at: binding.declaredAt)
        }
        for command in own { bind(command.keys, to: Command(command), at: command.declaredAt) }
        for (action, presses) in keys {
            keys[action] = presses.filter { press in
                owners[press].map { $0.contains { $0.command == action } } ?? true
            }
        }
        return (KeyMap(keys, of: all), problems)
    }

    /// Returns the command with a name.
    func command(named name: String) -> Command? { all.first { $0.name == name } }

    /// Returns the command that a key runs.
    ///
    /// - Parameters:
    ///   - key: the key that was pressed.
    ///   - screen: the current screen. A command for this screen only takes precedence over others with the same key.
    ///     Nil for a panel, where keys have their usual meaning.
    public func command(for key: KeyPress, on screen: Screen? = nil) -> Command? {
        let bound = commands[key] ?? []
        let own = screen.flatMap { screen in bound.first { $0.screens?.contains(screen) ?? false } }
        return own ?? bound.first { $0.screens == nil } ?? bound.first
    }

    /// Returns the keys of a command, the one to show first.
    public func keys(for command: Command) -> [KeyPress] { keys[command] ?? [] }
}

extension Command {
    /// Returns whether two commands cannot have the same key, because there is a screen on which neither takes
    /// precedence.
    func sharesScreen(with other: Command) -> Bool {
        switch (screens, other.screens) {
        case (nil, nil): true
        case (let mine?, let others?): !mine.isDisjoint(with: others)
        default: false
        }
    }
}

// Hints must not contain literal keys, because they may be bound differently.
extension KeyMap {
    /// Returns the key to name in hints for an action; nil if it has none.
    func name(of action: Command) -> String? { keys(for: action).first?.description }

    /// Returns a hint for an action, after its key: `r fetches now`. Nil if it has no key.
    func words(_ action: Command, _ does: String) -> String? { name(of: action).map { $0 + " " + does } }

    /// Returns a hint for the last line, with the keys of one action or of several that belong together; nothing
    /// without a key.
    func hint(_ actions: [Command], _ word: String) -> [KeyHint] {
        let keys = actions.compactMap { self.keys(for: $0).first }
        guard let first = keys.first else { return [] }
        if keys.count == 1 { return [KeyHint(first, word)] }
        return [KeyHint(several: keys.map(\.description).joined(separator: " "), word)]
    }

    /// The keys for the next and the previous match, as a text prefix; empty if there are none.
    var goingOn: String {
        let names = [Command.findNext, .findPrevious].compactMap { name(of: $0) }
        return names.isEmpty ? "" : names.joined(separator: " ") + " go on, "
    }

    /// Whether a key closes a panel in which letters are commands: `Esc`, and the keys that go back or quit.
    func leavesPanel(_ press: KeyPress) -> Bool {
        let command = command(for: press)
        return press.key == .escape || command == .back || command == .quit
    }

    /// Returns why a list is empty, and the key that helps, if there is one.
    func emptyWords(_ reason: String, _ action: Command, does: String) -> [String] {
        [reason, words(action, does)].compactMap(\.self)
    }

    /// Returns the keys that move up and down, for lists in which only these work.
    func choosing(_ word: String = "choose") -> [KeyHint] { hint([.moveDown, .moveUp], word) }
}
