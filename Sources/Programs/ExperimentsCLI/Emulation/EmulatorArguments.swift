import ArgumentParser
import ExperimentsCore
import RemoteConfigEmulator

/// The values of `--allow-origin` and `--allow-host`.
enum WebPageArgument {
    /// The origin that `text` is.
    static func origin(_ text: String) throws -> WebOrigin {
        guard let origin = WebOrigin(text) else {
            throw ValidationError(
                "\(Quotation.of(text)) must be an origin such as https://shop.example or http://192.168.0.7:5173, "
                    + "without a path; each one is named, there is none for all")
        }
        return origin
    }

    /// The host that `text` is.
    static func host(_ text: String) throws -> String {
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

    /// The script.
    var scenario: Scenario {
        switch self {
        case .demo: .demo()
        }
    }
}
