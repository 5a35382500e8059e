import ExperimentsSupport

/// The meaning of a path of OFREP.
enum EvaluationPath: Sendable, Hashable {
    /// One flag.
    case flag(String)
    /// All flags.
    case flags
    /// The stream that announces changes.
    case events

    private static let (flagsPath, eventsPath) = ("/ofrep/v1/evaluate/flags", "/ofrep/v1/events")

    /// Reads a path; nil for one that OFREP does not have.
    ///
    /// Some providers do not encode a key, even if it has slashes; others do.
    init?(_ path: Substring) {
        if path == Self.eventsPath {
            self = .events
            return
        }
        guard path.hasPrefix(Self.flagsPath) else { return nil }
        let rest = path.dropFirst(Self.flagsPath.count)
        switch rest {
        case "", "/": self = .flags
        case _ where rest.hasScalarPrefix("/"):
            let key = String(rest.dropFirst())
            // Text that is not encoded UTF-8 is used as the name of a key unchanged.
            self = .flag(key.percentDecoded ?? key)
        default: return nil
        }
    }

    /// The allowed methods.
    var methods: [String] {
        switch self {
        case .flag, .flags: ["POST"]
        case .events: ["GET"]
        }
    }

    /// The path of the stream, for clients.
    static let streamPath = eventsPath
}
