import ExperimentsCore
import ExperimentsOperator
import FirebaseTemplates

/// The answer to a request.
package enum TemplateAnswer: Sendable {
    /// The current draft, and its workspace.
    case draft(TemplateDraft, TemplateWorkspace)
    /// The request was not performed, or something could not be read.
    case failed(RefusalReason)
    /// The result of a step of a publication.
    case publication(TemplatePublication.Event)
    /// The personas.
    case personas([NamedPersona])
    /// The versions, newest first.
    case versions([TemplateVersion])
    /// The time since which all users have got the same value for a key; nil if they do not.
    case sameForAll(UniformValue?)
    /// The experiments and rollouts of the project.
    case studies(ProjectStudies)
    /// The number of values that now differ.
    case previewed(changedCount: Int)
}
