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
