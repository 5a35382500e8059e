import ExperimentResults
import ExperimentsCore

/// Everything that can happen to the dashboard. The time is passed separately: see ``DashboardState/update(_:at:)``.
///
/// Its cases are allocated on the heap because their sizes differ a lot. Laid out in place, this enum and `Effect` took
/// a quarter of the dashboard's compile time.
package indirect enum Message: Sendable {
    /// An event from the terminal.
    case input(InputEvent)
    /// A message for a single feature.
    ///
    /// - Parameters:
    ///   - content: the message, for code that inspects messages.
    ///   - take: passes it to the feature.
    case feature(content: any Sendable, take: @Sendable (inout DashboardState) -> [Effect])
    /// A second has passed.
    case tick
    /// The service reports an event.
    case service(ServiceEvent)
    /// The requested resolution of keys is done.
    case resolved(ResolvedSnapshot)
    /// The requested list is ready.
    case prepared(PreparedListing)
    /// The requested comparison of two values is ready.
    case differed(ComparedValues)
    /// A requested change to overrides was made or refused.
    case overridesEdited(OverrideAnswer)
    /// The journal of override changes was read, because another program changed overrides.
    case journalRead(JournalReading)
    /// The earlier values of a key, as far as they can be read, and the reason if they are incomplete.
    case timelineRead(KeyTimeline, problem: FileProblem?, source: String?)
    /// The places in the app's code that use a key, or the reason why they are unknown.
    case referencesFound(Result<KeyReferences, MessageError>, of: String)
    /// The change that removes a key from the app's code, or the reason why it is unknown.
    case retired(RetirementRequest, Result<ProposedRetirement, MessageError>)
    /// `$EDITOR`, opened at a place, has ended or could not start.
    case placeClosed(FilePlace, MessageError?)
    /// The service of one of several sources reports an event.
    case sourceEvent(source: String, ServiceEvent)
    /// The values of a source that the operator looks at, but which are not those that it keeps: for another user, or
    /// with a draft. With nil, the source's own values are shown again.
    case viewed(Snapshot?, source: String?)
    /// Another source is ready to be shown.
    case sourceOpened(OpenedSource)
    /// Another source could not be opened.
    case sourceNotOpened(name: String, reason: String)
    /// The answer to a request about profiles.
    case profilesAnswered(LibraryRequest<OverrideProfile>, LibraryAnswer<OverrideProfile>)
    /// The answer to a request about personas.
    case personasAnswered(LibraryRequest<NamedPersona>, LibraryAnswer<NamedPersona>)
    /// A listener beside the dashboard has a message.
    case listenerSays(String, isLoss: Bool)
    /// `$EDITOR` ended with a text, or with the reason why there is none.
    case editorClosed(EditorRequest, Result<String, MessageError>)
    /// The themes were read again, as far as possible. `problem` is the reason if something could not be read.
    case themesRead(ThemeLibrary, problem: String?)
    /// The project file has changed, and was read again if possible.
    case projectRead(Result<ProjectUpdate, MessageError>)
    /// The answer to an edit of the project file.
    case projectEditAnswered(ProjectEditAnswer)
    /// The first project file was written; `problem` is the reason if it could not be.
    case projectStarted(problem: String?)
    /// The result of writing a file.
    case exported(ExportRequest, ExportOutcome)
    /// The result of copying a text, as far as it is known.
    case copied(String, CopyOutcome)
}

extension Message {
    /// Returns the content, if the message is for a feature with this type; otherwise nil.
    func content<Content>(_ type: Content.Type) -> Content? {
        if case .feature(let content, _) = self { content as? Content } else { nil }
    }
}

/// A part of the dashboard that a user would name, in its own folder: its state, its messages, its commands and its
/// views.
///
/// Only its `update` changes its state. It reads other state from a copy of ``DashboardState``, and requests other work
/// by returning effects: for the outside, or for the dashboard, such as a notice or a panel to open.
protocol Feature: Sendable {
    /// Its messages.
    associatedtype Message: Sendable

    /// Its commands, in the order in which the help lists them.
    static var commands: [Command] { get }

    /// Handles a message, and returns effects.
    mutating func update(_ message: Message, in context: DashboardState) -> [Effect]

    /// Reacts to changes in the rest of the dashboard. Called after every message, so it must be cheap if nothing
    /// changed.
    mutating func follow(_ context: DashboardState) -> [Effect]
}

extension Feature {
    static var commands: [Command] { [] }

    mutating func follow(_ context: DashboardState) -> [Effect] { [] }
}

/// The place of a feature in the dashboard's state.
typealias FeaturePath<Part> = any WritableKeyPath<DashboardState, Part> & Sendable

extension Message {
    /// Creates a message to a feature.
    static func to<Part: Feature>(
        _ part: FeaturePath<Part>, _ content: Part.Message
    ) -> Message {
        .feature(content: content, take: { $0.update(part, with: content) })
    }
}

extension DashboardState {
    /// Passes a message to a feature, and runs its effects for the dashboard.
    ///
    /// - Returns: the effects for the outside.
    mutating func update<Part: Feature>(
        _ part: WritableKeyPath<DashboardState, Part>, with message: Part.Message
    ) -> [Effect] {
        settle(reading { $0[keyPath: part].update(message, in: $1) })
    }

    /// Lets a feature react to changes in the rest of the dashboard.
    mutating func follow<Part: Feature>(_ part: WritableKeyPath<DashboardState, Part>) -> [Effect] {
        settle(reading { $0[keyPath: part].follow($1) })
    }

    /// Release the read values before anything else changes, so that nothing large is copied.
    private mutating func reading(_ change: (inout DashboardState, DashboardState) -> [Effect]) -> [Effect] {
        let state = self
        return change(&self, state)
    }
}
