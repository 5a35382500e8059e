import ExperimentsCore
import ExperimentsTransport
import Foundation
import HTTPServing

/// The answer of OFREP to a request.
struct EvaluationAnswer {
    /// The address of the event stream that answers name; nil for clients that would fail if it were named.
    let streamURI: String?

    /// An answer about one flag.
    func flag(_ key: String, body: [UInt8], _ source: FlagSource) async -> ServedResponse {
        if let refusal = source.refusal { return Self.failure(.general, refusal) }
        let evaluation: FlagEvaluation
        do throws(FlagContext.Problem) {
            evaluation = await source.answers(for: try FlagContext(ofBody: body)).evaluation(of: key)
        } catch {
            evaluation = FlagEvaluation(key: key, status: nil, outcome: .failure(.invalidContext, error.message))
        }
        return Self.response(evaluation.httpStatus, evaluation.json.compactBytes)
    }

    /// An answer about all flags.
    ///
    /// - Parameters:
    ///   - noneMatch: the tags of answers that the client has, as `If-None-Match` lists them.
    ///   - configTag: what an event of the stream said was new, if the client asks because of one.
    func flags(body: [UInt8], noneMatch: String?, configTag: String?, _ source: FlagSource) async -> ServedResponse {
        if let refusal = source.refusal { return Self.failure(.general, refusal) }
        let context: FlagContext
        do throws(FlagContext.Problem) {
            context = try FlagContext(ofBody: body)
        } catch {
            return Self.failure(.invalidContext, error.message)
        }
        let answers = await source.answers(for: context)
        if let failure = answers.failure { return Self.failure(.general, failure) }
        let (body, tag) = answers.body(streamURI: streamURI, staleSince: source.staleSince)
        // A client that heard of a change that is unknown here gets everything, whatever it has.
        let isCurrent = configTag.map { source.tag.isNamed(byQueryItem: $0) } ?? true
        if isCurrent, let noneMatch, tag.isNamed(in: noneMatch) {
            return ServedResponse(status: 304, headers: ["etag": tag.header, "cache-control": "no-cache"])
        }
        var response = Self.response(200, body)
        response.headers["etag"] = tag.header
        return response
    }

    private static func failure(_ code: EvaluationErrorCode, _ details: String) -> ServedResponse {
        let body: JSONValue = ["errorCode": .string(code.rawValue), "errorDetails": .string(details), "metadata": [:]]
        return response(code.httpStatus, body.compactBytes)
    }

    private static func response(_ status: Int, _ body: [UInt8]) -> ServedResponse {
        ServedResponse(
            status: status, headers: ["content-type": "application/json", "cache-control": "no-cache"], body: body)
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
