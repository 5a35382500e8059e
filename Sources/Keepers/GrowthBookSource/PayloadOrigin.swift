import ExperimentsCore
import ExperimentsTransport
import GrowthBookFeatures

/// Where a payload comes from.
public enum PayloadOrigin: Sendable {
    /// A file, and how messages write its path.
    case file(path: String, shownAs: String)
    /// A server.
    case server(GrowthBookServer)
}

/// What a payload is read with.
public struct PayloadReading: Sendable {
    /// How its rules are read.
    public var options: EvaluationOptions
    /// Decrypts what is encrypted.
    public var decryptionKey: String?

    /// A way to read payloads.
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
            throw FetchFailure(error.message, httpStatus: httpStatus, bytes: bytes.count)
        }
        if let problem = payload.problems.first(where: { $0.kind == .encrypted }) {
            let advice = problem.advice.map { "; \($0)" } ?? ""
            throw FetchFailure(problem.message + advice, httpStatus: httpStatus, bytes: bytes.count)
        }
        return payload
    }
}
