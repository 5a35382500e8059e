import ExperimentsCore

/// How a download went that brought an answer.
public struct ActiveConfigDownloadReport: Sendable {
    /// What became of the answer.
    public enum Outcome: Sendable, Hashable {
        /// The configuration is in force. The names of the sections that it changed or removed, in the order in which
        /// listeners are told; none if it says the same as before.
        case applied(changedSections: [String])
        /// The server has nothing newer.
        case unchanged
        /// The answer holds no sections, so everything stays as it is.
        case empty
        /// The user changed meanwhile: the configuration was stored for its own user, and nobody is told.
        case storedForItsUser
    }

    /// Whose configuration was asked for; nil for the shared one.
    public let userID: String?
    /// What became of the answer.
    public let outcome: Outcome
    /// The meta of the configuration that was downloaded; where none was, of the one in force.
    public let meta: JSONObject
    /// The HTTP status, for a source behind HTTP.
    public let httpStatus: Int?
    /// The size of the answer in bytes.
    public let bytes: Int
    /// What is wrong with the document without being reason enough to refuse it.
    public let problems: [ActiveConfigProblem]

    /// Whether the answer was put in force.
    public var configWasSet: Bool {
        if case .applied = outcome { true } else { false }
    }
}

/// Why a download changed nothing: there was no answer, or the document was refused.
public struct ActiveConfigDownloadFailure: Error, Sendable, CustomStringConvertible, OperatorError {
    /// Whose configuration was asked for; nil for the shared one.
    public let userID: String?
    /// What went wrong, with the status and size of the answer, and when another try makes sense.
    public let failure: FetchFailure
    /// Everything that is wrong with the document, if it was the document; else nil.
    public let invalid: InvalidActiveConfig?

    init(userID: String?, failure: FetchFailure, invalid: InvalidActiveConfig? = nil) {
        self.userID = userID
        self.failure = failure
        self.invalid = invalid
    }

    init(_ invalid: InvalidActiveConfig, of download: ActiveConfigDownload, for userID: String?) {
        self.init(
            userID: userID,
            failure: FetchFailure(
                "the configuration is refused: \(invalid)", httpStatus: download.httpStatus, bytes: download.bytes),
            invalid: invalid)
    }

    init(_ error: any Error, for userID: String?) {
        if let failure = error as? ActiveConfigDownloadFailure {
            self = failure
        } else {
            self.init(userID: userID, failure: FetchFailure(error))
        }
    }

    package var details: JSONObject { failure.details }

    /// What went wrong, in words.
    public var description: String { failure.summary }
}
