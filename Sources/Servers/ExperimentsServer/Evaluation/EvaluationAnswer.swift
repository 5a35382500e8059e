import ExperimentsCore
import ExperimentsHTTPServing
import ExperimentsTransport
import Foundation

/// The answer of OFREP to a request.
struct EvaluationAnswer {
    /// The address of the event stream in answers; nil for clients that would fail with it.
    let streamURI: String?

    /// Returns the answer about one flag.
    func flag(_ key: String, body: [UInt8], _ source: FlagSource) async -> ServedResponse {
        if let refusal = source.refusal { return Self.failure(.general, refusal) }
        let evaluation: FlagEvaluation
        do throws(MessageError) {
            evaluation = await source.answers(for: try FlagContext(ofBody: body)).evaluation(of: key)
        } catch {
            evaluation = FlagEvaluation(
                key: key, status: nil, outcome: .failure(.invalidContext, error.message))
        }
        return Self.response(evaluation.httpStatus, evaluation.json.compactBytes)
    }

    /// Returns the answer about all flags.
    ///
    /// - Parameters:
    ///   - noneMatch: the tags of answers that the client has, as `If-None-Match` lists them.
    ///   - configTag: the tag in the event because of which the client asks, if there was one.
    func flags(body: [UInt8], noneMatch: String?, configTag: String?, _ source: FlagSource) async
        -> ServedResponse
    {
        if let refusal = source.refusal { return Self.failure(.general, refusal) }
        let context: FlagContext
        do throws(MessageError) {
            context = try FlagContext(ofBody: body)
        } catch {
            return Self.failure(.invalidContext, error.message)
        }
        let answers = await source.answers(for: context)
        if let failure = answers.failure { return Self.failure(.general, failure) }
        let (body, tag) = answers.body(streamURI: streamURI, staleSince: source.staleSince)
        // A client that knows a change which is unknown here gets everything.
        let isCurrent = configTag.map { source.tag.isNamed(byQueryItem: $0) } ?? true
        if isCurrent, let noneMatch, tag.isNamed(in: noneMatch) {
            return ServedResponse(status: 304, headers: ["etag": tag.header, "cache-control": "no-cache"])
        }
        var response = Self.response(200, body)
        response.headers["etag"] = tag.header
        return response
    }

    private static func failure(_ code: EvaluationErrorCode, _ details: String) -> ServedResponse {
        let body: JSONValue = [
            "errorCode": .string(code.rawValue), "errorDetails": .string(details), "metadata": [:],
        ]
        return response(code.httpStatus, body.compactBytes)
    }

    private static func response(_ status: Int, _ body: [UInt8]) -> ServedResponse {
        ServedResponse(
            status: status, headers: ["content-type": "application/json", "cache-control": "no-cache"],
            body: body)
    }
}

extension ServedResponse {
    /// Adds the time since which values are old.
    func saying(staleSince: Date?) -> ServedResponse {
        var response = self
        response.headers["x-experiments-stale-since"] = staleSince.map { RFC3339.text(of: $0) }
        return response
    }
}
