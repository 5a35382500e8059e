import ArgumentParser
import ExperimentsDashboard

/// A screen of the dashboard as it is named on the command line: by its title in small letters.
struct ScreenName: ExpressibleByArgument {
    /// The screen.
    let screen: Screen

    init?(argument: String) {
        guard let screen = Screen(named: argument) else { return nil }
        self.screen = screen
    }

    static var allValueStrings: [String] { Screen.allCases.map(\.name) }
}
