import Foundation

/// What git does not commit unless it is asked to.
extension Folders {
    /// Hides everything in a folder from git, if the folder has no `.gitignore`.
    package static func hideFromGit(
        _ folder: String, _ permissions: FilePermissions = .ownerOnly
    ) throws(FileProblem) {
        let path = PathText.join(folder, ".gitignore")
        guard access(path, F_OK) != 0 else { return }
        try AtomicFile.write(Array("*\n".utf8), to: path, permissions: permissions)
    }

    /// Hides private files from git, next to files that a team may commit: adds the lines that are missing to the
    /// `.gitignore` of a folder.
    ///
    /// Locks are hidden only in a folder such as `.experiments`, which contains nothing else. In another folder, which
    /// may contain locks of other programs, the file is changed only for events.
    ///
    /// - Parameter hasEvents: whether the folder contains events and the key that names their users.
    package static func hidePrivateFiles(in folder: String, hasEvents: Bool) throws(FileProblem) {
        let isOwn = PathText.name(of: folder).hasScalarPrefix(".") && folder != "." && folder != ".."
        guard isOwn || hasEvents else { return }
        let path = PathText.join(folder, ".gitignore")
        let old = try FileBytes.readIfPresent(path).map { String(decoding: $0, as: UTF8.self) } ?? ""
        let known = Set(old.split(whereSeparator: \.isNewline).map { $0.trimmingCharacters(in: .whitespaces) })
        let hidden = events + (isOwn ? ["*.lock", "*.lock-line", "*.experiments-partial"] : [])
        let missing = hidden.filter { !known.contains($0) }
        guard !known.contains("*"), !missing.isEmpty else { return }
        let heading = old.isEmpty || old.hasScalarSuffix("\n") ? old : old + "\n"
        let comment = "# Private or temporary files of experiments. Other files, such as overrides, may be committed.\n"
        let lines = missing.map { $0 + "\n" }.joined()
        try AtomicFile.write(Array((heading + comment + lines).utf8), to: path)
    }

    /// The key that names users, and the database with their events.
    private static let events = ["/events.key*", "/events.sqlite*", "/.events.*"]
}
