import ExperimentsCore

/// Changes the keys of a project file in the text of the file.
package struct ProjectFileEditor: Sendable, Hashable {
    /// The number of times that a change is made again because another program changed the file at the same time.
    private static let tries = 5

    /// The path of the file.
    package let path: String
    /// The path as messages show it.
    package let shownPath: String

    package init(path: String, shownAs shownPath: String? = nil) {
        (self.path, self.shownPath) = (path, shownPath ?? path)
    }

    /// Returns the present text, and the text after an edit. Nothing is changed.
    ///
    /// - Throws: `FileProblem` if the file cannot be read, ``ProjectEditProblem`` if the edit cannot be made.
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

    /// Makes an edit in the present file. If another program changes the file at the same moment, the edit is made in
    /// their version.
    ///
    /// - Returns: the change.
    /// - Throws: the errors of ``proposal(for:)``, and `FileProblem` if the file cannot be written. The file is then
    ///   unchanged.
    package func make(_ edit: KeyEdit) throws -> ProjectChange {
        for _ in 0..<Self.tries {
            let change = try proposal(for: edit)
            if try write(change) { return change }
        }
        var problem = ProjectEditProblem(.busy)
        problem.file = shownPath
        throw problem
    }

    /// Writes a proposed change, unless the file has changed since.
    ///
    /// - Returns: whether it was written.
    /// - Throws: `FileProblem` if the file cannot be written. The file is then unchanged.
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

/// The text of a project file before and after an edit.
package struct ProjectChange: Sendable, Hashable {
    package let edit: KeyEdit
    package let before: String
    package let after: String

    package init(edit: KeyEdit, before: String, after: String) {
        (self.edit, self.before, self.after) = (edit, before, after)
    }

    /// Both texts without their last line end, for comparing them line by line.
    package var sides: (before: String, after: String) { (before.withoutLastLineEnd, after.withoutLastLineEnd) }
}
