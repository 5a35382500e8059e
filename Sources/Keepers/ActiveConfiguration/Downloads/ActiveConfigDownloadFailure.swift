import ExperimentsCore

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
