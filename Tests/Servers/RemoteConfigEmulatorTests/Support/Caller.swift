import ExperimentsCore
import FirebaseConfig
import FirebaseTemplates
import Foundation
import RemoteConfigEmulator

/// Speaks to an emulator without a client library, and without a network.
struct Caller {
    let emulator: Emulator
    var apiKey: String? = "any-key"
    var project = "demo-shop"

    func call(
        _ method: String, _ path: String, _ body: String = "", headers: HeaderFields = [:]
    ) async throws -> (status: Int, json: JSONValue, headers: HeaderFields) {
        var headers = headers
        if let apiKey { headers["x-goog-api-key"] = apiKey }
        let response = await emulator.respond(
            to: EmulatorRequest(method: method, path: path, headers: headers, body: Array(body.utf8)))
        return (response.status, try JSONValue(parsing: response.body), response.headers)
    }

    func register(fid: String = "", app: String = "1:1:web:a") async throws -> (status: Int, json: JSONValue)
    {
        let body = #"{"fid": "\#(fid)", "authVersion": "FIS_v2", "appId": "\#(app)", "sdkVersion": "w:1"}"#
        let answer = try await call("POST", "/v1/projects/\(project)/installations", body)
        return (answer.status, answer.json)
    }

    func fetch(
        namespace: String = "firebase", etag: String? = nil, token: String? = "any-token",
        fid: String = "any-fid"
    ) async throws -> (status: Int, json: JSONValue, headers: HeaderFields) {
        var headers: HeaderFields = [:]
        headers["if-none-match"] = etag
        headers["x-goog-firebase-installations-auth"] = token
        return try await call(
            "POST", "/v1/projects/\(project)/namespaces/\(namespace):fetch",
            #"{"appId": "1:1:web:a", "appInstanceId": "\#(fid)"}"#, headers: headers)
    }

    /// Opens a realtime stream.
    func listen(knowing version: String) async -> EmulatorResponse {
        var headers: HeaderFields = [:]
        headers["x-goog-api-key"] = apiKey
        let body =
            #"{"appId": "1:1:web:a", "appInstanceId": "any-fid", "lastKnownVersionNumber": "\#(version)"}"#
        return await emulator.respond(
            to: EmulatorRequest(
                method: "POST", path: "/v1/projects/\(project)/namespaces/firebase:streamFetchInvalidations",
                headers: headers, body: Array(body.utf8)))
    }
}

extension JSONValue {
    subscript(name: String) -> JSONValue? { object?[name] }
}

/// When the tests take place.
let testTime = Date(timeIntervalSince1970: 1_770_000_000)

func template(_ values: KeyValuePairs<String, String>) -> RemoteConfigTemplate {
    var template = RemoteConfigTemplate()
    for (key, text) in values { template.setDefaultValue(.text(text), of: key) }
    return template
}

func demoEmulator(
    _ template: RemoteConfigTemplate? = template(["color": "red"]),
    configuration: Emulator.Configuration = Emulator.Configuration(), apiKey: String? = nil
) throws -> Emulator {
    try Emulator(
        projects: [EmulatedProject(projectID: "demo-shop", apiKey: apiKey, template: template)],
        configuration: configuration)
}

/// Runs `body` while an emulator listens, and stops the server however that ends.
func serving(_ emulator: Emulator, _ body: (_ url: URL) async throws -> Void) async throws {
    let server = EmulatorServer(emulator)
    let url = try await server.start()
    do {
        try await body(url)
    } catch {
        await server.stop()
        throw error
    }
    await server.stop()
}
