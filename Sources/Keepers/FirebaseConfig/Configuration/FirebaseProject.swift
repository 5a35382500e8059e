import ExperimentsCore
import ExperimentsTransport

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
        guard projectID.isProjectID else {
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
        guard apiKey.isVisibleASCII else {
            throw FirebaseConfigurationError(
                origin: origin, field: names.apiKey, "holds a blank or a character that no API key has")
        }
        self.projectID = projectID
        self.appID = appID
        self.apiKey = APIKey(apiKey)
        self.packageName = packageName
    }
}

/// The id that Firebase gives to an app, for example `1:123456789012:ios:0a1b2c3d`.
public struct AppID: Sendable, Hashable, CustomStringConvertible {
    /// What the app was registered as.
    public enum Platform: String, Sendable, CaseIterable {
        case ios
        case android
        case web
    }

    /// The id as written.
    public let text: String
    /// The number of the project, its second part.
    public let projectNumber: String
    /// What the app was registered as, its third part.
    public let platform: Platform

    /// The parts of an id, or nil if `text` is none: a version, the project's number, `ios`, `android` or `web`, and
    /// lower-case hexadecimal digits, with colons between.
    public init?(_ text: String) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 4, !parts[0].isEmpty,
            !parts[1].isEmpty, parts[1].utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            let platform = Platform(rawValue: String(parts[2])),
            !parts[3].isEmpty, parts[3].utf8.allSatisfy(Self.isLowerHexadecimal)
        else { return nil }
        self.text = text
        self.platform = platform
        projectNumber = String(parts[1])
    }

    /// The id as written.
    public var description: String { text }

    private static func isLowerHexadecimal(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"): true
        default: false
        }
    }
}

/// A project's API key. It prints as `(hidden)`; only the `x-goog-api-key` header ever carries its text.
public struct APIKey: Sendable, Hashable {
    /// The key itself.
    let text: String

    /// A key, for example from `GoogleService-Info.plist`.
    public init(_ text: String) {
        self.text = text
    }

    /// The text with every occurrence of the key replaced: servers like to quote it in their errors.
    func hidden(in text: String) -> String {
        self.text.isEmpty ? text : text.replacing(self.text, with: "(hidden)")
    }
}

extension APIKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// `(hidden)`.
    public var description: String { "(hidden)" }
    /// `(hidden)`.
    public var debugDescription: String { description }
    /// Shows nothing.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// What is wrong with the values or the file that should say which Firebase project to speak for.
public struct FirebaseConfigurationError: Error, Sendable, Hashable, CustomStringConvertible, OperatorError {
    /// The file, or nil for values that were given in code.
    public let origin: String?
    /// The field at fault, as it is called there, or nil if the file as a whole is.
    public let field: String?
    /// What is wrong and what was expected.
    public let problem: String

    init(origin: String?, field: String? = nil, _ problem: String) {
        self.origin = origin
        self.field = field
        self.problem = problem
    }

    /// `GoogleService-Info.plist: PROJECT_ID is missing or empty`.
    public var description: String {
        (origin.map { "\($0): " } ?? "") + (field.map { "\($0) " } ?? "") + problem
    }
}
