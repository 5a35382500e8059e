import Foundation

// A step is written before its change is made. A single byte then marks it as made. That byte needs no flush to disk:
// if it is lost, the overrides themselves show that the change was made.
extension OverrideJournalFile {
    /// A step that was written, and what there is to say of the journal.
    struct Announcement {
        /// The step; nil if a newer version of this program keeps the journal, which is then left alone.
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
            let permissions = FilePermissions.like((try? PathText.followingLinks(overridesPath)) ?? overridesPath)
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
        guard let descriptor = try? PlainFile.open(path, O_RDWR) else { return }
        defer { close(descriptor) }
        var mark: UInt8 = 0
        let place = off_t(OverrideJournal.placeOfMark)
        guard pread(descriptor, &mark, 1, place) == 1, mark == OverrideJournal.openMark else { return }
        mark = OverrideJournal.madeMark
        pwrite(descriptor, &mark, 1, place)
    }

    private func readOrSetAside(
        _ overrides: OverrideSet
    ) throws(FileProblem) -> (OverrideJournal?, FileProblem?) {
        do throws(FileProblem) {
            return (try read(overrides), nil)
        } catch {
            // A journal of a newer version is left to that version. One that cannot be opened at all also stays as it
            // is.
            if error.advice == OverrideDocumentProblem.newerVersionAdvice { return (nil, error) }
            guard error.line != nil, let aside = DamagedFile.setAside(path) else { throw error }
            let problem = FileProblem(
                path: path, message: "the journal was unreadable: \(error.message)", line: error.line,
                column: error.column, advice: "it is kept as \(PathText.name(of: aside)), and a new one was begun")
            return (.empty, problem)
        }
    }

    /// Creates the folder, ignored by git, for those who may read the overrides.
    private func prepareFolder(_ permissions: FilePermissions) throws(FileProblem) {
        let folder = PathText.folder(of: path)
        try Folders.make(folder, for: path, permissions)
        if let bits = permissions.bits(), let status = FileStatus(of: folder), status.permissions != bits.ofFolder {
            // A failure is ignored here: users who share the overrides share the journal, and the one who created the
            // folder can set its permissions.
            chmod(folder, bits.ofFolder)
        }
        let ignored = PathText.join(folder, ".gitignore")
        if access(ignored, F_OK) != 0 {
            try AtomicFile.write(Array("*\n".utf8), to: ignored, permissions: permissions)
        }
    }

    private static func refusal(_ problem: FileProblem, _ path: String) -> FileProblem {
        let nothing = "nothing was changed"
        let advice = problem.advice.map { $0.hasSuffix(nothing) ? $0 : "\($0); \(nothing)" } ?? nothing
        return FileProblem(
            path: path, message: "the change could not be undone later: \(problem.message)", line: problem.line,
            column: problem.column, advice: advice)
    }
}
