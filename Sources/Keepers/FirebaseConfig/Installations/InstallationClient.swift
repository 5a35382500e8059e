import ExperimentsCore
import Foundation

/// The requests to the installations service. Each call sends one request, without retries.
public struct InstallationClient: Sendable {
    let project: FirebaseProject
    let base: URL
    let transport: any HTTPTransport
    let now: @Sendable () -> Date
    let timeout: Duration

    /// Creates a client for `project` and the service at `base`.
    public init(
        project: FirebaseProject, base: URL, transport: any HTTPTransport,
        now: @escaping @Sendable () -> Date = { Date() },
        timeout: Duration = .seconds(60)
    ) {
        self.project = project
        self.base = base
        self.transport = transport
        self.now = now
        self.timeout = timeout
    }

    /// Registers an installation under the proposed `id`. The service may choose another one.
    ///
    /// - Throws: `FirebaseFetchError`, with status 409 if the ID is taken.
    public func create(_ id: InstallationID) async throws -> Installation {
        let answer = try await call(
            .post, path: "", authorization: nil,
            body: [
                "fid": .string(id.text), "authVersion": "FIS_v2", "appId": .string(project.appID.text),
                "sdkVersion": .string(ClientContext.sdkVersion),
            ])
        let body = try answer.object()
        guard let chosenID = body["fid"].map({ InstallationID($0.string ?? "") }) ?? id else {
            throw answer.invalid("\"fid\" must be an installation ID of 22 characters")
        }
        return Installation(
            id: chosenID, refreshToken: try answer.secret("refreshToken", in: body),
            token: try answer.token(in: body["authToken"]?.object ?? JSONObject(), receivedAt: now()))
    }

    /// Requests a new token for a registered installation.
    ///
    /// - Throws: `FirebaseFetchError`, with status 401 or 404 if the service no longer knows the installation.
    public func renewToken(of installation: Installation) async throws -> InstallationToken {
        let answer = try await call(
            .post, path: "/\(installation.id)/authTokens:generate", authorization: installation.refreshToken,
            body: [
                "installation": [
                    "sdkVersion": .string(ClientContext.sdkVersion), "appId": .string(project.appID.text),
                ]
            ])
        return try answer.token(in: try answer.object(), receivedAt: now())
    }

    /// Deletes an installation at the service.
    ///
    /// - Throws: `FirebaseFetchError`.
    public func delete(_ installation: Installation) async throws {
        _ = try await call(
            .delete, path: "/\(installation.id)", authorization: installation.refreshToken, body: [:])
    }

    private func call(
        _ method: TransportRequest.Method, path: String, authorization: String?, body: JSONValue
    ) async throws -> InstallationAnswer {
        guard let url = base.service("/v1/projects/\(project.projectID)/installations" + path) else {
            throw FirebaseFetchError.invalidAnswer(
                InvalidAnswer(service: .installations, problem: "invalid URL \(base.absoluteString)"))
        }
        var headers = project.headers()
        headers["authorization"] = authorization.map { "FIS_v2 " + $0 }
        let request = TransportRequest(
            method, url, headers: headers, body: body.compactBytes, timeout: timeout, bodyLimit: 100_000,
            // A second registration with the same ID has the same result as the first.
            mayBeRepeated: true)
        let response = try await transport.answer(to: request, from: .installations)
        guard (200...299).contains(response.status) else {
            let refusal = ServerRefusal(
                service: .installations, response: response, now: now(), hiding: project.apiKey)
            throw FirebaseFetchError.refused(refusal, nextAttempt: nil)
        }
        return InstallationAnswer(response: response)
    }
}

/// Reads a good answer of the installations service.
struct InstallationAnswer {
    let response: TransportResponse

    func object() throws -> JSONObject {
        let value = try JSONValue(parsing: response.body) {
            invalid("not JSON: \(ServerText.presentable("\($0)"))")
        }
        guard let object = value.object else {
            throw invalid("expected a JSON object, found \(value.kindName)")
        }
        return object
    }

    /// Reads a string that will be sent in a header, where a line break would begin another header.
    func secret(_ name: String, in object: JSONObject) throws -> String {
        guard let text = object[name]?.string, !text.isEmpty, text.isVisibleASCII else {
            throw invalid("\"\(name)\" must be a string of printable ASCII characters")
        }
        return text
    }

    func token(in object: JSONObject, receivedAt now: Date) throws -> InstallationToken {
        guard let lifetime = object["expiresIn"]?.string.flatMap(Self.seconds), lifetime > 0 else {
            throw invalid("\"expiresIn\" must be a duration such as 604800s")
        }
        return InstallationToken(text: try secret("token", in: object), issuedAt: now, lifetime: lifetime)
    }

    /// Reads the seconds of a duration in the JSON form of protobuf, for example `604800s`.
    static func seconds(_ text: String) -> TimeInterval? {
        guard text.hasScalarSuffix("s") else { return nil }
        return NumberText.double(String(text.dropLast()))
    }

    func invalid(_ problem: String) -> FirebaseFetchError {
        .invalidAnswer(
            InvalidAnswer(
                service: .installations, problem: problem, status: response.status, bytes: response.body.count
            ))
    }
}
