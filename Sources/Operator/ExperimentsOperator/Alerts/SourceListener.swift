import ExperimentsCore
import Foundation

/// Receives the events of the current source, in addition to the dashboard, to report them elsewhere.
///
/// Conform to it to react to fetches and changes while a dashboard is open, for example to post them to a chat, and set
/// `DashboardSession.listener`. The dashboard calls ``begin(saying:)`` first, and then ``hear(_:from:at:)`` for each
/// event.
public protocol SourceListener: Sendable {
    /// Receives a closure for showing messages to the operator. Called once, before any event.
    ///
    /// - Parameter say: shows a sentence, as a warning if something was lost. It may be called on any thread.
    func begin(saying say: @escaping @Sendable (_ sentence: String, _ isLoss: Bool) -> Void)

    /// Handles an event of a source. Called on any thread, so it must not block: start longer work elsewhere, and
    /// return.
    ///
    /// Events that occur while another user's values are shown are left out.
    ///
    /// - Parameters:
    ///   - event: a fetch, or a change to values, overrides or live updates.
    ///   - source: the name of the source, if the project has several.
    ///   - now: the time of the event.
    func hear(_ event: ServiceEvent, from source: String?, at now: Date)

    /// Handles a step of a rollout that this program has made.
    ///
    /// - Parameters:
    ///   - name: the name of the rollout.
    ///   - sentence: what it did, to follow the name.
    ///   - isHarm: whether all users have the old value again.
    func hear(rollout name: String, _ sentence: String, isHarm: Bool, from source: String?, at now: Date)
}

extension SourceListener {
    /// Does nothing.
    public func hear(
        rollout name: String, _ sentence: String, isHarm: Bool, from source: String?, at now: Date
    ) {}
}
