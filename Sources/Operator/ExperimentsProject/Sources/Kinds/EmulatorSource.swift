import ExperimentsCore
import ExperimentsYAML
import Foundation

extension SourceKind {
    /// A Firebase Remote Config emulator.
    public static let emulator = SourceKind(
        "emulator",
        fields: ["url", "project", "app_id", "api_key", "realtime", "country", "language", "tls"]
    ) { $0.readEmulator(&$1) }
}

/// The settings of a source of kind `emulator`, which needs only a URL.
public struct EmulatorSourceSettings: SourceSettings {
    /// The address, for example `http://127.0.0.1:9199`.
    public var url: URL
    /// The ID of the Firebase project.
    public var project: String?
    /// The ID that Firebase gives to the app.
    public var appID: String?
    /// The API key for the emulator.
    public var apiKey: Secret?
    /// Whether long-running programs follow changes.
    public var realtime: Bool
    /// The country and the language of the user.
    public var locality: SourceLocality

    /// Creates settings.
    public init(
        url: URL, project: String? = nil, appID: String? = nil, apiKey: Secret? = nil, realtime: Bool = true,
        locality: SourceLocality = SourceLocality()
    ) {
        self.url = url
        self.project = project
        self.appID = appID
        self.apiKey = apiKey
        self.realtime = realtime
        self.locality = locality
    }

    /// The kind of source.
    public static var kind: SourceKind { .emulator }

    /// The secrets that are sent to ``hosts``.
    public var sentSecrets: [Secret] { [apiKey].compactMap(\.self) }

    /// The hosts that the project file names.
    public var hosts: [String] { [url.host].compactMap(\.self) }

    /// The place of the values.
    public var address: String {
        [url.absoluteString, project ?? "", appID ?? "", locality.country ?? "", locality.language ?? ""]
            .joined(separator: " ")
    }
}

extension SourceReader {
    func readEmulator(_ decoder: inout ProjectDecoder) -> EmulatorSourceSettings? {
        let project = decoder.line("project", of: record)
        let appID = readAppID(&decoder)
        let apiKey = record["api_key"].flatMap { decoder.secret($0, at: "api_key") }
        let realtime = readRealtime(&decoder)
        let locality = readLocality(&decoder)
        guard let node = record["url"] else {
            return decoder.missing(
                "url", of: record, ": set it to the address of the emulator, such as http://127.0.0.1:9199")
        }
        guard let url = decoder.url(node, at: "url") else { return nil }
        return EmulatorSourceSettings(
            url: url, project: project, appID: appID, apiKey: apiKey, realtime: realtime ?? true,
            locality: locality)
    }
}
