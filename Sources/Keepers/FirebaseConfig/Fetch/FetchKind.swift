/// What a fetch is for, as the service counts them.
public enum FetchKind: Sendable, Hashable {
    /// An ordinary fetch.
    case base
    /// The nth attempt, from 1, to get what a realtime notice announced.
    case realtime(attempt: Int)

    var headerText: String {
        switch self {
        case .base: "BASE/1"
        case .realtime(let attempt): "REALTIME/\(attempt)"
        }
    }
}
