import ExperimentsLinkProtocol

/// The state of the link between an app and the server of its overrides.
public enum LinkStatus: Sendable, Hashable {
    /// The app has no link: nothing is sent, and there are no overrides.
    case off
    /// The app is trying to connect to the server. Until it succeeds, the last overrides that it received stay active.
    ///
    /// - Parameter problem: the reason why the last attempt failed, or Low Data Mode; nil during the first attempt, and
    ///   while the app is in the background.
    case looking(problem: LinkProblem?)
    /// The server refuses the link, because it was revoked or its token is wrong. There are no overrides. The app asks
    /// again from time to time, but only a new link helps.
    case refused(LinkProblem)
    /// The app is connected, and receives each change.
    case linked

    /// The reason why the app is not connected, if there is one.
    public var problem: LinkProblem? {
        switch self {
        case .off, .linked: nil
        case .looking(let problem): problem
        case .refused(let problem): problem
        }
    }
}

extension LinkStatus: CustomStringConvertible {
    /// `off`, `looking`, `refused` or `linked`, with the problem if there is one.
    public var description: String {
        switch self {
        case .off: "off"
        case .looking(nil): "looking"
        case .looking(let problem?): "looking: \(problem)"
        case .refused(let problem): "refused: \(problem)"
        case .linked: "linked"
        }
    }
}
