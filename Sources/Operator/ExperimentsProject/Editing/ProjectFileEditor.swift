import ExperimentsCore
import ExperimentsYAML

/// Changes the keys of a project file in the text of the file.
package struct ProjectFileEditor: Sendable, Hashable {
    /// The number of times to repeat a change because another program changed the file at the same time.
    private static let tries = 5

    /// The path of the file.
    package let path: String
    /// The path as messages show it.
    package let shownPath: String

    package init(path: String, shownAs shownPath: String? = nil) {
        (self.path, self.shownPath) = (path, shownPath ?? path)
    }

    /// Returns the current text, and the text after an edit, without changing the file.
    ///
    /// - Throws: `FileProblem` if the file cannot be read, ``ProjectEditProblem`` if the edit cannot be made.
    package func proposal(for edit: KeyEdit) throws -> ProjectChange {
        let bytes = try read()
        guard let text = String(validUTF8: bytes) else {
            throw FileProblem(
                path: shownPath, message: "is not UTF-8 text", advice: "save it as UTF-8 and try again")
        }
        do throws(ProjectEditProblem) {
            return ProjectChange(edit: edit, before: text, after: try ProjectText(text).applying(edit))
        } catch {
            var problem = error
            problem.file = shownPath
            throw problem
        }
    }

    /// Makes an edit in the current file. If another program changes the file at the same moment, the edit is made in
    /// the new version.
    ///
    /// - Returns: the change.
    /// - Throws: the errors of ``proposal(for:)``, and `FileProblem` if the file cannot be written. In that case, the
    ///   file has not changed.
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
                Array(change.before.utf8), with: Array(change.after.utf8), at: path,
                limit: ProjectFile.largestFile)
        } catch {
            throw error.named(shownPath)
        }
    }

    private func read() throws(FileProblem) -> [UInt8] {
        try FileBytes.read(path, limit: ProjectFile.largestFile) { $0.named(shownPath) }
    }
}

/// The text of a project file before and after an edit.
package struct ProjectChange: Sendable, Hashable {
    package let edit: KeyEdit
    package let before: String
    package let after: String

    /// Both texts without their last line end, for comparing them line by line.
    package var sides: (before: String, after: String) {
        (before.withoutLastLineEnd, after.withoutLastLineEnd)
    }
}

/// A change to the keys that a project file declares.
package enum KeyEdit: Sendable, Hashable {
    /// Declares keys, after the existing ones.
    case declare([CatalogKey])
    /// Removes the keys with these names.
    case drop([String])
    /// Removes a key that the app no longer reads, with the experiments that test it.
    case retire(String)

    /// The names of its keys.
    package var names: [String] {
        switch self {
        case .declare(let keys): keys.map(\.name)
        case .drop(let names): names
        case .retire(let name): [name]
        }
    }

    /// The name of the command for it.
    package var verb: String {
        switch self {
        case .declare: "declare"
        case .drop: "drop"
        case .retire: "retire"
        }
    }

    /// Refuses an edit that has no effect, or that is invalid for every project file.
    ///
    /// - Parameter declared: the names of the keys that are declared.
    func check(among declared: [String]) throws(ProjectEditProblem) {
        let known = Set(declared)
        switch self {
        case .declare:
            if let name = names.first(where: { !Project.canDeclare($0) }) {
                throw ProjectEditProblem(.unusableName(name))
            }
            var seen: Set<String> = []
            let again = names.filter { known.contains($0) || !seen.insert($0).inserted }
            guard again.isEmpty else { throw ProjectEditProblem(.declaredAlready(again)) }
        case .drop, .retire:
            let unknown = names.filter { !known.contains($0) }
            guard let first = unknown.first else { return }
            let near = SpellingSuggestion.nearest(to: first, in: declared)
            throw ProjectEditProblem(.notDeclared(unknown, near: near))
        }
    }

    /// The edit in words: `declare 3 keys`.
    package var words: String { verb + " " + (names.count == 1 ? names[0] : "\(names.count) keys") }

    /// The result in words: `declared 3 keys`.
    package var doneWords: String {
        let count = names.count == 1 ? names[0] : "\(names.count) keys"
        return switch self {
        case .declare: "declared \(count)"
        case .drop: "dropped \(count)"
        case .retire: "retired \(count)"
        }
    }
}

/// The reason why the keys of a project file cannot be changed.
package struct ProjectEditProblem: Error, Sendable, Hashable, OperatorError {
    package enum Reason: Sendable, Hashable {
        /// The file has a form that cannot be changed line by line, which the text describes.
        case unusualForm(String)
        /// Keys with these names are already declared.
        case declaredAlready([String])
        /// Keys with these names are not declared.
        case notDeclared([String], near: String?)
        /// A project file cannot have a key with this name.
        case unusableName(String)
        /// The result could not be read, for this reason.
        case wouldBreak(String)
        /// The file cannot be read, for this reason.
        case unreadable(String)
        /// Other programs keep changing the file.
        case busy
    }

    package let reason: Reason
    /// The line and the column of the problem, from 1, if it has a place.
    package let line: Int?
    package let column: Int?
    /// The path of the file, as messages show it.
    package var file: String?
    /// The lines to write by hand instead; nil if that would not help.
    package var byHand: String?

    init(_ reason: Reason, at node: YAMLNode? = nil) {
        self.reason = reason
        (line, column) = (node?.line, node?.column)
    }

    package var message: String {
        switch reason {
        case .unusualForm(let why): "cannot be changed here, because \(why)"
        case .declaredAlready(let names):
            Self.words(names, one: "is already declared", several: "are already declared")
        case .notDeclared(let names, _):
            Self.words(names, one: "is not declared", several: "are not declared")
        case .unusableName(let name): "\(Quotation.of(name)) cannot be the name of a key"
        case .wouldBreak(let why): "would no longer be valid: \(why)"
        case .unreadable(let why): why
        case .busy: "is constantly changed by other programs"
        }
    }

    package var place: ErrorPlace? { ErrorPlace(file: file, line: line, column: column) }

    package var excerpt: String? { byHand }

    package var advice: String? {
        switch reason {
        case .unusualForm:
            byHand == nil ? "change it in an editor; nothing was changed" : "write this by hand"
        case .notDeclared(_, let near?): "did you mean \(Quotation.of(near))"
        case .wouldBreak, .unreadable: "nothing was changed"
        case .busy: "try again"
        default: nil
        }
    }

    private static func words(_ names: [String], one: String, several: String) -> String {
        let quoted = names.prefix(4).map { Quotation.of($0) }.joined(separator: ", ")
        let more = names.count > 4 ? " and \(names.count - 4) more" : ""
        return "\(quoted)\(more) \(names.count == 1 ? one : several)"
    }
}
