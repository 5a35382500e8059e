import ExperimentsSupport
import Foundation

/// A named set of overrides that are set together, for example those that a tester needs for "QA checkout".
///
/// A profile has values, whether they are turned on, and notes. It has no expiry, because that depends on the time at
/// which an override is set.
public struct OverrideProfile: Sendable, Hashable {
    /// The name that people use for it.
    package var name: String
    /// The person who saved it.
    package var author: String?
    /// The time at which it was saved.
    package var savedAt: Date?
    /// Its overrides, without ends.
    package var overrides: OverrideSet

    /// Creates a profile from overrides. Their ends, authors and times are left out.
    ///
    /// - Throws: `MessageError` if the name is not valid for a profile.
    package init(
        name: String, overrides: OverrideSet, author: String? = nil, savedAt: Date? = nil
    ) throws(MessageError) {
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

    /// Returns its overrides, as set by this author at this time.
    package func overrides(setBy author: String?, at now: Date) -> OverrideSet {
        OverrideSet(
            overrides.entries.mapValues { override in
                var override = override
                override.author = author
                override.setAt = now
                return override
            })
    }

    /// Checks whether a profile can have this name, which is also the name of a file.
    ///
    /// - Throws: `MessageError` with the reason why it cannot.
    package static func check(name: String) throws(MessageError) {
        if let problem = NamedFiles.problem(name: name, of: "profile", such: "QA checkout") { throw problem }
    }
}

// A profile's document is a document of overrides with one more member, `"profile": {"name", "author", "savedAt"}`. So
// an overrides file can be used as a profile, and a profile as an overrides file.
extension OverrideProfile {
    /// Reads a document in UTF-8.
    ///
    /// - Parameter fallback: the name of the profile if the document has none.
    /// - Throws: `OverrideDocumentProblem` if it is not a document of overrides; `MessageError` if the name is not
    ///   valid for a profile.
    package init(parsing bytes: [UInt8], named fallback: String) throws {
        let document = try OverrideSet(parsing: bytes)
        let profile = document.unknownMembers["profile"]?.object
        try self.init(
            name: profile?["name"]?.string ?? fallback, overrides: document,
            author: profile?["author"]?.string,
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

// The format is `experiments1.PAYLOAD.CHECKSUM`. The number is the version of the format, the payload is the document
// without blanks in base64url, and the checksum is its CRC-32 in eight hexadecimal digits. A single line without blanks
// survives a chat or a ticket, and the checksum shows if part of it was cut off or mistyped.
extension OverrideProfile {
    private static let prefix = "experiments"
    private static let version = "1"

    /// The profile in one line, for a chat or a ticket.
    package var shareText: String {
        let bytes = document.documentValue.compactBytes
        return [Self.prefix + Self.version, Base64URL.text(bytes), Self.checksum(bytes)].joined(
            separator: ".")
    }

    /// Returns whether a string looks like a shared profile, complete or not.
    package static func isShareText(_ text: String) -> Bool {
        text.drop { $0.isWhitespace }.hasPrefix(prefix)
    }

    /// Reads a line that `shareText` wrote. Blanks and line breaks in it are ignored.
    ///
    /// - Throws: `MessageError` if the line was changed or cut off on the way; `OverrideDocumentProblem` if
    ///   its content is not a profile.
    package init(shareText text: String) throws {
        let parts = text.filter { !$0.isWhitespace }.split(scalar: ".", omittingEmptySubsequences: false)
        guard let first = parts.first, first.hasPrefix(Self.prefix) else {
            throw MessageError(
                "this is not a shared profile",
                advice: "A shared profile begins with \(Self.prefix)\(Self.version).")
        }
        let version = first.dropFirst(Self.prefix.count)
        guard version == Self.version else {
            throw MessageError(
                "this profile has format \(Quotation.of(String(version))), but this program reads "
                    + "\(Self.version)", advice: "Use a newer version of this program.")
        }
        guard parts.count == 3, let bytes = Base64URL.bytes(parts[1]),
            Self.checksum(bytes) == parts[2].lowercased()
        else {
            throw MessageError(
                "the shared profile is damaged: wrong checksum", advice: "Copy the whole line again.")
        }
        try self.init(parsing: bytes, named: "shared")
    }

    private static func checksum(_ bytes: [UInt8]) -> String {
        String(OverrideProfile.checksum(bytes), radix: 16).zeroPadded(to: 8)
    }
}

/// The checksum of IEEE 802.3, which zip and PNG use. It detects accidents, but not forgery.
extension OverrideProfile {
    static func checksum(_ bytes: [UInt8]) -> UInt32 {
        var value: UInt32 = .max
        for byte in bytes {
            value ^= UInt32(byte)
            for _ in 0..<8 { value = value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
        }
        return ~value
    }
}

/// A folder of profiles, each in a separate file, for example `profiles/QA checkout.json`.
package struct OverrideProfileStore: Sendable, Hashable {
    /// The largest file that is read and written, in bytes; the same as for an overrides file.
    package static let sizeLimit = JSONOverrideStore.sizeLimit

    /// The path of the folder, which need not exist yet.
    package var folder: String { files.folder }
    private let files: NamedFiles

    /// Creates a store for the profiles in a folder.
    package init(folder: String) {
        files = NamedFiles(folder: folder, of: "profiles", limit: Self.sizeLimit)
    }

    /// Creates a store for the profiles next to an overrides file. New profiles have the same readers as the overrides.
    package init(besideOverridesAt path: String) {
        files = NamedFiles(
            folder: PathText.join(PathText.folder(of: path), "profiles"), of: "profiles",
            limit: Self.sizeLimit,
            readableLike: path)
    }

    /// Reads all profiles, in alphabetical order. One that cannot be read is listed with the reason and does not prevent
    /// reading the others.
    ///
    /// - Throws: `FileProblem` if the folder itself cannot be read.
    package func list() throws(FileProblem) -> (profiles: [OverrideProfile], problems: [FileProblem]) {
        var listing: (profiles: [OverrideProfile], problems: [FileProblem]) = ([], [])
        for name in try names() {
            do throws(FileProblem) {
                listing.profiles.append(try profile(named: name))
            } catch {
                listing.problems.append(error)
            }
        }
        return listing
    }

    /// Returns the names of all profiles, in alphabetical order.
    ///
    /// - Throws: `FileProblem` if the folder cannot be read.
    package func names() throws(FileProblem) -> [String] { try files.names() }

    /// Returns the profile with this name.
    ///
    /// - Throws: `FileProblem`, whose `isMissing` is true if there is no such profile.
    package func profile(named name: String) throws(FileProblem) -> OverrideProfile {
        let path = path(of: name)
        let bytes = try files.bytes(named: name)
        do {
            var profile = try OverrideProfile(parsing: bytes, named: name)
            // The file may have been renamed by hand. Its name is the one that people see.
            profile.name = name
            return profile
        } catch let problem as OverrideDocumentProblem {
            throw FileProblem(path, problem)
        } catch {
            throw FileProblem(path: path, message: "\(error)")
        }
    }

    /// Saves a profile, in place of an older one with its name. A new one has the same readers as the overrides next to
    /// the folder; without those, only the user can read it.
    ///
    /// - Throws: `FileProblem`. In that case, an older profile has not changed.
    package func save(_ profile: OverrideProfile) throws(FileProblem) {
        try files.write(profile.document.documentBytes(within: Self.sizeLimit), as: profile.name)
    }

    /// Removes a profile.
    ///
    /// - Throws: `FileProblem`, whose `isMissing` is true if there is no such profile.
    package func delete(named name: String) throws(FileProblem) { try files.delete(named: name) }

    /// Returns the path of a profile's file.
    package func path(of name: String) -> String { files.path(of: name) }
}
