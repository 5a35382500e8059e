import ExperimentsCore
import ExperimentsOperator
import FirebaseTemplates

extension ProjectSession {
    /// Shows the draft of the source's template in place of the published version from now on.
    ///
    /// - Throws: `CommandProblem` if there is none, `FileProblem` if it cannot be read.
    func showDraft() throws {
        guard let workspace = try templates?(currentSource), let keeper = service.keeper as? TemplateRemoteConfigKeeper
        else {
            throw CommandProblem(
                "\(sourceName) evaluates no template, so that no draft can stand in for one",
                advice: "Sources of the kind firebase-template do.")
        }
        keeper.setDraft(try workspace.storedDraft().template)
    }
}

extension TemplateWorkspace {
    /// Returns the stored draft.
    ///
    /// - Throws: `CommandProblem` if there is none, `FileProblem` if it cannot be read.
    func storedDraft() throws -> TemplateDraft {
        guard let draft = try store.read() else {
            throw CommandProblem(
                "there is no draft of \(origin.title)", advice: "`experiments template set KEY VALUE` begins one.")
        }
        return draft
    }
}
