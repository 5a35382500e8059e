import Foundation

/// The journal of an overrides file, in a file of its own beside it: `.override-journal/overrides.json`.
///
/// It is read and written while the lock of the overrides is held. A step is written before its change is made, and
/// marked as made afterwards. If a program is killed in between, the overrides themselves show whether the step counts,
/// so journal and overrides always agree. A journal that cannot be read is moved aside, and a new one is begun. If none
/// can be written, the overrides are not changed. The folder contains a rule for git to ignore it, so that the journal
/// is not committed together with a team's overrides.
package struct OverrideJournalFile: Sendable, Hashable {
    /// The largest file that is read, in bytes. Larger ones were not written by this code.
    static let sizeLimit = 3 * JSONOverrideStore.sizeLimit
    static let folderName = ".override-journal"

    /// The path of the journal, which need not exist yet.
    package let path: String
    /// The overrides file whose changes it records.
    package let overridesPath: String

    /// Creates the journal of the overrides at `path`. If `path` is a symbolic link, the journal belongs to its target.
    package init(besideOverridesAt path: String) {
        let target = (try? PathText.followingLinks(path)) ?? path
        overridesPath = path
        self.path = PathText.join(
            PathText.join(PathText.folder(of: target), Self.folderName), PathText.name(of: target))
    }

    /// Returns the steps whose changes were made; a journal without steps if there is no file.
    ///
    /// - Throws: `FileProblem`, with the place if the content is wrong.
    package func read() throws(FileProblem) -> OverrideJournal {
        var journal = try load()
        if journal.isLastStepOpen {
            // If the overrides cannot be read, they say nothing about the step, and it cannot be undone either.
            journal.settle(by: try? JSONOverrideStore.read(overridesPath))
        }
        return journal
    }

    /// Returns the steps after a change that is under way now has been made.
    ///
    /// - Throws: `FileProblem`.
    package func settled() throws(FileProblem) -> OverrideJournal {
        guard access(path, F_OK) == 0 || access(overridesPath, F_OK) == 0 else { return .empty }
        func result() -> Result<OverrideJournal, FileProblem> {
            do throws(FileProblem) { return .success(try read()) } catch { return .failure(error) }
        }
        // If the lock cannot be taken, the file is read without it. It is never half written.
        return try ((try? FileLock.whileHeld(guarding: overridesPath, result)) ?? result()).get()
    }

    /// Returns the steps. Call it while the lock of the overrides is held.
    ///
    /// - Parameter overrides: the overrides as they are now.
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
