import ExperimentsCore
import ExperimentsYAML
import Foundation

extension SourceKind {
    /// Firebase Remote Config, as an app fetches it.
    public static let firebase = SourceKind(
        "firebase",
        fields: [
            "project", "app_id", "api_key", "google_services", "package", "base_url", "installations_url",
            "minimum_fetch_interval", "realtime", "country", "language", "tls",
        ]
    ) { $0.readFirebase(&$1) }
}

/// The settings of a source of kind `firebase`.
public struct FirebaseSourceSettings: SourceSettings {
    /// The project and the app that values are fetched for.
    public enum Identity: Sendable, Hashable {
        /// Given field by field.
        case fields(project: String, appID: String, apiKey: Secret)
        /// Given by a file of the Firebase console: `GoogleService-Info.plist` or `google-services.json`. If the file
        /// has several apps, the one with this package name or app ID.
        case servicesFile(path: String, package: String?, appID: String?)
    }

    /// The project and the app.
    public var identity: Identity
    /// The address for fetches instead of Google's; nil for Google's.
    public var baseURL: URL?
    /// The address for installations instead of Google's; nil for Google's.
    public var installationsURL: URL?
    /// The shortest time between fetches that no person requested; nil for the client's default.
    public var minimumFetchInterval: Duration?
    /// Whether long-running programs follow changes.
    public var realtime: Bool
    /// The country and the language of the user.
    public var locality: SourceLocality

    /// Creates settings.
    public init(
        identity: Identity, baseURL: URL? = nil, installationsURL: URL? = nil,
        minimumFetchInterval: Duration? = nil,
        realtime: Bool = true, locality: SourceLocality = SourceLocality()
    ) {
        self.identity = identity
        self.baseURL = baseURL
        self.installationsURL = installationsURL
        self.minimumFetchInterval = minimumFetchInterval
        self.realtime = realtime
        self.locality = locality
    }

    /// The kind of source.
    public static var kind: SourceKind { .firebase }

    /// The secrets that are sent to ``hosts``.
    public var sentSecrets: [Secret] {
        if case .fields(_, _, let apiKey) = identity { [apiKey] } else { [] }
    }

    /// The hosts that the project file names.
    public var hosts: [String] { [baseURL?.host, installationsURL?.host].compactMap(\.self) }

    /// The place of the values.
    public var address: String {
        let app =
            switch identity {
            case .fields(let project, let appID, _): "\(project) \(appID)"
            case .servicesFile(let path, let package, let appID):
                [path, package ?? "", appID ?? ""].joined(separator: " ")
            }
        return [app, baseURL?.absoluteString ?? "", locality.country ?? "", locality.language ?? ""]
            .joined(separator: " ")
    }
}

extension SourceReader {
    func readFirebase(_ decoder: inout ProjectDecoder) -> FirebaseSourceSettings? {
        let baseURL = record["base_url"].flatMap { decoder.url($0, at: "base_url") }
        let installationsURL = record["installations_url"].flatMap {
            decoder.url($0, at: "installations_url")
        }
        let interval = record["minimum_fetch_interval"].flatMap {
            decoder.duration($0, at: "minimum_fetch_interval", least: .zero)
        }
        let realtime = readRealtime(&decoder)
        let locality = readLocality(&decoder)
        let identity =
            record["google_services"].map { readServicesFile($0, &decoder) } ?? readIdentity(&decoder)
        guard let identity else { return nil }
        return FirebaseSourceSettings(
            identity: identity, baseURL: baseURL, installationsURL: installationsURL,
            minimumFetchInterval: interval, realtime: realtime ?? true, locality: locality)
    }

    private func readServicesFile(
        _ node: YAMLNode, _ decoder: inout ProjectDecoder
    ) -> FirebaseSourceSettings.Identity? {
        for name in ["project", "api_key"] where record[name] != nil {
            refuse(
                name, because: "`\(name)` is already set by `google_services`; remove one of them", &decoder)
        }
        let package = decoder.line("package", of: record)
        let appID = readAppID(&decoder)
        return decoder.path(node, at: "google_services", in: folder).map {
            .servicesFile(path: $0, package: package, appID: appID)
        }
    }

    private func readIdentity(_ decoder: inout ProjectDecoder) -> FirebaseSourceSettings.Identity? {
        if record["package"] != nil {
            refuse(
                "package",
                because:
                    "`package` chooses among the apps of a `google_services` file, but `google_services` is missing",
                &decoder)
        }
        let project = decoder.line("project", of: record, expected: "a project ID")
        let appID = readAppID(&decoder)
        let apiKey = record["api_key"].flatMap { decoder.secret($0, at: "api_key") }
        let absent = ["project", "app_id", "api_key"].filter {
            record[$0] == nil && !record.meant.contains($0)
        }
        if !record.meant.contains("google_services"), !absent.isEmpty {
            let names = absent.map { "`\($0)`" }.joined(separator: ", ")
            decoder.refuse(
                "has no \(names): give `project`, `app_id` and `api_key`, or the path of a `google_services` file",
                record.node)
        }
        guard let project, let appID, let apiKey else { return nil }
        return .fields(project: project, appID: appID, apiKey: apiKey)
    }
}
