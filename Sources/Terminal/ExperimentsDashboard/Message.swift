import ExperimentsCore
import ExperimentsTeam
import Foundation

/// Everything that can happen to the dashboard.
///
/// Its cases are kept on the heap, for they differ much in size: laid out in place, this enum and `Effect` took a
/// quarter of the time to compile the dashboard.
public indirect enum Message: Sendable {
    /// Something came in through the terminal.
    case input(InputEvent)
    /// A second has passed.
    case tick(Date)
    /// The service tells something.
    case service(ServiceEvent, at: Date)
    /// The keys that were to be resolved are.
    case resolved(ResolvedSnapshot, at: Date)
    /// The list that was to be prepared is.
    case prepared(PreparedListing)
    /// The sources that were to be compared are.
    case compared(ComparedSources)
    /// The two values that were to be compared are.
    case differed(ComparedValues)
    /// A change of overrides that was asked for was made, or refused.
    case overridesEdited(OverrideAnswer, at: Date)
    /// The journal of changes of overrides was read, because something else changed overrides.
    case journalRead(JournalReading, at: Date)
    /// The fetches of a source that were kept before this dashboard was opened, the oldest first.
    case earlierFetches([FetchRecord], source: String?)
    /// The values of a source before this dashboard was opened, or the reason why they cannot be read.
    case earlierValues(Result<EarlierValues, FileProblem>, source: String?)
    /// The times for which keys of a source have been at their defaults, or the reason why they cannot be read.
    case defaultAgesRead(Result<DefaultAges, FileProblem>, source: String?)
    /// The earlier values of a key, as far as they can be read, and the reason if they are incomplete.
    case timelineRead(KeyTimeline, problem: FileProblem?, source: String?)
    /// Where the app's sources are about a key, or why that is not known.
    case referencesFound(Result<KeyReferences, KeyReferencesFailure>, of: String)
    /// The operator came back from `$EDITOR`, in which a place was opened, or could not be.
    case placeClosed(FilePlace, EditorFailure?, at: Date)
    /// The last known values of a source, stored by a program that fetched them before this dashboard was opened.
    case lastKnown(Snapshot, source: String?)
    /// The service of one of several sources tells something.
    case sourceEvent(source: String, ServiceEvent, at: Date)
    /// Another source is there to be shown.
    case sourceOpened(OpenedSource, at: Date)
    /// Another source could not be opened.
    case sourceNotOpened(name: String, reason: String, at: Date)
    /// The values of another source, to compare with, and the reason if it could not be fetched.
    case sourceRead(name: String, Snapshot, problem: String?, at: Date)
    /// The state of a source that is not shown.
    case sourceAnswered(name: String, SourceAnswer, at: Date)
    /// The answer to a request about profiles.
    case profilesAnswered(ProfileRequest, ProfileAnswer, at: Date)
    /// The state of the team that shares overrides.
    case teamChanged(TeamView, at: Date)
    /// The linked apps.
    case appsChanged(KnownApps, at: Date)
    /// The result of reading the results of experiments.
    case resultsRead(ResultsAnswer, at: Date)
    /// Serving apps began or ended, or is about to.
    case servingChanged(ServingStatus, at: Date)
    /// The answer to a request for a link.
    case appLinked(AppLinkAnswer, at: Date)
    /// The answer to a request about the source's template.
    case templateAnswered(TemplateRequest, TemplateAnswer, source: String?, at: Date)
    /// The answer to a request about the values that a source publishes.
    case valuesAnswered(ValueRequest, ValueAnswer, source: String?, at: Date)
    /// The source says why a name has its value.
    case explained(ExplanationRequest, [ExplanationLine])
    /// The source says which names its conditions look at.
    case personaFields([String])
    /// The source is asked as another user from now on. `changedCount` is the number of values that this changed at
    /// once.
    case personaSet(changedCount: Int, at: Date)
    /// The answer to a request about personas.
    case personasAnswered(PersonaRequest, PersonaAnswer, at: Date)
    /// The values of keys for several personas, or at several sources.
    case matrixEvaluated(MatrixRequest, MatrixAnswer, at: Date)
    /// A listener beside the dashboard has a message.
    case listenerSays(String, isLoss: Bool, at: Date)
    /// The operator came back from `$EDITOR` with a text, or without one and a reason.
    case editorClosed(EditorRequest, Result<String, EditorFailure>, at: Date)
    /// The themes were read again, as far as possible. `problem` is the reason if something could not be read.
    case themesRead(ThemeLibrary, problem: String?, at: Date)
    /// The project file has changed, and was read again if possible.
    case projectRead(Result<ProjectUpdate, ProjectRefusal>, at: Date)
    /// The answer to an edit of the project file.
    case projectEditAnswered(ProjectEditAnswer, at: Date)
    /// The project file to begin with was written; else why it could not be.
    case projectStarted(problem: String?)
    /// The result of writing a file.
    case exported(ExportRequest, ExportOutcome, at: Date)
    /// The result of copying a text, as far as it is known.
    case copied(String, CopyOutcome, at: Date)
}
