import ArgumentParser
import ExperimentsCore
import RemoteConfigEmulator

extension WebOrigin {
    /// Reads a value of the emulator's `--allow-origin`.
    init(argument text: String) throws {
        guard let origin = WebOrigin(text) else {
            throw ValidationError(
                "invalid origin \(Quotation.of(text)): expected an origin such as https://shop.example, without a path; "
                    + "* is not allowed")
        }
        self = origin
    }
}

extension WebPageRule {
    /// Reads a value of `--allow-host`.
    static func host(argument text: String) throws -> String {
        guard WebPageRule.isHost(text) else {
            throw ValidationError(
                "invalid host \(Quotation.of(text)): expected a name or an address such as host.docker.internal, without a port"
            )
        }
        return text
    }
}

/// The names of the built-in scenarios.
enum ScenarioName: String, ExpressibleByArgument, CaseIterable {
    case demo

    var scenario: Scenario {
        switch self {
        case .demo: .demo()
        }
    }
}
