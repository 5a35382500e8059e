/// What caused a fetch.
public enum FetchTrigger: Sendable, Hashable {
    /// The app. The source's minimum interval between fetches applies.
    case app
    /// A person, who wants the values now.
    case manual
    /// A timer of the dashboard or of `watch`.
    case scheduled
    /// A notice of the source that it has newer content. The attempts count from 1.
    case realtime(attempt: Int)
}
