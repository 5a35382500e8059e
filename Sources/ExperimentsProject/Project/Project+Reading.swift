import ExperimentsCore
import MarkedYAML

extension Project {
    /// A project file larger than this is none.
    static let largestFile = 64 << 20

    /// Reads a project file and checks everything it says.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - shownPath: how messages write the path; as given, if nil.
    ///   - vocabulary: the names that the dashboard knows.
    /// - Throws: ``ProjectProblems`` with all that is wrong in the file.
    public init(
        readingFileAt path: String, shownAs shownPath: String? = nil, vocabulary: ProjectVocabulary = .open
    ) throws(ProjectProblems) {
        let shownPath = shownPath ?? path
        let text: String
        do throws(FileProblem) {
            text = try TextFile.read(path, limit: Self.largestFile).text
        } catch {
            throw ProjectProblems(shownPath, error)
        }
        try self.init(parsing: text, path: path, shownAs: shownPath, vocabulary: vocabulary)
    }

    /// Reads the text of a project file.
    ///
    /// - Parameters:
    ///   - text: the content.
    ///   - path: where it is kept, for the paths in it.
    ///   - shownPath: how messages write the path; as given, if nil.
    ///   - vocabulary: the names that the dashboard knows.
    /// - Throws: ``ProjectProblems`` with all that is wrong in the text.
    public init(
        parsing text: String, path: String, shownAs shownPath: String? = nil, vocabulary: ProjectVocabulary = .open
    ) throws(ProjectProblems) {
        var reader = ProjectReader(folder: ProjectPath.folder(of: path), vocabulary: vocabulary)
        var project: Project?
        do throws(YAMLProblem) {
            project = reader.read(try YAMLNode(parsing: text))
        } catch {
            reader.problems.add(error.message, line: error.line, column: error.column)
        }
        guard let project, reader.problems.isEmpty else {
            throw ProjectProblems(file: shownPath ?? path, reader.problems.inOrder, text: text)
        }
        self = project
    }
}
