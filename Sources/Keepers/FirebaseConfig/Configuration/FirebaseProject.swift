import ExperimentsCore
import ExperimentsTransport
import Foundation

/// A Firebase project, and the app in it that a client fetches for.
public struct FirebaseProject: Sendable, Hashable {
    /// The project's id, for example `my-shop-3f2a1`.
    public let projectID: String
    /// The ID that Firebase gives to the app, for example `1:123456789012:ios:0a1b2c3d`.
    public let appID: AppID
    /// The project's API key.
    public let apiKey: APIKey
    /// The bundle ID (Apple) or package name (Android) of the registered app, if known. Google compares it with the
    /// restrictions of the API key.
    public let packageName: String?

    /// Creates a project from values, for example from an app's own configuration.
    ///
    /// - Throws: `FirebaseConfigurationError` that names the wrong value.
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
    /// The names of the three required values in their file.
    struct FieldNames {
        let projectID: String
        let appID: String
        let apiKey: String
    }

    init(
        projectID: String?, appID: String?, apiKey: String?, packageName: String?, names: FieldNames,
        origin: String?
    ) throws(FirebaseConfigurationError) {
        guard let projectID, !projectID.isEmpty else {
            throw FirebaseConfigurationError(origin: origin, field: names.projectID, "is missing or empty")
        }
        guard projectID.isProjectID else {
            throw FirebaseConfigurationError(
                origin: origin, field: names.projectID,
                "must be a project ID (letters, digits and hyphens, for example my-shop-3f2a1), not \"\(projectID)\""
            )
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
        // A line break would end the header that contains the key. The error does not show the key.
        guard apiKey.isVisibleASCII else {
            throw FirebaseConfigurationError(
                origin: origin, field: names.apiKey,
                "contains a space or a character that is not allowed in API keys")
        }
        self.projectID = projectID
        self.appID = appID
        self.apiKey = APIKey(apiKey)
        self.packageName = packageName
    }
}

/// The ID that Firebase gives to an app, for example `1:123456789012:ios:0a1b2c3d`.
public struct AppID: Sendable, Hashable, CustomStringConvertible {
    /// The platform of the registered app.
    public enum Platform: String, Sendable, CaseIterable {
        /// An app for Apple's systems.
        case ios
        /// An Android app.
        case android
        /// A web app.
        case web
    }

    /// The id as written.
    public let text: String
    /// The number of the project, its second part.
    public let projectNumber: String
    /// The platform, its third part.
    public let platform: Platform

    /// Reads an ID: a version, the project's number, `ios`, `android` or `web`, and lower-case hexadecimal digits,
    /// separated by colons. Nil if `text` is not one.
    public init?(_ text: String) {
        let parts = text.split(scalar: ":", omittingEmptySubsequences: false)
        guard parts.count == 4, !parts[0].isEmpty,
            !parts[1].isEmpty, parts[1].utf8.allSatisfy(\.isASCIIDigit),
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

/// A project's API key. It prints as `(hidden)`, and its text is sent only in the header `x-goog-api-key`.
public struct APIKey: Sendable, Hashable {
    /// The key itself.
    let text: String

    /// Creates a key, for example from `GoogleService-Info.plist`.
    public init(_ text: String) {
        self.text = text
    }

    /// Returns the text with every occurrence of the key replaced, because servers often quote it in their errors.
    func hidden(in text: String) -> String {
        self.text.isEmpty ? text : text.replacing(self.text, with: "(hidden)")
    }
}

extension APIKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// `(hidden)`.
    public var description: String { "(hidden)" }
    /// `(hidden)`.
    public var debugDescription: String { description }
    /// An empty mirror, so that reflection does not show the key.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// A mistake in the values or the file that identify the Firebase project.
public struct FirebaseConfigurationError: Error, Sendable, Hashable, CustomStringConvertible, OperatorError {
    /// The file; nil for values that were given in code.
    public let origin: String?
    /// The name of the wrong field in the file; nil if the file as a whole is wrong.
    public let field: String?
    /// The problem, and what was expected.
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

extension FirebaseProject {
    /// Reads the project from a Firebase configuration file: a `GoogleService-Info.plist` or a `google-services.json`,
    /// which are distinguished by their content.
    ///
    /// - Parameters:
    ///   - path: the path of the file.
    ///   - selection: the app to use, if a `google-services.json` lists several.
    /// - Throws: `FirebaseConfigurationError` if the file cannot be read, and the errors of the initializers for the
    ///   two kinds.
    public init(
        contentsOfFile path: String, selecting selection: ClientSelection = .only
    ) throws(FirebaseConfigurationError) {
        let bytes = try FileBytes.read(path, limit: 1_000_000) { error in
            FirebaseConfigurationError(origin: path, error.message)
        }
        let first = bytes.first { ![0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains($0) }
        if first == UInt8(ascii: "{") {
            try self.init(googleServices: Data(bytes), selecting: selection, origin: path)
        } else {
            try self.init(propertyList: Data(bytes), origin: path)
        }
    }

    /// Reads the project from a `GoogleService-Info.plist`.
    ///
    /// - Parameters:
    ///   - propertyList: the content of the file.
    ///   - origin: the name of the file in errors, usually its path.
    /// - Throws: `FirebaseConfigurationError` if it is not a property list, or if `PROJECT_ID`, `GOOGLE_APP_ID` or
    ///   `API_KEY` is missing or wrong.
    public init(propertyList: Data, origin: String = "GoogleService-Info.plist")
        throws(FirebaseConfigurationError)
    {
        let parsed: Any
        do {
            parsed = try PropertyListSerialization.propertyList(from: propertyList, format: nil)
        } catch {
            throw FirebaseConfigurationError(origin: origin, "is not a property list")
        }
        guard let fields = parsed as? [String: Any] else {
            throw FirebaseConfigurationError(origin: origin, "must be a dictionary")
        }
        func text(_ name: String) throws(FirebaseConfigurationError) -> String? {
            guard let value = fields[name] else { return nil }
            guard let text = value as? String else {
                throw FirebaseConfigurationError(origin: origin, field: name, "must be a string")
            }
            return text
        }
        try self.init(
            projectID: text("PROJECT_ID"), appID: text("GOOGLE_APP_ID"), apiKey: text("API_KEY"),
            packageName: text("BUNDLE_ID"),
            names: FieldNames(projectID: "PROJECT_ID", appID: "GOOGLE_APP_ID", apiKey: "API_KEY"),
            origin: origin)
    }
}
