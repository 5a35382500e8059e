import ExperimentsOperator
import ExperimentsProject
import TerminalUI

extension AlertRules {
    /// Creates the alert rules from those of a project.
    init(_ notifications: ProjectNotifications) {
        self.init(
            keys: Set(notifications.keys), tellsBroken: notifications.broken,
            ways: Set(notifications.ways.compactMap { Alert.Way(rawValue: $0.rawValue) }))
    }
}

extension Color {
    /// A colour of a project file. The named ones are the terminal's own.
    init(_ color: EnvironmentColor) {
        switch color {
        case .named(let name): self = .ansi(UInt8(EnvironmentColor.names.firstIndex(of: name) ?? 7))
        case .rgb(let red, let green, let blue): self = .rgb(red, green, blue)
        }
    }
}
