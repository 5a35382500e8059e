import Foundation

/// The journal of an overrides file, in a separate file next to it: `.override-journal/overrides.json`.
///
/// It is read and written while the lock of the overrides is held. A step is written before its change is made, and
/// marked as made afterwards. If a program is killed in between, the overrides themselves show whether the step counts,
/// so journal and overrides always agree. A journal that cannot be read is moved aside, and a new one is begun. If none
/// can be written, the overrides are not changed. The folder contains a rule for git to ignore it, so that the journal
/// is not committed with a team's overrides.
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
            // If the overrides cannot be read, it is not known whether the step was made, and it cannot be undone
            // either.
            journal.settle(by: try? JSONOverrideStore.read(overridesPath))
        }
        return journal
    }

    /// Returns the steps after a change in progress has been made.
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
    /// - Parameter overrides: the current overrides.
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
            let advice = "the next change to overrides renames it and starts a new one"
            let isNewer = error.advice == OverrideDocumentProblem.newerVersionAdvice
            throw FileProblem(path, error, advice: isNewer ? nil : advice)
        }
    }
}

// A step is written before its change is made. A single byte then marks it as made. That byte needs no flush to disk:
// if it is lost, the overrides themselves show that the change was made.
extension OverrideJournalFile {
    /// A written step, and notes about the journal.
    struct Announcement {
        /// The step; nil if the journal belongs to a newer version of this program, and is not changed.
        var step: OverrideStep?
        /// The journal with the step.
        var journal: OverrideJournal?
        var problem: FileProblem?
    }

    /// Writes a step whose change is about to be made. Call it while the lock of the overrides is held.
    ///
    /// - Parameter overrides: the overrides before the change.
    /// - Throws: `FileProblem` if the step cannot be written. The change must then not be made.
    func announce(
        _ kind: OverrideStep.Kind, _ title: String, by origin: OverrideOrigin, at now: Date,
        changes: [OverrideSetDifference.Change], of overrides: OverrideSet
    ) throws(FileProblem) -> Announcement {
        do throws(FileProblem) {
            let (old, problem) = try readOrSetAside(overrides)
            guard var journal = old else { return Announcement(problem: problem) }
            let step = journal.announce(kind, title, by: origin, at: now, changes: changes)
            let permissions = FilePermissions.like(
                (try? PathText.followingLinks(overridesPath)) ?? overridesPath)
            try prepareFolder(permissions)
            try AtomicFile.write(
                journal.documentBytes(within: Self.sizeLimit), to: path, permissions: permissions,
                limit: Self.sizeLimit)
            return Announcement(step: step, journal: journal, problem: problem)
        } catch {
            throw Self.refusal(error, path)
        }
    }

    /// Marks the last step as made. Call it while the lock of the overrides is held.
    func confirm() {
        FileMoment.pass("confirm", path)
        guard let descriptor = try? FileBytes.openFile(path, O_RDWR) else { return }
        defer { close(descriptor) }
        var mark: UInt8 = 0
        let place = off_t(OverrideJournal.placeOfMark)
        guard pread(descriptor, &mark, 1, place) == 1, mark == OverrideJournal.openMark else { return }
        mark = OverrideJournal.madeMark
        pwrite(descriptor, &mark, 1, place)
    }

    private func readOrSetAside(_ overrides: OverrideSet) throws(FileProblem) -> (
        OverrideJournal?, FileProblem?
    ) {
        do throws(FileProblem) {
            return (try read(overrides), nil)
        } catch {
            // A journal of a newer version is left to that version. One that cannot be opened is not changed either.
            if error.advice == OverrideDocumentProblem.newerVersionAdvice { return (nil, error) }
            guard error.line != nil, let aside = AtomicFile.setAside(path) else { throw error }
            let problem = FileProblem(
                path: path, message: "the journal cannot be read: \(error.message)", line: error.line,
                column: error.column,
                advice: "it was renamed to \(PathText.name(of: aside)), and a new one was started"
            )
            return (.empty, problem)
        }
    }

    /// Creates the folder, ignored by git, for those who may read the overrides.
    private func prepareFolder(_ permissions: FilePermissions) throws(FileProblem) {
        let folder = PathText.folder(of: path)
        try Folders.make(folder, for: path, permissions)
        if let bits = permissions.bits(), let status = FileStatus(of: folder),
            status.permissions != bits.ofFolder
        {
            // A failure is ignored here: users who share the overrides share the journal, and the one who created the
            // folder can set its permissions.
            chmod(folder, bits.ofFolder)
        }
        try Folders.hideFromGit(folder, permissions)
        // Overrides can be changed even if a lock cannot be hidden.
        try? Folders.hidePrivateFiles(in: PathText.folder(of: folder), hasEvents: false)
    }

