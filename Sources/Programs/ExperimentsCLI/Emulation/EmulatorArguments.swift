import ArgumentParser
import ExperimentsCore
import RemoteConfigEmulator

extension WebOrigin {
    /// Reads a value of the emulator's `--allow-origin`.
    init(argument text: String) throws {
        guard let origin = WebOrigin(text) else {
            throw ValidationError(
                "\(Quotation.of(text)) must be an origin such as https://shop.example or http://192.168.0.7:5173, "
                    + "without a path; each one is named, there is none for all")
        }
        self = origin
    }
}

extension WebPageRule {
    /// Reads a value of `--allow-host`.
    static func host(argument text: String) throws -> String {
        guard WebPageRule.isHost(text) else {
            throw ValidationError(
                "\(Quotation.of(text)) must be a name or an address such as host.docker.internal, without a port")
        }
        return text
    }
}

/// The scripts that the program knows.
enum ScenarioName: String, ExpressibleByArgument, CaseIterable {
    case demo

    var scenario: Scenario {
        switch self {
        case .demo: .demo()
        }
    }
}
