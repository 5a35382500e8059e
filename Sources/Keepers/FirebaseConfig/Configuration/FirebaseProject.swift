/// Which Firebase project, and which app of it, a client speaks for.
public struct FirebaseProject: Sendable, Hashable {
    /// The project's id, for example `my-shop-3f2a1`.
    public let projectID: String
    /// The app's id.
    public let appID: AppID
    /// The project's API key.
    public let apiKey: APIKey
    /// The bundle id (Apple) or package name (Android) that the app was registered with, if known. Google compares it
    /// with the restrictions of the API key.
    public let packageName: String?

    /// A project from values that the caller has, for example from its own configuration.
    ///
    /// - Throws: `FirebaseConfigurationError` that names the value at fault.
    public init(
        projectID: String, appID: String, apiKey: String, packageName: String? = nil
    ) throws(FirebaseConfigurationError) {
        try self.init(
            projectID: projectID, appID: appID, apiKey: apiKey, packageName: packageName,
            names: FieldNames(projectID: "projectID", appID: "appID", apiKey: "apiKey"), origin: nil)
    }

    /// The project's number, from the app id.
    public var projectNumber: String { appID.projectNumber }
}

extension FirebaseProject {
    /// What the three needed values are called where they come from.
    struct FieldNames {
        let projectID: String
        let appID: String
        let apiKey: String
    }

    init(
        projectID: String?, appID: String?, apiKey: String?, packageName: String?, names: FieldNames, origin: String?
    ) throws(FirebaseConfigurationError) {
        guard let projectID, !projectID.isEmpty else {
            throw FirebaseConfigurationError(origin: origin, field: names.projectID, "is missing or empty")
        }
        guard projectID.utf8.allSatisfy(Self.mayBeInProjectID) else {
            throw FirebaseConfigurationError(
                origin: origin, field: names.projectID,
                "must be a project's id (letters, digits and hyphens, for example my-shop-3f2a1), not \"\(projectID)\"")
        }
        guard let appIDText = appID, !appIDText.isEmpty else {
            throw FirebaseConfigurationError(origin: origin, field: names.appID, "is missing or empty")
        }
        guard let appID = AppID(appIDText) else {
            throw FirebaseConfigurationError(
                origin: origin, field: names.appID,
                "must look like 1:123456789012:ios:0a1b2c3d, not \"\(appIDText)\"")
        }
        guard let apiKey, !apiKey.isEmpty else {
            throw FirebaseConfigurationError(origin: origin, field: names.apiKey, "is missing or empty")
        }
        // A line break would end the header that carries the key. The key's own text stays out of the error.
        guard apiKey.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw FirebaseConfigurationError(
                origin: origin, field: names.apiKey, "holds a blank or a character that no API key has")
        }
        self.projectID = projectID
        self.appID = appID
        self.apiKey = APIKey(apiKey)
        self.packageName = packageName
    }

    /// Ids of old projects of a domain hold a colon and dots: `example.com:shop`.
    private static func mayBeInProjectID(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: ":"):
            true
        default: false
        }
    }
}
