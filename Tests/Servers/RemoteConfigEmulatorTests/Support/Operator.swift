import ExperimentsCore
import FirebaseConfig
import Foundation
import RemoteConfigEmulator

/// Speaks the admin API to an emulator, without a network.
struct Operator {
    let emulator: Emulator
    var token: String? = "owner"
    var project = "demo-shop"
    var path = "remoteConfig"

    func call(
        _ method: String, _ suffix: String = "", query: [String: String] = [:], body: String = "",
        headers: HeaderFields = [:]
    ) async throws -> (status: Int, json: JSONValue, etag: String?) {
        let response = await send(method, suffix, query: query, body: body, headers: headers)
        return (response.status, try JSONValue(parsing: response.body), response.headers["etag"])
    }

    func send(
        _ method: String, _ suffix: String = "", query: [String: String] = [:], body: String = "",
        headers: HeaderFields = [:]
    ) async -> EmulatorResponse {
        var headers = headers
        if let token { headers["authorization"] = "Bearer \(token)" }
        return await emulator.respond(
            to: EmulatorRequest(
                method: method, path: "/v1/projects/\(project)/\(path)\(suffix)", query: query,
                headers: headers,
                body: Array(body.utf8)))
    }

    func publish(
        _ body: String, match: String?, query: [String: String] = [:]
    ) async throws -> (status: Int, json: JSONValue, etag: String?) {
        var headers: HeaderFields = [:]
        headers["if-match"] = match
        return try await call("PUT", query: query, body: body, headers: headers)
    }

    /// A template whose one parameter is `color`.
    static func template(_ color: String, description: String? = nil) -> String {
        let version =
            description.map { #", "version": {"description": "\#($0)", "versionNumber": "77"}"# } ?? ""
        return #"{"parameters": {"color": {"defaultValue": {"value": "\#(color)"}}}\#(version)}"#
    }
}
