import Foundation

/// The journal of a file of overrides, in a file of its own beside it: `.override-journal/overrides.json`.
///
/// It is read and written while the lock of the overrides is held, and replaced in one step. Nothing that happens to it
/// keeps overrides from being changed: a journal that cannot be read is set aside and a new one begun. Its folder tells
/// git to leave it alone, so that it is not committed together with a team's overrides.
public struct OverrideJournalFile: Sendable, Hashable {
    /// Larger files were written by something else: the largest step that a file of overrides can make fits.
    static let sizeLimit = 3 * JSONOverrideStore.sizeLimit
    static let folderName = ".override-journal"

    /// The journal's path. There need not be a file yet.
    public let path: String
    /// The file of overrides whose changes it keeps.
    public let overridesPath: String

    /// The journal of the overrides at `path`, through whichever symbolic link they are named.
    public init(besideOverridesAt path: String) {
        let target = (try? PathText.followingLinks(path)) ?? path
        overridesPath = path
        self.path = PathText.join(
            PathText.join(PathText.folder(of: target), Self.folderName), PathText.name(of: target))
    }

    /// The steps so far; none where there is no file.
    ///
    /// - Throws: `FileProblem`, with the place where the content is at fault.
    public func read() throws(FileProblem) -> OverrideJournal {
        try load().get()
    }

    /// The steps so far, once whoever is changing overrides now has added their own.
    ///
    /// - Throws: `FileProblem`.
    public func settled() throws(FileProblem) -> OverrideJournal {
        guard access(path, F_OK) == 0 || access(overridesPath, F_OK) == 0 else { return .empty }
        // Where a lock cannot be had, the file as it is must do: it is never half written.
        if let result = try? FileLock.whileHeld(guarding: overridesPath, { load() }) { return try result.get() }
        return try read()
    }

    private func load() -> Result<OverrideJournal, FileProblem> {
        do throws(FileProblem) {
            let bytes = try FileBytes.read(path, limit: Self.sizeLimit)
            return parse(bytes)
        } catch {
            return error.isMissing ? .success(.empty) : .failure(error)
        }
    }

    private func parse(_ bytes: [UInt8]) -> Result<OverrideJournal, FileProblem> {
        do throws(OverrideDocumentProblem) {
            return .success(try OverrideJournal(parsing: bytes))
        } catch {
            let isNewer = error.advice == OverrideDocumentProblem.newerVersionAdvice
            return .failure(
                FileProblem(
                    path: path, message: error.message, line: error.line, column: error.column,
                    advice: isNewer ? error.advice : "the next change of overrides sets it aside and begins a new one"))
        }
    }

    /// Adds a step. To be called while the lock of the overrides is held.
    ///
    /// - Returns: the step, where it could be kept; and what is to be told of the journal.
    func add(
        _ kind: OverrideStep.Kind, _ title: String, by origin: OverrideOrigin, at now: Date,
        changes: [OverrideSetDifference.Change]
    ) -> (step: OverrideStep?, problem: FileProblem?) {
        do throws(FileProblem) {
            let (old, problem) = try readOrSetAside()
            var journal = old
            let step = journal.append(kind, title, by: origin, at: now, changes: changes)
            try prepare()
            try AtomicFile.write(journal.documentBytes(), to: path)
            return (step, problem)
        } catch {
            return (nil, error)
        }
    }

    private func readOrSetAside() throws(FileProblem) -> (OverrideJournal, FileProblem?) {
        do throws(FileProblem) {
            return (try read(), nil)
        } catch {
            // A newer version's is left to that version; what cannot be opened at all stays as well.
            guard error.line != nil, error.advice != OverrideDocumentProblem.newerVersionAdvice else { throw error }
            let aside = path + ".broken"
            guard rename(path, aside) == 0 else { throw error }
            let problem = FileProblem(
                path: path, message: "the journal was unreadable: \(error.message)", line: error.line,
                column: error.column, advice: "it is kept as \(PathText.name(of: aside)), and a new one was begun")
            return (.empty, problem)
        }
    }

    /// Makes the folder, out of git's sight, and the file, no more readable than the overrides.
    private func prepare() throws(FileProblem) {
        let folder = PathText.folder(of: path)
        try AtomicFile.makeFolder(folder, for: path)
        let ignored = PathText.join(folder, ".gitignore")
        if access(ignored, F_OK) != 0 { try AtomicFile.write(Array("*\n".utf8), to: ignored) }
        guard access(path, F_OK) != 0, let overrides = FileStatus(of: overridesPath) else { return }
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, overrides.permissions)
        if descriptor >= 0 { close(descriptor) }
    }
}
