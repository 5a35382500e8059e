import ExperimentsCore
import ExperimentsOperator
import FirebaseTemplates

// Publishing a draft, and bringing an earlier version back: the way of `TemplatePublication`.
extension DashboardState {
    mutating func publish(_ action: TemplatePublication.Action) -> [Effect] {
        guard let workspace = templates.workspace else { return [] }
        if let current = templates.publication {
            // It is on its way still.
            panels.push(TemplatePublishPanel(current.consent))
            return []
        }
        guard mayEditTemplate() else { return [] }
        guard templates.pendingChanges == 0 else {
            say("the draft is being kept; try again", .warning, seconds: 3)
            return []
        }
        var publication = workspace.publication(of: action, for: project.keys)
        let request = publication.begin()
        templates.publication = publication
        panels.push(TemplatePublishPanel(publication.consent))
        return request.map { [.template(.publication($0))] } ?? []
    }

    /// Takes what happened to what is being published.
    mutating func advancePublication(_ event: TemplatePublication.Event) -> [Effect] {
        guard var publication = templates.publication else { return [] }
        let request = publication.take(event)
        templates.publication = publication
        if let request { return [.template(.publication(request))] }
        guard case .published(let published, _, let found) = publication.stage else { return [] }
        return finish(publication, published, found)
    }

    private mutating func finish(
        _ publication: TemplatePublication, _ published: PublishedTemplate, _ found: String?
    ) -> [Effect] {
        say(TemplateWords.published(publication, published, found: found), .success, seconds: 8)
        templates.publication = nil
        panels.change(TemplatePublishPanel.self) { _ in false }
        panels.change(TemplateVersionsPanel.self) { _ in false }
        // What is published is no draft any more.
        return takeOver(published) + startFetch(.manual)
    }

    /// Takes the draft over to another version, without the edits that do not apply there.
    mutating func takeOver(_ published: PublishedTemplate) -> [Effect] {
        if let draft = templates.draft { templates.show(draft.rebased(on: published).draft) }
        return change(.rebase(published))
    }
}
