import ExperimentsCore
import ExperimentsTransport
import GrowthBookFeatures

/// The source of a payload.
public enum PayloadOrigin: Sendable {
    /// A file, and its path as messages show it.
    case file(path: String, shownAs: String)
    /// A server.
    case server(GrowthBookServer)
}

/// The options for reading a payload.
public struct PayloadReading: Sendable {
    /// The options for evaluating its rules.
    public var options: EvaluationOptions
    /// The key with which encrypted parts are decrypted.
    public var decryptionKey: String?

    /// Creates options.
    public init(options: EvaluationOptions = EvaluationOptions(), decryptionKey: String? = nil) {
        (self.options, self.decryptionKey) = (options, decryptionKey)
    }

    /// The payload in some bytes.
    ///
    /// - Throws: `FetchFailure` where it cannot be used, or where the features are encrypted with another key.
    func payload(_ bytes: [UInt8], httpStatus: Int? = nil) throws(FetchFailure) -> FeaturePayload {
        let payload: FeaturePayload
        do throws(PayloadProblem) {
            payload = try FeaturePayload(parsing: bytes, options: options, decryptionKey: decryptionKey)
        } catch {
            throw FetchFailure(error.description, httpStatus: httpStatus, bytes: bytes.count)
        }
        if let problem = payload.problems.first(where: { $0.kind == .encrypted }) {
            throw FetchFailure(problem.description, httpStatus: httpStatus, bytes: bytes.count)
        }
        return payload
    }
}
