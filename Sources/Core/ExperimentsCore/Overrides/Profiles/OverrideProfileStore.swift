/// A folder of profiles, each in a file of its own, for example `profiles/QA checkout.json`.
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

    /// Creates a store for the profiles beside an overrides file. New profiles are readable by those who may read the
    /// overrides.
    package init(besideOverridesAt path: String) {
        files = NamedFiles(
            folder: PathText.join(PathText.folder(of: path), "profiles"), of: "profiles", limit: Self.sizeLimit,
            readableLike: path)
    }

    /// The profiles in the folder, and the problems with those that cannot be read.
    package struct Listing: Sendable {
        /// The profiles that can be read, in alphabetical order.
        package var profiles: [OverrideProfile] = []
        /// The reasons why other profiles cannot be read.
        package var problems: [FileProblem] = []
    }

    /// Reads all profiles. One that cannot be read is listed with the reason and does not prevent reading the others.
    ///
    /// - Throws: `FileProblem` if the folder itself cannot be read.
    package func list() throws(FileProblem) -> Listing {
        var listing = Listing()
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

    /// Saves a profile, in place of an older one with its name. A new one is readable by those who may read the
    /// overrides beside the folder, otherwise by the user alone.
    ///
    /// - Throws: `FileProblem`. An older profile is then unchanged.
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
