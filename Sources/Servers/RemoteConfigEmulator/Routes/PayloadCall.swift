/// What GrowthBook's SDKs ask for.
enum PayloadCall: Equatable {
    case features
    case stream
    case remoteEvaluation

    /// The call, and the client key in its path.
    init?(method: String, _ parts: [String]) {
        switch (method, parts.count) {
        case ("GET", 3) where parts[0] == "api" && parts[1] == "features": self = .features
        case ("GET", 2) where parts[0] == "sub": self = .stream
        case ("POST", 3) where parts[0] == "api" && parts[1] == "eval": self = .remoteEvaluation
        default: return nil
        }
    }
}
