import EtcdStore
import ExperimentsCore
import ExperimentsOperator

/// Publishing the values of the source that is shown.
struct ValuesState: Sendable {
    /// Whether they can be published from here.
    let isAvailable: Bool

    init(isAvailable: Bool) {
        self.isAvailable = isAvailable
    }
}

/// A request about the values that the source publishes.
public struct ValueRequest: Sendable {
    enum Action: Sendable {
        /// Read what is published, and say what these edits would change.
        case propose([String: ValueEdit])
        /// Read what was published at a revision, and say what going back to it would change.
        case restore(Int64)
        /// Publish it.
        case publish(ValueProposal)
        /// List what was published.
        case history
    }

    let action: Action

    init(_ action: Action) {
        self.action = action
    }
}

/// The answer to a request.
public struct ValueAnswer: Sendable {
    enum Content: Sendable {
        /// The proposed changes, and the place where they would be published.
        case proposal(ValueProposal, ValuePublishing)
        case published(ValueProposal, revision: Int64)
        /// It is not known whether the values were published.
        case unknown(String)
        /// The earlier publications, the latest first.
        case history(PublicationHistory)
        /// It was not done; line by line.
        case failed([String])
    }

    let content: Content

    init(_ content: Content) {
        self.content = content
    }
}
