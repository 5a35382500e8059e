import ExperimentsCore
import ExperimentsProject

/// The start of a dashboard without a project: the sources from which a project file can be drafted, and how it is
/// written.
public struct ProjectStarting: Sendable {
    /// The sources that were found.
    package let findings: SourceFindings
    /// The project file, as messages write it.
    package let path: String
    /// Writes the text of the project file. Called on any thread.
    package let write: @Sendable (_ text: String) throws -> Void

    package init(
        _ findings: SourceFindings, path: String, write: @escaping @Sendable (_ text: String) throws -> Void
    ) {
        (self.findings, self.path, self.write) = (findings, path, write)
    }

    /// Writes the file, and says why that cannot be done; nil if it was.
    func problem(writing text: String) -> String? {
        do {
            try write(text)
            return nil
        } catch let problem as any OperatorError {
            return ErrorReport(problem).text()
        } catch {
            return "\(error)"
        }
    }
}

/// Something to begin with: what was found, or a file to fill in.
struct StartChoice: Sendable {
    let title: String
    let kind: String
    let count: String
    let draft: ProjectDraft

    /// All that is offered, the best first.
    static func all(_ findings: SourceFindings) -> [StartChoice] {
        let found = findings.candidates.map { candidate in
            StartChoice(
                title: candidate.title, kind: candidate.kindWords, count: candidate.countWords,
                draft: ProjectDraft(candidate, besides: findings.candidates.filter { $0.place != candidate.place }))
        }
        return found + [
            StartChoice(title: "nothing", kind: "a file with comments, to fill in", count: "", draft: ProjectDraft())
        ]
    }
}
