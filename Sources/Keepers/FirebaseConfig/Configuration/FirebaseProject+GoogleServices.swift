import ExperimentsCore
import Foundation

extension FirebaseProject {
    /// Selects one of the apps in a `google-services.json`.
    public enum ClientSelection: Sendable, Hashable {
        /// The only app in the file.
        case only
        /// The app with this package name.
        case packageName(String)
        /// The app with this app ID.
        case appID(String)
    }

    /// Reads the project from a `google-services.json`.
    ///
    /// - Parameters:
    ///   - googleServices: the content of the file.
    ///   - selection: the app to use, if it lists several.
    ///   - origin: the name of the file in errors, usually its path.
    /// - Throws: `FirebaseConfigurationError` if it is not JSON (with line and column), lacks a required field, or
    ///   lists several apps of which `selection` does not select exactly one (with the apps in it).
    public init(
        googleServices: Data, selecting selection: ClientSelection = .only,
        origin: String = "google-services.json"
    ) throws(FirebaseConfigurationError) {
        let document = try JSONValue(parsing: [UInt8](googleServices)) { error in
            FirebaseConfigurationError(origin: origin, "is not JSON: \(error)")
        }
        guard let clients = document.object?["client"]?.array, !clients.isEmpty else {
            throw FirebaseConfigurationError(
                origin: origin, field: "client", "must be a list of at least one app")
        }
        let apps = clients.map(ListedApp.init)
        let matching = apps.filter { $0.matches(selection) }
        guard let app = matching.first, matching.count == 1 else {
            let names = apps.map { $0.packageName ?? $0.appID ?? "(unnamed)" }.joined(separator: ", ")
            throw FirebaseConfigurationError(
                origin: origin, field: "client",
                matching.isEmpty
                    ? "lists no app with \(selection.words); it lists \(names)"
                    : "lists several apps; say which by package name or app ID: \(names)")
        }
        try self.init(
            projectID: document.object?["project_info"]?.object?["project_id"]?.string,
            appID: app.appID, apiKey: app.apiKey, packageName: app.packageName,
            names: FieldNames(
                projectID: "project_info.project_id", appID: "client.client_info.mobilesdk_app_id",
                apiKey: "client.api_key.current_key"),
            origin: origin)
    }
}

private struct ListedApp {
    let appID: String?
    let packageName: String?
    let apiKey: String?

    init(_ client: JSONValue) {
        let info = client.object?["client_info"]?.object
        appID = info?["mobilesdk_app_id"]?.string
        packageName = info?["android_client_info"]?.object?["package_name"]?.string
        apiKey = client.object?["api_key"]?.array?.first?.object?["current_key"]?.string
    }

    func matches(_ selection: FirebaseProject.ClientSelection) -> Bool {
        switch selection {
        case .only: true
        case .packageName(let name): packageName == name
        case .appID(let id): appID == id
        }
    }
}

extension FirebaseProject.ClientSelection {
    fileprivate var words: String {
        switch self {
        case .only: "any name"
        case .packageName(let name): "the package name \(name)"
        case .appID(let id): "the app ID \(id)"
        }
    }
}
