/// The purpose of a fetch, as the service counts them.
public enum FetchKind: Sendable, Hashable {
    /// An ordinary fetch.
    case base
    /// The nth attempt, from 1, to fetch a version that was announced over the realtime stream.
    case realtime(attempt: Int)

    var headerText: String {
        switch self {
        case .base: "BASE/1"
        case .realtime(let attempt): "REALTIME/\(attempt)"
        }
    }
}
