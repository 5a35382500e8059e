import ExperimentsCore
import Foundation

/// Where a template of Firebase Remote Config is, and for whom it is evaluated.
public struct TemplateSourceSettings: Sendable, Hashable {
    /// Where the template is.
    public enum Origin: Sendable, Hashable {
        /// In a JSON file.
        case file(path: String)
        /// With the service. Without an account's file or a token, `GOOGLE_APPLICATION_CREDENTIALS` names the file.
        case service(project: String?, serviceAccount: String?, accessToken: Secret?, baseURL: URL?)
    }

    /// Where the template is.
    public var origin: Origin
    /// Whom it is evaluated for, by the names that conditions use, such as `device.country`.
    public var persona: [String: JSONValue]

    /// Settings.
    public init(origin: Origin, persona: [String: JSONValue] = [:]) {
        self.origin = origin
        self.persona = persona
    }
}
