import ArgumentParser
import RemoteConfigEmulator

/// The scripts that the program knows.
enum ScenarioName: String, ExpressibleByArgument, CaseIterable {
    case demo

    /// The script.
    var scenario: Scenario {
        switch self {
        case .demo: .demo
        }
    }
}
