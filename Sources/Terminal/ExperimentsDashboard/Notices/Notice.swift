import Foundation

/// A short message above the footer that goes away by itself.
public struct Notice: Sendable, Hashable {
    /// How much it matters.
    public enum Severity: Sendable, Hashable {
        /// An action succeeded.
        case success
        /// Something needs attention, or an action is not possible.
        case warning
        /// Something failed.
        case error
    }

    /// The words.
    public var text: String
    /// How much it matters.
    public var severity: Severity
    /// When it goes away.
    public var until: Date
}

extension Notice.Severity {
    /// How its words look.
    var role: Role {
        switch self {
        case .success: .success
        case .warning: .warning
        case .error: .error
        }
    }
}
