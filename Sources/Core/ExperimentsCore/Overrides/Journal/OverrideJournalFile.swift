import Foundation

/// The journal of a file of overrides, in a file of its own beside it: `.override-journal/overrides.json`.
///
/// It is read and written while the lock of the overrides is held. A step is written before its change is made, and
/// marked as made afterwards, so that the two cannot part: where a program was killed in between, the overrides
/// themselves say whether the step counts. A journal that cannot be read is set aside and a new one begun; where none
/// can be written, nothing is changed. Its folder tells git to leave it alone, so that it is not committed together with
/// a team's overrides.
package struct OverrideJournalFile: Sendable, Hashable {
    /// Larger files were written by something else.
    static let sizeLimit = 3 * JSONOverrideStore.sizeLimit
    static let folderName = ".override-journal"

    /// The journal's path. There need not be a file yet.
    package let path: String
    /// The file of overrides whose changes it keeps.
    package let overridesPath: String

    /// The journal of the overrides at `path`, through whichever symbolic link they are named.
    package init(besideOverridesAt path: String) {
        let target = (try? PathText.followingLinks(path)) ?? path
        overridesPath = path
        self.path = PathText.join(
            PathText.join(PathText.folder(of: target), Self.folderName), PathText.name(of: target))
    }

    /// The steps so far whose changes were made; none where there is no file.
    ///
    /// - Throws: `FileProblem`, with the place where the content is at fault.
    package func read() throws(FileProblem) -> OverrideJournal {
        var journal = try load()
        if journal.isLastStepOpen {
            // Overrides that cannot be read say nothing of the step, and keep it from being undone anyway.
            journal.settle(by: try? JSONOverrideStore.read(overridesPath))
        }
        return journal
    }

    /// The steps so far, once whoever is changing overrides now has made their change.
    ///
    /// - Throws: `FileProblem`.
    package func settled() throws(FileProblem) -> OverrideJournal {
        guard access(path, F_OK) == 0 || access(overridesPath, F_OK) == 0 else { return .empty }
        func result() -> Result<OverrideJournal, FileProblem> {
            do throws(FileProblem) { return .success(try read()) } catch { return .failure(error) }
        }
        // Where a lock cannot be had, the file as it is must do: it is never half written.
        return try ((try? FileLock.whileHeld(guarding: overridesPath, result)) ?? result()).get()
    }

    /// The steps so far, while the lock of the overrides is held.
    ///
    /// - Parameter overrides: as they are.
    func read(_ overrides: OverrideSet) throws(FileProblem) -> OverrideJournal {
        var journal = try load()
        journal.settle(by: overrides)
        return journal
    }

    private func load() throws(FileProblem) -> OverrideJournal {
        guard let bytes = try FileBytes.readIfPresent(path, limit: Self.sizeLimit) else { return .empty }
        do throws(OverrideDocumentProblem) {
            var journal = try OverrideJournal(parsing: bytes)
            if !journal.isLastStepOpen { journal.letGo(sizeOnDisk: bytes.count) }
            return journal
        } catch {
            let advice = "the next change of overrides sets it aside and begins a new one"
            let isNewer = error.advice == OverrideDocumentProblem.newerVersionAdvice
            throw FileProblem(path, error, advice: isNewer ? nil : advice)
        }
    }
}
