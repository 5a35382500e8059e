import Foundation

extension FirebaseProject {
    /// The project that a `GoogleService-Info.plist` names.
    ///
    /// - Parameters:
    ///   - propertyList: the content of the file.
    ///   - origin: what errors call it, usually its path.
    /// - Throws: `FirebaseConfigurationError` for what is not a property list, or has `PROJECT_ID`, `GOOGLE_APP_ID` or
    ///   `API_KEY` missing or wrong.
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