    private static func refusal(_ problem: FileProblem, _ path: String) -> FileProblem {
        let nothing = "nothing was changed"
        let advice = problem.advice.map { $0.hasSuffix(nothing) ? $0 : "\($0); \(nothing)" } ?? nothing
        return FileProblem(
            path: path, message: "the change could not be undone later: \(problem.message)",
            line: problem.line,
            column: problem.column, advice: advice)
    }

    /// Changes overrides, and records the change as a step.
    ///
    /// - Parameters:
    ///   - store: the store of the file that the journal belongs to, alone or as the highest layer.
    ///   - title: a description of the change.
    ///   - change: changes the overrides of all scopes.
    /// - Throws: the error of `change`, or `FileProblem` if the overrides cannot be changed or the step cannot be
    ///   recorded. In that case, nothing has changed.
    @discardableResult
    package func change(
        _ store: any OverrideStore, _ title: String, by origin: OverrideOrigin, at now: Date,
        change: (inout OverrideSet) throws -> Void
    ) throws -> JournaledUpdate {
        var kept = Announcement()
        let update = try store.update(change) { update in
            let changes = update.before.changes(to: update.after)
            guard !changes.isEmpty else { return }
            kept = try announce(.edit, title, by: origin, at: now, changes: changes, of: update.before)
        } recording: { _ in
            if kept.step != nil { confirm() }
        }
        return JournaledUpdate(update, kept)
    }

    /// Undoes the last step that has not been undone yet, or redoes the last one that was undone.
    ///
    /// - Parameters:
    ///   - number: the number that the step must have; nil for any.
    ///   - force: whether to restore even keys that were changed since by something other than a step.
    /// - Throws: `OverrideJournalProblem` if there is no such step, or if keys were changed since; `FileProblem` if
    ///   the journal or the overrides cannot be read. Nothing is changed then.
    @discardableResult
    package func reverse(
        _ reversal: OverrideReversal, in store: any OverrideStore, by origin: OverrideOrigin, at now: Date,
        expecting number: Int? = nil, force: Bool = false
    ) throws -> JournaledUpdate {
        var reversed: OverrideStep?
        var kept = Announcement()
        let update = try store.update { overrides in
            let journal = try read(overrides)
            reversed = try journal.reverse(reversal, of: &overrides, expecting: number, force: force)
        } announcing: { update in
            guard let step = reversed else { return }
            kept = try announce(
                OverrideStep.Kind(reversal, of: step.subject), step.title, by: origin, at: now,
                changes: update.changes(of: step), of: update.before)
        } recording: { _ in
            if kept.step != nil { confirm() }
        }
        return JournaledUpdate(update, kept)
    }
}

/// The result of a change that is recorded in a journal, with everything that is known about it, so that nothing needs
/// to be read again.
package struct JournaledUpdate: Sendable {
    /// The overrides before and after.
    package let update: OverrideUpdate
    /// The step that was added; nil if nothing changed, or if the journal is of a newer version of this program.
    package let step: OverrideStep?
    /// The journal with the step; nil without a step, or if the journal is not in a file.
    package let journal: OverrideJournal?
    /// The problem with the journal, if there is one. The overrides were changed anyway.
    package let problem: FileProblem?

    /// Creates the result of a change that no journal in a file records.
    package init(update: OverrideUpdate, step: OverrideStep? = nil) {
        self.update = update
        self.step = step
        journal = nil
        problem = nil
    }

    fileprivate init(_ update: OverrideUpdate, _ kept: OverrideJournalFile.Announcement) {
        self.update = update
        step = kept.step
        problem = kept.problem
        var journal = kept.journal
        journal?.settle(by: update.after)
        self.journal = journal
    }

    /// Whether overrides changed, and no step records it.
    package var isUnrecorded: Bool { step == nil && update.before != update.after }
}

extension OverrideUpdate {
    /// Returns the changes to the overrides that a step changed.
    fileprivate func changes(of step: OverrideStep) -> [OverrideSetDifference.Change] {
        Set(step.names).sorted().map { name in
            let address = OverrideAddress(text: name)
            return OverrideSetDifference.Change(name: name, before: before[address], after: after[address])
        }
    }
}
