import Foundation

extension DashboardState {
    /// The window gained or lost the focus. Who comes back is told what changed in the meantime.
    mutating func noteFocus(_ isFocused: Bool) {
        guard isFocused else {
            appearance.awaySince = now
            return
        }
        guard let since = appearance.awaySince else { return }
        appearance.awaySince = nil
        guard let (count, first) = source.changedAt.names(changedAfter: since) else { return }
        let others = count > 1 ? " and \(count - 1) more" : ""
        say("while you were away: \(first)\(others) changed", .success, seconds: 12)
    }
}
