/// Who asked for a fetch.
public enum FetchTrigger: Sendable, Hashable {
    /// The app, in its own time: a source's minimum interval between fetches applies.
    case app
    /// A person, now.
    case manual
    /// A timer of the dashboard or of `watch`.
    case scheduled
    /// A notice of the source that it holds something new; the attempt counts from 1.
    case realtime(attempt: Int)
}
