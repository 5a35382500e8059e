import Foundation

/// Overrides under a name that are set together, for example what a tester needs for "QA checkout".
///
/// A profile has values, whether they are switched on, and notes. It has no ends, because an end belongs to the day on
/// which an override was set.
public struct OverrideProfile: Sendable, Hashable {
    /// What people call it.
    package var name: String
    /// Who saved it.
    package var author: String?
    /// When it was saved.
    package var savedAt: Date?
    /// Its overrides, without ends.
    package var overrides: OverrideSet

    /// A profile of some overrides; their ends, authors and times are left out.
    ///
    /// - Throws: `OverrideProfileProblem` where no profile can have this name.
    package init(
        name: String, overrides: OverrideSet, author: String? = nil, savedAt: Date? = nil
    ) throws(OverrideProfileProblem) {
        try Self.check(name: name)
        self.name = name
        self.author = author
        self.savedAt = savedAt
        self.overrides = OverrideSet(
            overrides.entries.mapValues { override in
                Override(
                    value: override.value, isEnabled: override.isEnabled, note: override.note,
                    unknownMembers: override.unknownMembers)
            })
    }

    /// Its overrides, to be set by somebody now.
    package func overrides(setBy author: String?, at now: Date) -> OverrideSet {
        OverrideSet(
            overrides.entries.mapValues { override in
                var override = override
                override.author = author
                override.setAt = now
                return override
            })
    }

    /// The longest name, in characters.
    package static let nameLimit = FileNameProblem.lengthLimit

    /// Whether a profile can have this name, which is also the name of a file.
    ///
    /// - Throws: `OverrideProfileProblem` with the reason.
    package static func check(name: String) throws(OverrideProfileProblem) {
        guard let problem = FileNameProblem(name, of: "profile", such: "QA checkout") else { return }
        throw OverrideProfileProblem(problem.message, advice: problem.advice)
    }
}

/// Why there is no such profile, or can be none.
package struct OverrideProfileProblem: Error, Sendable, Hashable, CustomStringConvertible, OperatorError {
    /// What is wrong.
    package let message: String
    /// What to do about it, if there is something to say.
    package let advice: String?

    /// A problem.
    package init(_ message: String, advice: String? = nil) {
        (self.message, self.advice) = (message, advice)
    }

    /// The message.
    package var description: String { message }
}

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
