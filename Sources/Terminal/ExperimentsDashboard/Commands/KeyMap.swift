/// Which key asks for which action. The footer, the help and the palette are projections of it.
public struct KeyMap: Sendable {
    /// Why a file's `bindings:` cannot be taken as they are.
    public enum Problem: Error, Sendable, Hashable, CustomStringConvertible {
        /// No action has this name.
        case unknownAction(String)
        /// A text names no key.
        case unknownKey(String, action: String, reason: String)
        /// One key was given to two actions.
        case conflict(KeyPress, Action, Action)

        public var description: String {
            switch self {
            case .unknownAction(let name): "unknown action '\(name)' in bindings"
            case .unknownKey(let text, let action, let reason): "'\(text)' (bound to \(action)) is not a key: \(reason)"
            case .conflict(let key, let first, let second):
                "\(key) is bound to both \(first.rawValue) and \(second.rawValue)"
            }
        }
    }

    private var keys: [Action: [KeyPress]]
    private var actions: [KeyPress: Action]

    /// The keys that everyone starts with.
    public static let standard = KeyMap(keys: standardKeys)

    private init(keys: [Action: [KeyPress]]) {
        self.keys = keys
        actions = [:]
        for action in Action.allCases {
            for key in keys[action] ?? [] where actions[key] == nil { actions[key] = action }
        }
    }

    /// The standard keys with some actions bound otherwise; an empty list unbinds an action. A key that is given to
    /// another action is taken from the one that had it by standard.
    ///
    /// - Returns: the map, and what could not be taken.
    public static func standard(changing bindings: [String: [String]]) -> (map: KeyMap, problems: [Problem]) {
        var problems: [Problem] = []
        var keys = standardKeys
        var owners: [KeyPress: Action] = [:]
        for (name, texts) in bindings.sorted(by: { $0.key < $1.key }) {
            guard let action = Action(rawValue: name) else {
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
        return (KeyMap(keys: keys), problems)
    }

    /// The action that a key asks for.
    public func action(for key: KeyPress) -> Action? { actions[key] }

    /// The keys that ask for an action, the one to show first.
    public func keys(for action: Action) -> [KeyPress] { keys[action] ?? [] }

    private static let standardKeys: [Action: [KeyPress]] = {
        func control(_ character: Character) -> KeyPress { KeyPress(.character(character), modifiers: .control) }
        return [
            .moveDown: [KeyPress("j"), KeyPress(.down)],
            .moveUp: [KeyPress("k"), KeyPress(.up)],
            .top: [KeyPress("g"), KeyPress(.home)],
            .bottom: [KeyPress("G"), KeyPress(.end)],
            .halfPageDown: [control("d")],
            .halfPageUp: [control("u")],
            .pageDown: [KeyPress(.pageDown), control("f")],
            .pageUp: [KeyPress(.pageUp), control("b")],
            .scrollRight: [KeyPress("L"), KeyPress(.right)],
            .scrollLeft: [KeyPress("H"), KeyPress(.left)],
            .showKeys: [KeyPress("1")],
            .showMissing: [KeyPress("2")],
            .showIncorrect: [KeyPress("3")],
            .showOverrides: [KeyPress("4")],
            .showExperiments: [KeyPress("5")],
            .showHistory: [KeyPress("6")],
            .nextScreen: [KeyPress(.tab)],
            .previousScreen: [KeyPress(.backTab)],
            .previousView: [control("o"), KeyPress(.backspace)],
            .nextView: [KeyPress(.character("o"), modifiers: .alt)],
            .details: [KeyPress(.enter)],
            .openDetails: [KeyPress("l")],
            .closeDetails: [KeyPress("h")],
            .detailDown: [KeyPress("J")],
            .detailUp: [KeyPress("K")],
            .growDetails: [KeyPress(")")],
            .shrinkDetails: [KeyPress("(")],
            .zoomDetails: [KeyPress("Z")],
            .exportView: [KeyPress("E")],
            .back: [KeyPress(.escape)],
            .filter: [KeyPress("/")],
            .find: [KeyPress("f")],
            .findDetails: [KeyPress("F")],
            .findNext: [KeyPress("n")],
            .findPrevious: [KeyPress("N")],
            .sort: [KeyPress("s")],
            .sortLeft: [KeyPress("{")],
            .sortRight: [KeyPress("}")],
            .invertSort: [KeyPress("S")],
            .setOverride: [KeyPress("o")],
            .editOverride: [KeyPress("e")],
            .removeOverride: [KeyPress("u"), KeyPress(.delete)],
            .switchOverride: [KeyPress(" ")],
            .clearOverrides: [KeyPress("D")],
            .mark: [KeyPress("m")],
            .markAll: [KeyPress("M")],
            .markRange: [KeyPress("V")],
            .profiles: [KeyPress("P")],
            .undo: [KeyPress("U")],
            .redo: [control("y")],
            .refetch: [KeyPress("r"), KeyPress(.function(5))],
            .persona: [KeyPress("i")],
            .pause: [KeyPress("p")],
            .lengthenInterval: [KeyPress("+")],
            .shortenInterval: [KeyPress("-")],
            .sources: [KeyPress("b")],
            .compare: [KeyPress("=")],
            .copyValue: [KeyPress("y")],
            .copyKey: [KeyPress("Y")],
            .narrowKeys: [KeyPress("<")],
            .widenKeys: [KeyPress(">")],
            .changedOnly: [KeyPress("c")],
            .groupView: [KeyPress("v")],
            .foldJSON: [KeyPress("z")],
            .stepBack: [KeyPress("[")],
            .stepForward: [KeyPress("]")],
            .pickFetch: [KeyPress("d")],
            .ring: [KeyPress("B")],
            .theme: [KeyPress("t")],
            .palette: [KeyPress(":"), control("p")],
            .help: [KeyPress("?"), KeyPress(.function(1))],
            .messages: [KeyPress("!")],
            .redraw: [control("l")],
            .suspend: [control("z")],
            .quit: [KeyPress("q"), control("c")],
        ]
    }()
}
