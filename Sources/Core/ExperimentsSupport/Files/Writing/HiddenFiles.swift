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
        // The lines that are there stay as they are, also if they are not UTF-8.
        let old = try FileBytes.readIfPresent(path) ?? []
        let lines = String(decoding: old, as: UTF8.self).split(whereSeparator: \.isNewline)
        let known = Set(lines.map { $0.trimmingCharacters(in: .whitespaces) })
        let hidden = events + (isOwn ? ["*.lock", "*.lock-line", "*.experiments-partial"] : [])
        let missing = hidden.filter { !known.contains($0) }
        guard !known.contains("*"), !missing.isEmpty else { return }
        let comment =
            "# Private or temporary files of experiments. Other files, such as overrides, may be committed."
        let added = ([comment] + missing).map { $0 + "\n" }.joined()
        let lineEnd = old.isEmpty || old.last == UInt8(ascii: "\n") ? "" : "\n"
        try AtomicFile.write(old + Array((lineEnd + added).utf8), to: path)
    }

    /// The key that names users, and the database with their events.
    private static let events = ["/events.key*", "/events.sqlite*", "/.events.*"]
}
