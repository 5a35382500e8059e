import ExperimentsCore
import Foundation
import LinkProtocol

/// A message to a link, sent from any thread and handled in order.
enum LinkMail: Sendable {
    /// A link was given.
    case linked(LinkOffer)
    /// The link was taken back.
    case unlinked
    /// Something happened to the connection.
    case happened(LinkHappening)
    /// A report was answered.
    case answered(ReportAnswer, number: Int)
    /// The app's keys can be seen from now on.
    case attached(KeyReporting)
    /// The keys may be other than they were.
    case keysChanged
    /// The app read a key as another type than its own.
    case mismatched(ReportedMismatch)
    /// A value put the user in a group.
    case exposed(ReportedExposure)
    /// A user did something.
    case tracked(ReportedMetric)
}

/// A link, and what is looked up only once it is followed: beside the app, whose start waits for neither.
struct LinkOffer: Sendable {
    let invitation: LinkInvitation
    /// Returns the identity of the app.
    let identity: @Sendable () -> AppIdentity
    /// The state that an earlier run kept; nil for none.
    let kept: @Sendable () -> LinkedState?
}

/// Looks at an app's keys when they are to be told.
struct KeyReporting: Sendable {
    /// Returns the keys at this moment; nil if the app has released its service.
    let report: @Sendable () -> Report?
    /// Returns the pending change of a key that keeps its value for a session.
    let pending: @Sendable (String) -> PendingValues.Change?
}
