import ExperimentsCore
import ExperimentsYAML

/// The keys of a project file, without the rest of the project.
public enum KeysOfProject {
    /// Returns the keys in the text of a project file, or of a file with only `keys:`.
    ///
    /// Of the other fields, only the names are checked: a misspelled `keys` is a mistake, and a wrong source is not.
    ///
    /// - Parameters:
    ///   - text: the content of the file.
    ///   - path: the path of the file, as messages show it.
    /// - Throws: `ProjectProblems` with all mistakes in the keys.
    public static func keys(parsing text: String, path: String) throws(ProjectProblems) -> [CatalogKey] {
        let root: YAMLNode?
        do throws(YAMLProblem) {
            root = try YAMLNode(parsing: text)
        } catch {
            let problem = ProjectProblem(error.message, line: error.line, column: error.column)
            throw ProjectProblems(file: path, [problem], text: text)
        }
        var decoder = ProjectDecoder(subject: ProjectNames(root: root).subject)
        let keys = decoder.readKeys(ofProject: root)
        guard decoder.errorCount == 0 else {
            throw ProjectProblems(file: path, ProjectProblem.inOrder(decoder.faults), text: text)
        }
        return keys
    }
}

extension ProjectDecoder {
    fileprivate mutating func readKeys(ofProject root: YAMLNode?) -> [CatalogKey] {
        guard let root else {
            noteEmptyFile()
            return []
        }
        guard let record = record(root, fields: ProjectFile.fields, expected: "fields such as `keys:`") else {
            return []
        }
        return record["keys"].map { readKeys($0) } ?? []
    }

    /// Notes that a project file is empty.
    package mutating func noteEmptyFile() {
        let message = "the file is empty; use `experiments init --force` to write one to start from"
        add(DocumentFault(DocumentPath(), message, at: DocumentLocation(line: 1, column: 1)))
    }
}
