import ExperimentsCore

/// The result of a download that ended with an answer.
public struct ActiveConfigDownloadReport: Sendable {
    /// What the answer changed.
    public enum Outcome: Sendable, Hashable {
        /// The configuration was put in force. It changed or removed these sections, in the order in which listeners are
        /// told; none if it is the same as before.
        case applied(changedSections: [String])
        /// The server has nothing newer.
        case unchanged
        /// The answer has no sections, so it was not put in force.
        case empty
        /// Another user is the current one by now: the configuration was only stored for its own user.
        case storedForItsUser
    }

    /// The user whose configuration was asked for; nil for the shared one.
    public let userID: String?
    /// What the answer changed.
    public let outcome: Outcome
    /// The `meta` of the configuration that was downloaded or, if there was none, of the one in force.
    public let meta: JSONObject
    /// The HTTP status; nil if the downloader does not use HTTP.
    public let httpStatus: Int?
    /// The size of the answer in bytes.
    public let bytes: Int
    /// What is wrong with the document, if it was not refused for it.
    public let problems: [ActiveConfigProblem]

    /// Whether the answer was put in force.
    public var configWasSet: Bool {
        if case .applied = outcome { true } else { false }
    }
}

/// Why a download changed nothing: there was no answer, or the document was refused.
public struct ActiveConfigDownloadFailure: Error, Sendable, CustomStringConvertible, OperatorError {
    /// The user whose configuration was asked for; nil for the shared one.
    public let userID: String?
    /// What went wrong, with the status and size of the answer, and when to try again.
    public let failure: FetchFailure
    /// All problems of the document, if it was refused; otherwise nil.
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

extension FetchFailure {
    /// The server answered without a configuration.
    static func withoutConfiguration(_ httpStatus: Int?, bytes: Int) -> FetchFailure {
        FetchFailure(
            "the answer has no configuration; the server should send \"meta\" and \"config_sections\"",
            httpStatus: httpStatus, bytes: bytes)
    }
}
