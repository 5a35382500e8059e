import ExperimentsCore

/// Changes the keys that a project file declares, in the file's own text.
package struct ProjectFileEditor: Sendable, Hashable {
    /// How often a change is made anew, because somebody else changed the file at the same time.
    private static let tries = 5

    /// The file.
    package let path: String
    /// How messages write it.
    package let shownPath: String

    package init(path: String, shownAs shownPath: String? = nil) {
        (self.path, self.shownPath) = (path, shownPath ?? path)
    }

    /// The text as it is, and as an edit would make it. Nothing is changed.
    ///
    /// - Throws: `FileProblem` where the file cannot be read, ``ProjectEditProblem`` where the edit cannot be made.
    package func proposal(for edit: KeyEdit) throws -> ProjectChange {
        let bytes = try read()
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw FileProblem(path: shownPath, message: "is not UTF-8 text", advice: "save it as UTF-8 and try again")
        }
        do throws(ProjectEditProblem) {
            return ProjectChange(edit: edit, before: text, after: try ProjectText(text).applying(edit))
        } catch {
            var problem = error
            problem.file = shownPath
            throw problem
        }
    }

    /// Makes an edit in the file as it is by then. Where somebody else changes it in the same moment, the edit is made in
    /// what they wrote.
    ///
    /// - Returns: what was changed.
    /// - Throws: as ``proposal(for:)``, and `FileProblem` where the file cannot be written; it is then unchanged.
    package func make(_ edit: KeyEdit) throws -> ProjectChange {
        for _ in 0..<Self.tries {
            let change = try proposal(for: edit)
            if try write(change) { return change }
        }
        var problem = ProjectEditProblem(.busy)
        problem.file = shownPath
        throw problem
    }

    /// Writes a change that was proposed, unless the file is no longer as it was then.
    ///
    /// - Returns: whether it was written.
    /// - Throws: `FileProblem` where the file cannot be written; it is then unchanged.
    package func write(_ change: ProjectChange) throws(FileProblem) -> Bool {
        do throws(FileProblem) {
            return try AtomicFile.replace(
                Array(change.before.utf8), with: Array(change.after.utf8), at: path, limit: Project.largestFile)
        } catch {
            throw error.named(shownPath)
        }
    }

    private func read() throws(FileProblem) -> [UInt8] {
        do throws(FileProblem) {
            return try FileBytes.read(path, limit: Project.largestFile)
        } catch {
            throw error.named(shownPath)
        }
    }
}

/// The text of a project file before and after an edit of its keys.
package struct ProjectChange: Sendable, Hashable {
    package let edit: KeyEdit
    package let before: String
    package let after: String

    package init(edit: KeyEdit, before: String, after: String) {
        (self.edit, self.before, self.after) = (edit, before, after)
    }

    /// Both texts without their last line end, to be compared line by line.
    package var sides: (before: String, after: String) { (before.withoutLastLineEnd, after.withoutLastLineEnd) }
}
