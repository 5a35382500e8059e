import ExperimentsCore
import Foundation

/// Receives the events of the source that is shown, in addition to the dashboard, to report them elsewhere.
public protocol SourceListener: Sendable {
    /// Takes how the listener says something to the operator. Called once, before anything is heard.
    ///
    /// - Parameter say: a sentence, and whether something was lost. From any thread.
    func begin(saying say: @escaping @Sendable (_ sentence: String, _ isLoss: Bool) -> Void)

    /// Takes what a source tells while it is asked as its configured persona. Called on any thread; must not wait.
    ///
    /// - Parameter source: which of several sources it is, by name.
    func hear(_ event: ServiceEvent, from source: String?, at now: Date)
}
