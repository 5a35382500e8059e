/// Profiles in a folder, a file each: `profiles/QA checkout.json`.
package struct OverrideProfileStore: Sendable, Hashable {
    /// The largest file that is read and written, in bytes: what overrides may take.
    package static let sizeLimit = JSONOverrideStore.sizeLimit

    /// The folder's path. It need not exist yet.
    package var folder: String { files.folder }
    private let files: NamedFiles

    /// The profiles in a folder.
    package init(folder: String) {
        files = NamedFiles(folder: folder, of: "profiles", limit: Self.sizeLimit)
    }

    /// The profiles that lie beside a file of overrides. One that is new is for those who may read the overrides.
    package init(besideOverridesAt path: String) {
        files = NamedFiles(
            folder: PathText.join(PathText.folder(of: path), "profiles"), of: "profiles", limit: Self.sizeLimit,
            readableLike: path)
    }

    /// What the folder holds.
    package struct Listing: Sendable {
        /// The profiles that can be read, in alphabetical order.
        package var profiles: [OverrideProfile] = []
        /// Why others cannot.
        package var problems: [FileProblem] = []
    }

    /// Every profile. Of one that cannot be read, the reason is told; the others are there all the same.
    ///
    /// - Throws: `FileProblem` where the folder itself cannot be read.
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

    /// The names of all profiles, in alphabetical order.
    ///
    /// - Throws: `FileProblem` where the folder cannot be read.
    package func names() throws(FileProblem) -> [String] { try files.names() }

    /// The profile of a name.
    ///
    /// - Throws: `FileProblem`; one whose `isMissing` is true where there is none.
    package func profile(named name: String) throws(FileProblem) -> OverrideProfile {
        let path = path(of: name)
        let bytes = try files.bytes(named: name)
        do {
            var profile = try OverrideProfile(parsing: bytes, named: name)
            // The file may have been renamed by hand; what it is called is what people see.
            profile.name = name
            return profile
        } catch let problem as OverrideDocumentProblem {
            throw FileProblem(path, problem)
        } catch {
            throw FileProblem(path: path, message: "\(error)")
        }
    }

    /// Keeps a profile, in place of an older one of its name. One that is new is for those who may read the overrides
    /// that lie beside the folder, or else for the user alone.
    ///
    /// - Throws: `FileProblem`; the older one is then untouched.
    package func save(_ profile: OverrideProfile) throws(FileProblem) {
        try files.write(profile.document.documentBytes(within: Self.sizeLimit), as: profile.name)
    }

    /// Removes a profile.
    ///
    /// - Throws: `FileProblem`; one whose `isMissing` is true where there is none.
    package func delete(named name: String) throws(FileProblem) { try files.delete(named: name) }

    /// The file of a profile.
    package func path(of name: String) -> String { files.path(of: name) }
}
