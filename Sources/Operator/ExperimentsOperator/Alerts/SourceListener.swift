import ExperimentsCore
import Foundation

/// Hears what the source that is shown tells, beside whoever shows it, in order to tell others of it.
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
