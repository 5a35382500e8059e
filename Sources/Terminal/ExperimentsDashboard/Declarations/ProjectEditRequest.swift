import ExperimentsCore
import ExperimentsProject

/// A request to change the project file.
public struct ProjectEditRequest: Sendable {
    enum Work: Sendable {
        /// Say what declaring some names would make of it.
        case declare([String], ProjectKnowledge)
        /// Say what dropping some keys would make of it.
        case drop([String])
        /// Write a change that was looked at.
        case write(ProjectChange)
    }

    let work: Work

    init(_ work: Work) {
        self.work = work
    }

    /// Says what would come of it; nothing is written.
    func rehearsed(with editor: ProjectFileEditor) -> ProjectEditAnswer {
        if case .write = work { return ProjectEditAnswer(.refused("nothing is written in a rehearsal")) }
        return answered(by: editor)
    }

    /// Carries it out.
    func answered(by editor: ProjectFileEditor) -> ProjectEditAnswer {
        do {
            switch work {
            case .declare(let names, let knowledge):
                return ProjectEditAnswer(.proposal(try editor.proposal(for: .declare(knowledge.keys(names)))))
            case .drop(let names): return ProjectEditAnswer(.proposal(try editor.proposal(for: .drop(names))))
            case .write(let change):
                if try editor.write(change) { return ProjectEditAnswer(.written(change)) }
                return ProjectEditAnswer(.changedMeanwhile(try editor.proposal(for: change.edit)))
            }
        } catch let problem as any OperatorError {
            return ProjectEditAnswer(.refused(ErrorReport(problem).text()))
        } catch {
            return ProjectEditAnswer(.refused("\(error)"))
        }
    }
}

/// The knowledge from which keys are drafted, on another thread than the one that draws.
struct ProjectKnowledge: Sendable {
    let declared: [CatalogKey]
    let snapshot: Snapshot
    let overrides: OverrideSet

    func keys(_ names: [String]) -> [CatalogKey] {
        DeclarationDraft(declared: declared, snapshot: snapshot, overrides: overrides).keys(names)
    }
}

/// The answer to a request about the project file.
public struct ProjectEditAnswer: Sendable, Hashable {
    enum Outcome: Sendable, Hashable {
        /// The proposed change.
        case proposal(ProjectChange)
        /// It is written.
        case written(ProjectChange)
        /// Another program has changed the file since. The change is computed again for that version.
        case changedMeanwhile(ProjectChange)
        /// It cannot be done, and why not, in lines.
        case refused(String)
    }

    let outcome: Outcome

    init(_ outcome: Outcome) {
        self.outcome = outcome
    }
}
