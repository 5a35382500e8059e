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
        let names = changedAt.filter { $0.value > since }.keys.sorted()
        guard let first = names.first else { return }
        let others = names.count > 1 ? " and \(names.count - 1) more" : ""
        say("while you were away: \(first)\(others) changed", .success, seconds: 12)
    }
}
