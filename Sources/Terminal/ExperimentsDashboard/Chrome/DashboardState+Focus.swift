import Foundation

extension DashboardState {
    /// The window gained or lost the focus. Who comes back is told what changed in the meantime.
    mutating func noteFocus(_ isFocused: Bool) {
        guard isFocused else {
            awaySince = now
            return
        }
        guard let since = awaySince else { return }
        awaySince = nil
        guard let (count, first) = changedAt.names(changedAfter: since) else { return }
        let others = count > 1 ? " and \(count - 1) more" : ""
        say("while you were away: \(first)\(others) changed", .success, seconds: 12)
    }
}
