import ExperimentsCore
import ExperimentsProject

/// The sources from which a project file can be drafted, and the place of the file.
struct ProjectStart: Sendable {
    /// The project file to write.
    let path: String

    /// Returns the sources beside the project file and below, and on this machine.
    func findings() -> SourceFindings {
        var findings = SourceFinder().findings(in: PathText.folder(of: path))
        if let emulator = EmulatorProbe()?.candidate() { findings.add(emulator) }
        if let flags = FlagServerProbe().candidate() { findings.add(flags) }
        return findings
    }

    /// Returns the draft for a file that the user named.
    ///
    /// - Throws: `FileProblem` if it is not a source.
    func draft(from named: String) throws(FileProblem) -> ProjectDraft {
        let writtenPath = RelativePath(of: named, fromFolderOf: path).text
        return ProjectDraft(try SourceFinder().candidate(at: named, writtenAs: writtenPath))
    }

    /// Writes the project file.
    ///
    /// - Parameter force: whether a file that is there already is replaced.
    func write(_ text: String, force: Bool) throws {
        let bytes = Array(text.utf8)
        if force { return try AtomicFile.write(bytes, to: path) }
        guard try AtomicFile.replace(nil, with: bytes, at: path) else { throw CommandProblem.projectExists(path) }
    }
}

extension CommandProblem {
    /// A project file is where one is to be written.
    static func projectExists(_ path: String) -> CommandProblem {
        CommandProblem("\(path) exists already; nothing was changed", advice: "--force replaces it.")
    }

    /// Returns the error that the values of a candidate cannot be read, so that a project without them would be of no
    /// use.
    static func unusable(_ refused: RefusedCandidate) -> CommandProblem {
        CommandProblem(
            "\(refused.path) looks like the values, and cannot be used",
            excerpt: refused.problem.description,
            advice: """
                Correct it, name another file with --from, or take --empty for a file to fill in. Nothing was written.
                """)
    }
}
