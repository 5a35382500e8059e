import ExperimentsCore
import ExperimentsLocks
import ExperimentsTransport
import FirebaseTemplates
import Foundation
import TestSupport
import Testing

@Suite("The operator's client", .inTurn)
struct TemplateClientTests {
    private let service = ScriptedService()

    private func template(_ text: String) throws -> RemoteConfigTemplate {
        try RemoteConfigTemplate(parsing: Array(text.utf8))
    }

    @Test("a template comes with its tag, and the token travels in a header")
    func get() async throws {
        service.add(version: 7, color: "red", etag: "etag-7")
        service.add(version: 3, color: "old", etag: "etag-3")
        let published = try await service.client().template()
        #expect(published.etag == "etag-7")
        #expect(published.template.versionNumber == 7)
        _ = try await service.client(namespace: .server).template(version: 3)
        #expect(
            service.requests.map { "\($0.method.rawValue) \($0.url.absoluteString)" } == [
                "GET http://127.0.0.1:9/base/v1/projects/my%20shop/remoteConfig",
                "GET http://127.0.0.1:9/base/v1/projects/my%20shop/namespaces/firebase-server/remoteConfig"
                    + "?versionNumber=3",
            ])
        #expect(service.requests.first?.headers["authorization"] == "Bearer s3cret")
    }

    @Test("publishing sends the whole template under its tag, without what only the service writes")
    func publish() async throws {
        service.add(version: 8, color: "blue", etag: "etag-8")
        let edited = try template(
            #"""
            {"later": [1.50], "parameters": {"color": {"defaultValue": {"value": "blue"}, "x": null}},
             "version": {"versionNumber": "7", "description": "why", "updateUser": {}}, "etag": "e"}
            """#)
        let published = try await service.client().publish(edited, etag: "etag-7")
        #expect(published.etag == "etag-8")
        let request = try #require(service.requests.first)
        #expect(request.headers["if-match"] == "etag-7")
        #expect(
            String(decoding: request.body ?? [], as: UTF8.self)
                == #"{"later":[1.50],"parameters":{"color":{"defaultValue":{"value":"blue"},"x":null}},"#
                + #""version":{"description":"why"}}"#)
    }

    @Test("only force overwrites whatever is there, and a check publishes nothing")
    func force() async throws {
        service.add(version: 8, color: "blue", etag: "etag-8")
        service.add(200, "{}", etag: "etag-8-0")
        let edited = try template(ScriptedService.template(version: 7, color: "blue"))
        _ = try await service.client().publish(edited, etag: nil)
        try await service.client().validate(edited, etag: "etag-7")
        #expect(service.requests.map { $0.headers["if-match"] } == ["*", "etag-7"])
        #expect(service.requests.last?.url.query == "validateOnly=true")
    }

    @Test(
        "a mismatch is reported by its code, whatever the status",
        arguments: [
            (400, "[VERSION_MISMATCH]: Expected etag"), (412, "precondition"), (409, "conflict"),
        ])
    func mismatch(status: Int, message: String) async throws {
        service.add(
            status, #"{"error": {"code": \#(status), "message": "\#(message)", "status": "ABORTED"}}"#)
        let edited = try template("{}")
        let error = try await #require(throws: TemplateServiceError.self) {
            try await service.client().publish(edited, etag: "e")
        }
        #expect(error == .versionMismatch(message: message))
    }

    @Test("a refusal has its code, its advice and no secret")
    func refusal() async throws {
        service.add(
            403,
            #"{"error": {"message": "[DENIED]: s3cret\u001b[31m may not", "status": "PERMISSION_DENIED"}}"#)
        let error = try await #require(throws: TemplateServiceError.self) {
            try await service.client().template()
        }
        guard case .refused(let refusal) = error else {
            Issue.record("\(error)")
            return
        }
        #expect(refusal.code == "DENIED")
        #expect(
            error.description
                == "Remote Config returned 403 PERMISSION_DENIED: [DENIED]: (hidden) [31m may not")
        #expect(error.advice?.contains("Remote Config Admin") == true)
    }

    @Test("a token that is refused is forgotten, and another one tried once")
    func renewal() async throws {
        let tokens = CountingTokens()
        service.add(401, "{}")
        service.add(version: 1, color: "red", etag: "e")
        _ = try await service.client(tokens: tokens).template()
        #expect(service.requests.map { $0.headers["authorization"] } == ["Bearer token-0", "Bearer token-1"])
        service.add(401, "{}")
        service.add(401, "{}")
        await #expect(throws: TemplateServiceError.self) {
            try await service.client(tokens: tokens).template()
        }
        #expect(service.requests.count == 4)
    }

    @Test("a token that expires in the middle of a list is renewed once, and the list is complete")
    func expiry() async throws {
        let tokens = CountingTokens()
        func name(_ id: Int) -> String { #"{"name": "projects/1/namespaces/firebase/rollouts/\#(id)"}"# }
        service.add(200, #"{"rollouts": [\#(name(1))], "nextPageToken": "p"}"#)
        service.add(401, "{}")
        service.add(200, #"{"rollouts": [\#(name(2))], "nextPageToken": "q"}"#)
        service.add(200, #"{"rollouts": [\#(name(3))]}"#)
        let client = try service.client(tokens: tokens)
        #expect(try await client.allStudies(.rollout).map(\.reference.id) == ["1", "2", "3"])
        #expect(
            service.requests.map(\.url.query) == [
                "page_size=300", "page_size=300&page_token=p", "page_size=300&page_token=p",
                "page_size=300&page_token=q",
            ])
        #expect(service.requests.map { $0.headers["authorization"]?.last } == ["0", "0", "1", "1"])
    }

    @Test("if the new token is refused, too, the error of a list says what to do")
    func expiryForGood() async throws {
        service.add(200, #"{"versions": [{"versionNumber": "9"}], "nextPageToken": "p"}"#)
        for _ in 1...2 {
            service.add(
                401, #"{"error": {"status": "UNAUTHENTICATED", "message": "Invalid credentials: s3cret."}}"#)
        }
        let error = try #require(
            await #expect(throws: TemplateServiceError.self) { try await service.client().versions() })
        #expect(
            error.description == "Remote Config returned 401 UNAUTHENTICATED: Invalid credentials: (hidden).")
        #expect(error.advice == "the token has expired or is not an OAuth access token; get a new one")
        #expect(service.requests.count == 3)
    }

    @Test(
        "a service that is busy is asked again at the time that it names",
        arguments: [
            (429, "30", "too many requests; try again in 30s"),
            (429, nil, "too many requests; try again later"),
            (503, "90", "try again in 1m30s"), (500, nil, "try again later"),
        ])
    func busy(status: Int, retryAfter: String?, advice: String) async throws {
        service.add(status, "{}", retryAfter: retryAfter)
        let error = try await #require(throws: TemplateServiceError.self) {
            try await service.client().template()
        }
        #expect(error.advice == advice)
    }

    @Test("versions are gathered over pages, newest first, up to the limit")
    func versions() async throws {
        service.add(
            200, #"{"versions": [{"versionNumber": "9"}, {"versionNumber": 8}], "nextPageToken": "p&2"}"#)
        service.add(200, #"{"versions": [{"versionNumber": "7", "rollbackSource": "3"}]}"#)
        let versions = try await service.client().versions(limit: 10)
        #expect(versions.map(\.number) == [9, 8, 7])
        #expect(versions.last?.rollbackSource == 3)
        #expect(service.requests.map(\.url.query) == ["pageSize=10", "pageSize=8&pageToken=p%262"])
    }

    @Test("a page without versions ends the list, whatever it says about a next one")
    func emptyPage() async throws {
        service.add(200, #"{"versions": [{"versionNumber": "9"}], "nextPageToken": "p"}"#)
        service.add(200, #"{"versions": [8, null], "nextPageToken": "q"}"#)
        #expect(try await service.client().versions().map(\.number) == [9])
        #expect(service.requests.count == 2)
    }

    @Test("no one is asked for no versions", arguments: [0, -1, .min])
    func noVersions(limit: Int) async throws {
        #expect(try await service.client().versions(limit: limit).isEmpty)
        #expect(service.requests.isEmpty)
    }

    @Test("a rollback names the version to bring back")
    func rollback() async throws {
        service.add(version: 10, color: "old", etag: "etag-10")
        #expect(try await service.client().rollback(to: 3).template.versionNumber == 10)
        let request = try #require(service.requests.first)
        #expect(request.url.absoluteString.hasSuffix("/remoteConfig:rollback"))
        #expect(String(decoding: request.body ?? [], as: UTF8.self) == #"{"versionNumber":"3"}"#)
    }

    @Test("no answer, and an answer that is none, are distinguished")
    func failures() async throws {
        service.add(.connectionRefused(host: "127.0.0.1", port: 9))
        service.add(200, "<html>")
        await #expect(
            throws: TemplateServiceError.unreachable(.connectionRefused(host: "127.0.0.1", port: 9))
        ) {
            try await service.client().template()
        }
        let error = try await #require(throws: TemplateServiceError.self) {
            try await service.client().template()
        }
        #expect(error.description.contains("invalid response from Remote Config: it is a web page, not JSON"))
    }

    @Test("another object is not a template, and an object without members is an empty template")
    func foreign() async throws {
        service.add(200, #"{"hello": "world"}"#)
        service.add(200, "{}")
        let error = try await #require(throws: TemplateServiceError.self) {
            try await service.client().template()
        }
        #expect(error.description.contains("not a template: it has no parameters, conditions or version"))
        #expect(try await service.client().template().template.parameters.isEmpty)
    }
}

/// Another token whenever the last one was discarded.
final class CountingTokens: AccessTokenSource {
    private let count = Mutex(0)

    func accessToken(scopes: [String]) async throws -> AccessToken {
        AccessToken("token-\(count.withLock { $0 })")
    }

    func discardAccessTokens() async {
        count.withLock { $0 += 1 }
    }
}
