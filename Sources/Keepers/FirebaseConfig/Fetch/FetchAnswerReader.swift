import ExperimentsCore
import Foundation

/// Reads the response to a fetch.
struct FetchAnswerReader {
    let response: TransportResponse
    /// The ETag of the request; without one, the response cannot be `NO_CHANGE`.
    let knownEtag: String?
    let now: Date
    /// The key that errors must not quote.
    let key: APIKey

    /// Reads the response.
    ///
    /// - Throws: `FirebaseFetchError` for any status except 200 and 304, for an error within a 200, and for a response
    ///   that violates the protocol.
    func read() throws(FirebaseFetchError) -> FetchAnswer {
        if response.status == 304 { return try unchanged(version: nil) }
        guard response.status == 200 else { throw refusal() }
        let body = try object()
        guard body["error"] == nil else { throw refusal() }
        // As everywhere with protobuf, null is the same as nothing.
        guard let state = body["state"], state != .null else {
            // Older servers leave the state out of an update. An answer with neither state nor entries is invalid.
            guard body["entries"] != nil else { throw invalid("neither \"state\" nor \"entries\" in it") }
            return .update(try config(from: body))
        }
        switch state.string {
        case "UPDATE": return .update(try config(from: body))
        case "NO_CHANGE": return try unchanged(version: try templateVersion(of: body))
        case "EMPTY_CONFIG": return .emptyConfig(try emptyConfig(from: body))
        case "NO_TEMPLATE": return .noTemplate(try emptyConfig(from: body))
        case "INSTANCE_STATE_UNSPECIFIED":
            throw invalid(
                "the service does not know the state of this installation (INSTANCE_STATE_UNSPECIFIED)")
        case let name?: throw invalid("unknown \"state\": \(ServerText.presentable(name))")
        case nil: throw invalid("\"state\" must be a string, found \(state.kindName)")
        }
    }

    private func unchanged(version: Int64?) throws(FirebaseFetchError) -> FetchAnswer {
        guard knownEtag != nil else {
            throw invalid("\"unchanged\" in response to a request without a version to compare with")
        }
        return .noChange(templateVersion: version)
    }

    private func object() throws(FirebaseFetchError) -> JSONObject {
        if let reason = response.unreadableReason { throw invalid(reason) }
        let value = try JSONValue(parsing: response.body) { error in
            invalid(
                "not JSON: \(ServerText.presentable(error.message)) at line \(error.line), column \(error.column) "
                    + "of a response of \(response.body.count) bytes")
        }
        guard let object = value.object else {
            throw invalid("expected a JSON object, found \(value.kindName)")
        }
        return object
    }

    private func config(from body: JSONObject) throws(FirebaseFetchError) -> FetchedConfig {
        var config = try emptyConfig(from: body)
        config.entries = try entries(of: body)
        config.experiments = try objects("experimentDescriptions", of: body).compactMap {
            ExperimentDescription($0)
        }
        config.rollouts = try objects("rolloutMetadata", of: body).compactMap { RolloutAssignment($0) }
        for member in try members("personalizationMetadata", of: body) {
            config.personalization[member.name] = member.value.object.flatMap {
                PersonalizationAssignment($0)
            }
        }
        return config
    }

    private func emptyConfig(from body: JSONObject) throws(FirebaseFetchError) -> FetchedConfig {
        FetchedConfig(templateVersion: try templateVersion(of: body), etag: response.headers["etag"])
    }

    private func templateVersion(of body: JSONObject) throws(FirebaseFetchError) -> Int64? {
        guard let version = body["templateVersion"], version != .null else { return nil }
        guard let number = version.int64 else { throw invalid("\"templateVersion\" must be a whole number") }
        return number
    }

    private func entries(of body: JSONObject) throws(FirebaseFetchError) -> [String: String] {
        let members = try members("entries", of: body)
        var entries: [String: String] = [:]
        entries.reserveCapacity(members.count)
        var wrong: [InvalidEntry] = []
        for member in members {
            if case .string(let text) = member.value {
                entries[member.name] = text
            } else {
                wrong.append(InvalidEntry(key: member.name, kind: member.value.kindName))
            }
        }
        guard wrong.isEmpty else { throw .invalidEntries(wrong, bytes: response.body.count) }
        return entries
    }

    private func members(_ name: String, of body: JSONObject) throws(FirebaseFetchError) -> [JSONObject
        .Member]
    {
        guard let value = body[name], value != .null else { return [] }
        guard let object = value.object else {
            throw invalid("\"\(name)\" must be an object, found \(value.kindName)")
        }
        return object.members
    }

    private func objects(_ name: String, of body: JSONObject) throws(FirebaseFetchError) -> [JSONObject] {
        guard let value = body[name], value != .null else { return [] }
        guard let array = value.array else {
            throw invalid("\"\(name)\" must be an array, found \(value.kindName)")
        }
        return array.compactMap(\.object)
    }

    private func refusal() -> FirebaseFetchError {
        .refused(
            ServerRefusal(service: .remoteConfig, response: response, now: now, hiding: key), nextAttempt: nil
        )
    }

    private func invalid(_ problem: String) -> FirebaseFetchError {
        .invalidAnswer(
            InvalidAnswer(
                service: .remoteConfig, problem: problem, status: response.status, bytes: response.body.count)
        )
    }
}

/// A good answer to a fetch.
enum FetchAnswer: Sendable, Hashable {
    /// The complete set of parameters.
    case update(FetchedConfig)
    /// The set with the ETag of the request is still current. The template version may be newer, with changes for other
    /// installations only; nil if the service did not send one.
    case noChange(templateVersion: Int64?)
    /// There is a template, but it has no parameters for this app.
    case emptyConfig(FetchedConfig)
    /// There is no template.
    case noTemplate(FetchedConfig)
}
