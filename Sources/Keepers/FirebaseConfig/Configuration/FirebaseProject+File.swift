import ExperimentsCore
import Foundation

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
        let bytes: [UInt8]
        do {
            bytes = try FileBytes.read(path, limit: 1_000_000)
        } catch {
            throw FirebaseConfigurationError(origin: path, error.message)
        }
        let first = bytes.first { ![0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains($0) }
        if first == UInt8(ascii: "{") {
            try self.init(googleServices: Data(bytes), selecting: selection, origin: path)
        } else {
            try self.init(propertyList: Data(bytes), origin: path)
        }
    }
}

extension FirebaseProject {
    /// Reads the project from a `GoogleService-Info.plist`.
    ///
    /// - Parameters:
    ///   - propertyList: the content of the file.
    ///   - origin: the name of the file in errors, usually its path.
    /// - Throws: `FirebaseConfigurationError` if it is not a property list, or if `PROJECT_ID`, `GOOGLE_APP_ID` or
    ///   `API_KEY` is missing or wrong.
    public init(
        propertyList: Data, origin: String = "GoogleService-Info.plist"
    ) throws(FirebaseConfigurationError) {
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
            names: FieldNames(projectID: "PROJECT_ID", appID: "GOOGLE_APP_ID", apiKey: "API_KEY"), origin: origin)
    }
}
