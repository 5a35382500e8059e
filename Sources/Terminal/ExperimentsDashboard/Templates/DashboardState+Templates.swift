import ExperimentsCore
import ExperimentsOperator
import FirebaseTemplates

// The template behind the source: read outside, edited here ahead of its file.
extension DashboardState {
    /// Why the template cannot be looked at; nil if it can.
    var reasonNoTemplate: String? {
        guard !templates.isAvailable else { return nil }
        return "\(sourceName) has no template to edit here; sources of the kinds firebase-template and emulator have"
    }

    mutating func openTemplate() -> [Effect] {
        panels.push(TemplatePanel(self, at: selectedName))
        return [.template(.open)]
    }

    /// Makes an edit, on the screen at once.
    ///
    /// - Throws: `TemplateEditProblem`; nothing is changed then.
    mutating func edit(_ edit: TemplateEdit) throws(TemplateEditProblem) -> [Effect] {
        guard var draft = templates.draft else { throw TemplateEditProblem("the template is not read yet") }
        guard !project.isReadOnly else { throw TemplateEditProblem(Self.readOnlyTemplate) }
        guard try draft.make(edit) else {
            say(TemplateWords.nothingToChange, .success, seconds: 3)
            return []
        }
        templates.show(draft)
        return change(.make([edit]))
    }

    private static let readOnlyTemplate = "read-only: templates are not changed here"

    /// Whether templates are changed here; where they are not, that is said.
    mutating func mayEditTemplate() -> Bool {
        if project.isReadOnly { say(Self.readOnlyTemplate, .warning) }
        return !project.isReadOnly
    }

    /// Makes an edit, or says why it cannot be made.
    mutating func tryEdit(_ edit: TemplateEdit) -> [Effect] {
        do throws(TemplateEditProblem) {
            return try self.edit(edit)
        } catch {
            say(error.description, .error, seconds: 8)
            return []
        }
    }

    /// Takes the last edit back, or makes it again.
    mutating func stepTemplate(back: Bool) -> [Effect] {
        guard mayEditTemplate(), var draft = templates.draft else { return [] }
        guard let edit = back ? draft.undo() : draft.redo() else {
            say(back ? TemplateWords.nothingToUndo : TemplateWords.nothingToRedo, .warning, seconds: 3)
            return []
        }
        templates.show(draft)
        say("\(back ? "undone" : "done again"): \(edit)", .success, seconds: 4)
        return change(back ? .undo : .redo)
    }

    /// Changes the file of the draft as the screen was changed.
    mutating func change(_ change: TemplateWorkspace.Change) -> [Effect] {
        templates.pendingChanges += 1
        return [.template(.change(TemplateChangeRequest(change)))] + preview()
    }

    /// Goes over to the values of the draft, or back.
    mutating func togglePreview() -> [Effect] {
        guard templates.canPreview else {
            say("\(sourceName) gives the values that apps get; publish the draft to see them", .warning, seconds: 5)
            return []
        }
        guard templates.isPreviewed || templates.words != nil else {
            say("there is no draft to look at", .warning, seconds: 3)
            return []
        }
        templates.isPreviewed.toggle()
        guard !templates.isPreviewed else { return preview() }
        templates.changedNames = []
        return [.template(.preview(nil))]
    }

    /// The values of the draft as it is now, if they are looked at.
    private mutating func preview() -> [Effect] {
        guard templates.isPreviewed, let draft = templates.draft else { return [] }
        notePreviewedNames()
        return [.template(.preview(draft.template))]
    }

    /// Notes that the draft changes other values for another user.
    mutating func notePreviewedNames() {
        guard templates.isPreviewed, let draft = templates.draft else { return }
        let instance = AppInstance(source.persona?.current ?? SourcePersona(), now: now)
        let before = ClientTemplate(draft.base.template).evaluate(for: instance)
        let after = ClientTemplate(draft.template).evaluate(for: instance)
        let names = Set(draft.base.template.parameters.map(\.key) + draft.template.parameters.map(\.key))
        templates.changedNames = names.filter { before[$0] != after[$0] }
    }

    /// The source is about to be another one.
    mutating func leaveTemplate() -> [Effect] {
        guard templates.isPreviewed else { return [] }
        templates.isPreviewed = false
        return [.template(.preview(nil))]
    }
}

// What comes back.
extension DashboardState {
    mutating func templateAnswered(_ request: TemplateRequest, _ answer: TemplateAnswer) -> [Effect] {
        if case .change = request { templates.pendingChanges -= 1 }
        switch answer {
        case .draft(let draft, let reference):
            templates.workspace = reference.workspace
            // What was edited since is on its way to the file.
            guard templates.pendingChanges == 0 else { return [] }
            templates.show(draft)
            // Nothing is left of the draft whose values are on screen.
            if templates.isPreviewed, templates.words == nil { return togglePreview() }
            return preview()
        case .failed(let reason): return templateFailed(request, reason)
        case .publication(let event): return advancePublication(event)
        case .versions(let versions):
            panels.change(TemplateVersionsPanel.self) { panel in
                panel.versions = versions
                return true
            }
        case .sameForAll(let same):
            guard case .sameForAll(let name, _) = request else { break }
            panels.change(KeyTimelinePanel.self) { panel in
                panel.take(same, of: name)
                return true
            }
        case .previewed(let count):
            let words = templates.isPreviewed ? "as it would be" : "as it is"
            say("\(words): \(CountText.count(count, "value changed", "values changed"))", .success, seconds: 4)
        }
        return []
    }

    private mutating func templateFailed(_ request: TemplateRequest, _ reason: TemplateRefusalReason) -> [Effect] {
        // Failures to add to a timeline are not reported; those of the source itself are reported by its fetches.
        if case .sameForAll = request { return [] }
        say(reason.lines.first ?? reason.message, .error, seconds: 12)
        switch request {
        case .open:
            templates.fail(reason)
            return leaveTemplate()
        // The file is not as the screen says.
        case .change where templates.pendingChanges == 0: return [.template(.open)]
        case .versions: panels.change(TemplateVersionsPanel.self) { _ in false }
        case .publication:
            // One of them is what it waits for; the others are passed over.
            return advancePublication(.notChecked(reason)) + advancePublication(.notSent(.refused(reason)))
                + advancePublication(.notLooked(reason))
        case .recall, .change, .preview, .sameForAll: break
        }
        return []
    }
}

extension Feature {
    static let templates = Feature(commands: [.template, .previewDraft])
}

extension Command {
    static let template: Command = Command(
        "template", title: "Edit the source's template", in: .overriding, keys: ["T"],
        twin: .command("experiments template set KEY VALUE"), whyNot: \.reasonNoTemplate, run: { $0.openTemplate() })
    static let previewDraft: Command = Command(
        "preview-draft", title: "Show values as the draft makes them, or no longer", in: .overriding,
        twin: .command("experiments template draft show --template"), whyNot: \.reasonNoTemplate,
        run: { $0.togglePreview() })
}
