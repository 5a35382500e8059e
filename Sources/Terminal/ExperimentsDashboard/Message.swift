import ExperimentsCore
import ExperimentsTeam
import Foundation

/// Everything that can happen to the dashboard. When it happened is told beside it: see ``DashboardState/update(_:at:)``.
///
/// Its cases are kept on the heap, for they differ much in size: laid out in place, this enum and `Effect` took a
/// quarter of the time to compile the dashboard.
public indirect enum Message: Sendable {
    /// Something came in through the terminal.
    case input(InputEvent)
    /// Something that concerns one of the features alone.
    case feature(FeatureMessage)
    /// A second has passed.
    case tick
    /// The service tells something.
    case service(ServiceEvent)
    /// The keys that were to be resolved are.
    case resolved(ResolvedSnapshot)
    /// The list that was to be prepared is.
    case prepared(PreparedListing)
    /// The two values that were to be compared are.
    case differed(ComparedValues)
    /// A change of overrides that was asked for was made, or refused.
    case overridesEdited(OverrideAnswer)
    /// The journal of changes of overrides was read, because something else changed overrides.
    case journalRead(JournalReading)
    /// The earlier values of a key, as far as they can be read, and the reason if they are incomplete.
    case timelineRead(KeyTimeline, problem: FileProblem?, source: String?)
    /// Where the app's sources are about a key, or why that is not known.
    case referencesFound(Result<KeyReferences, KeyReferencesFailure>, of: String)
    /// The operator came back from `$EDITOR`, in which a place was opened, or could not be.
    case placeClosed(FilePlace, EditorFailure?)
    /// The last known values of a source, stored by a program that fetched them before this dashboard was opened.
    case lastKnown(Snapshot, source: String?)
    /// The service of one of several sources tells something.
    case sourceEvent(source: String, ServiceEvent)
    /// Another source is there to be shown.
    case sourceOpened(OpenedSource)
    /// Another source could not be opened.
    case sourceNotOpened(name: String, reason: String)
    /// The answer to a request about profiles.
    case profilesAnswered(ProfileRequest, ProfileAnswer)
    /// The answer to a request about personas.
    case personasAnswered(PersonaRequest, PersonaAnswer)
    /// A listener beside the dashboard has a message.
    case listenerSays(String, isLoss: Bool)
    /// The operator came back from `$EDITOR` with a text, or without one and a reason.
    case editorClosed(EditorRequest, Result<String, EditorFailure>)
    /// The themes were read again, as far as possible. `problem` is the reason if something could not be read.
    case themesRead(ThemeLibrary, problem: String?)
    /// The project file has changed, and was read again if possible.
    case projectRead(Result<ProjectUpdate, ProjectRefusal>)
    /// The answer to an edit of the project file.
    case projectEditAnswered(ProjectEditAnswer)
    /// The project file to begin with was written; else why it could not be.
    case projectStarted(problem: String?)
    /// The result of writing a file.
    case exported(ExportRequest, ExportOutcome)
    /// The result of copying a text, as far as it is known.
    case copied(String, CopyOutcome)
}

extension Message {
    /// What it says to a feature; nil for one to another.
    func content<Content>(_ type: Content.Type) -> Content? {
        if case .feature(let message) = self { message.content as? Content } else { nil }
    }
}
