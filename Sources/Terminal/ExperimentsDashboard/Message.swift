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

/// A part of the dashboard that an operator would name, in a folder of its own: its state, what can happen to it, its
/// commands and its views.
///
/// Only its `update` changes its state. It reads the rest in a ``Context``, and what it wants to be done elsewhere it
/// answers as effects: some for the world outside, some for the dashboard, such as a notice or a panel to open.
protocol Feature: Sendable {
    /// Everything that can happen to it.
    associatedtype Message: Sendable

    /// Its commands, in the order in which the help lists them.
    static var commands: [Command] { get }

    /// Takes what happened, and answers what is to be done elsewhere.
    mutating func update(_ message: Message, in context: Context) -> [Effect]

    /// Takes over what changed around it. Called after everything that happens, so that it costs nothing where nothing
    /// did.
    mutating func follow(_ context: Context) -> [Effect]
}

extension Feature {
    static var commands: [Command] { [] }

    mutating func follow(_ context: Context) -> [Effect] { [] }
}

/// Where in the dashboard's state a feature is.
typealias FeaturePath<Part> = any WritableKeyPath<DashboardState, Part> & Sendable

/// A message to one of the features.
public struct FeatureMessage: Sendable {
    /// What happened, for those who look at messages on their way.
    let content: any Sendable
    /// Gives it to the feature.
    let take: @Sendable (inout DashboardState) -> [Effect]

    init<Part: Feature>(_ content: Part.Message, to part: FeaturePath<Part>) {
        self.content = content
        take = { $0.update(part, with: content) }
    }
}

extension Message {
    /// A message to a feature.
    static func to<Part: Feature>(
        _ part: FeaturePath<Part>, _ content: Part.Message
    ) -> Message {
        .feature(FeatureMessage(content, to: part))
    }
}

extension DashboardState {
    /// Lets a feature take what happened, and does what it wants to be done here.
    ///
    /// - Returns: what is to be done outside.
    mutating func update<Part: Feature>(
        _ part: WritableKeyPath<DashboardState, Part>, with message: Part.Message
    ) -> [Effect] {
        settle(reading { $0[keyPath: part].update(message, in: $1) })
    }

    /// Lets a feature take over what changed around it.
    mutating func follow<Part: Feature>(_ part: WritableKeyPath<DashboardState, Part>) -> [Effect] {
        settle(reading { $0[keyPath: part].follow($1) })
    }

    /// What is read is let go of before anything else is changed, so that nothing large is copied for it.
    private mutating func reading(_ change: (inout DashboardState, Context) -> [Effect]) -> [Effect] {
        let context = Context(self)
        return change(&self, context)
    }
}
