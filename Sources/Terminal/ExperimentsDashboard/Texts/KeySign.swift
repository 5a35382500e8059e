import ExperimentsCore
import ExperimentsOperator
import ExperimentsTerminalUI

/// The sign of one cell before a key, which shows its state. Each sign has a different shape, so that it can be
/// recognized without colors and in ASCII. A key that is ok has none.
struct KeySign: Sendable, Hashable {
    let text: String
    let role: Role

    init(_ text: String, _ role: Role) { (self.text, self.role) = (text, role) }

    /// The value comes from an experiment.
    static let experiment = KeySign("◇", .group)

    /// Creates the sign of a status; nil for one that needs no attention.
    init?(_ status: KeyStatus) {
        switch status {
        case .incorrect: self.init("✗", status.role)
        case .missing: self.init("○", status.role)
        case .override: self.init("◆", status.role)
        case .undeclared: self.init("?", status.role)
        case .unknown: self.init("·", status.role)
        case .ok, .default: return nil
        }
    }

    /// Creates the sign of a key in a list: that of its status, or of its override.
    init?(_ status: ListedKey.Status) {
        switch status {
        case .key(let status): self.init(status)
        case .warning(.refused): self.init("✗", .incorrect)
        case .warning: self.init("!", .warning)
        case .expired, .off: self.init("·", .dim)
        case .orphan: self.init("?", .warning)
        }
    }
}

extension KeyStatus {
    /// Returns a number of keys with the status: `✗ 1 incorrect`.
    func counted(_ count: Int) -> Span {
        let word = self == .override && count > 1 ? "overrides" : rawValue
        return Span(
            [KeySign(self)?.text, String(count), word].compactMap(\.self).joined(separator: " "), role)
    }

    /// Returns a number of keys with the status, without its word: `✗1`.
    func shortlyCounted(_ count: Int) -> Span { Span((KeySign(self)?.text ?? "") + String(count), role) }
}
