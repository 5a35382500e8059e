import Foundation

// A profile's document is one of overrides with a member more, `"profile": {"name", "author", "savedAt"}`, so that a file
// of overrides can be taken for a profile, and a profile for a file of overrides.
extension OverrideProfile {
    /// Reads a document in UTF-8.
    ///
    /// - Parameter fallback: the profile's name where the document gives it none.
    /// - Throws: `OverrideDocumentProblem` for a document that is not one of overrides; `OverrideProfileProblem` for a
    ///   name that no profile can have.
    package init(parsing bytes: [UInt8], named fallback: String) throws {
        let document = try OverrideSet(parsing: bytes)
        let profile = document.unknownMembers["profile"]?.object
        try self.init(
            name: profile?["name"]?.string ?? fallback, overrides: document, author: profile?["author"]?.string,
            savedAt: profile?["savedAt"]?.string.flatMap { RFC3339.date(from: $0) })
    }

    /// The document: indented, with a newline at the end.
    package var documentBytes: [UInt8] { document.documentBytes }

    var document: OverrideSet {
        var profile = JSONObject()
        profile["name"] = .string(name)
        profile["author"] = author.map(JSONValue.string)
        profile["savedAt"] = savedAt.map { .string(RFC3339.text(of: $0)) }
        var document = overrides
        document.unknownMembers["profile"] = .object(profile)
        return document
    }
}
