import LinkProtocol

/// Whether an app hears of its overrides from a server.
public enum LinkStatus: Sendable, Hashable {
    /// No link was given to the app: nothing is sent, and there are no overrides.
    case off
    /// The server is looked for. Until it is found, the overrides stay as they were told last.
    ///
    /// - Parameter problem: why it was not found at the last try, or that the network is to be spared; nil while the first
    ///   is under way, and while the app is in the background.
    case looking(problem: LinkProblem?)
    /// The server tells of each change.
    case linked
}

extension LinkStatus: CustomStringConvertible {
    /// `off`, `looking` or `linked`, with the problem where there is one.
    public var description: String {
        switch self {
        case .off: "off"
        case .looking(nil): "looking"
        case .looking(let problem?): "looking: \(problem)"
        case .linked: "linked"
        }
    }
}
