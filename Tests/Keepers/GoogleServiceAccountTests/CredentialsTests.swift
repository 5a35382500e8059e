import ExperimentsCore
import ExperimentsTransport
import Foundation
import GoogleServiceAccount
import TestSupport
import Testing

@Suite("Credentials from a file", .inTurn, .timeLimit(.minutes(60)))
struct CredentialsTests {
    private let clock = ManualClock(Date(timeIntervalSince1970: 1_770_000_000))

    private func credentials(_ json: String) throws -> GoogleCredentials {
        try GoogleCredentials(json: Array(json.utf8), origin: "adc.json")
    }

    private func forms(_ endpoint: TokenEndpoint) -> [String] {
        endpoint.requests.map { String(decoding: $0.body ?? [], as: UTF8.self) }
    }

    private static let user = """
        {"type": "authorized_user", "client_id": "id", "client_secret": "s3cret", "refresh_token": "1//refresh", \
        "quota_project_id": "shop"}
        """

    private static func external(_ source: String, impersonating: Bool = false) -> String {
        let url =
            "https://iamcredentials.googleapis.com/v1/projects/-/serviceAccounts/ci@shop:generateAccessToken"
        return """
            {"type": "external_account", "audience": "//iam.googleapis.com/projects/1/pool", \
            "subject_token_type": "urn:ietf:params:oauth:token-type:jwt", \
            "token_url": "https://sts.googleapis.com/v1/token", \
            \(impersonating ? #""service_account_impersonation_url": "\#(url)","# : "") "credential_source": \(source)}
            """
    }

    @Test("of a person are exchanged by the refresh token, and name the quota's project")
    func person() async throws {
        let endpoint = await TokenEndpoint([TokenEndpoint.token("ya29.p")])
        let person = try credentials(Self.user)
        let token = try await person.tokens(over: endpoint, now: clock.reading).accessToken(scopes: ["a"])
        #expect(token.text == "ya29.p")
        #expect(person.quotaProject == "shop")
        #expect(
            forms(endpoint) == [
                "grant_type=refresh_token&client_id=id&client_secret=s3cret&refresh_token=1%2F%2Frefresh"
            ])
        #expect(endpoint.requests.first?.url.absoluteString == "https://oauth2.googleapis.com/token")
    }

    @Test("of a person whose sign-in has ended say how to sign in, and show no secret")
    func ended() async throws {
        let endpoint = await TokenEndpoint([
            TokenEndpoint.answer(
                400, #"{"error": "invalid_grant", "error_description": "1//refresh s3cret revoked"}"#)
        ])
        let tokens = try credentials(Self.user).tokens(over: endpoint, now: clock.reading)
        let error = await #expect(throws: AccessTokenError.self) {
            try await tokens.accessToken(scopes: ["a"])
        }
        #expect(error?.advice == "the sign-in has expired; run `gcloud auth application-default login`")
        #expect(error?.message.contains("s3cret") == false && error?.message.contains("1//refresh") == false)
    }

    @Test("print none of their secrets")
    func hidden() throws {
        let source = #"{"url": "https://ci.example/t", "headers": {"Authorization": "Bearer s3cret"}}"#
        var text = ""
        for json in [Self.user, Self.external(source)] { dump(try credentials(json), to: &text) }
        #expect(!text.contains("s3cret") && !text.contains("1//refresh"))
    }

    @Test("of a workload exchange the token of a file, and use the result as it is")
    func file() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("eyJ.workload.sig\n", to: "token")
        let endpoint = await TokenEndpoint([TokenEndpoint.token("ya29.f")])
        let tokens = try credentials(Self.external(#"{"file": "\#(path)"}"#)).tokens(
            over: endpoint, now: clock.reading)
        #expect(try await tokens.accessToken(scopes: ["https://a", "https://b"]).text == "ya29.f")
        let form = try #require(forms(endpoint).first)
        #expect(form.contains("subject_token=eyJ.workload.sig"))
        #expect(form.contains("scope=https%3A%2F%2Fa%20https%3A%2F%2Fb"))
        #expect(form.contains("grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Atoken-exchange"))
    }

    @Test("of a workload act as a service account, until the time that it says")
    func impersonation() async throws {
        let endpoint = await TokenEndpoint([
            TokenEndpoint.answer(200, #"{"value": "eyJ.job.sig"}"#), TokenEndpoint.token("ya29.sts"),
            TokenEndpoint.answer(200, #"{"accessToken": "ya29.sa", "expireTime": "2026-02-02T03:10:00Z"}"#),
        ])
        let source = """
            {"url": "https://ci.example/t?x=1", "headers": {"Authorization": "Bearer job"}, \
            "format": {"type": "json", "subject_token_field_name": "value"}}
            """
        let tokens = try credentials(Self.external(source, impersonating: true)).tokens(
            over: endpoint, now: clock.reading)
        let token = try await tokens.accessToken(scopes: ["https://a"])
        #expect(token.text == "ya29.sa")
        #expect(token.expiresAt == RFC3339.date(from: "2026-02-02T03:10:00Z"))
        #expect(endpoint.requests.first?.headers["authorization"] == "Bearer job")
        #expect(endpoint.requests.last?.headers["authorization"] == "Bearer ya29.sts")
        #expect(forms(endpoint).last == #"{"scope":["https://a"],"lifetime":"3600s"}"#)
    }

    @Test("of a job of GitHub Actions ask for an identity with the provider as its audience")
    func gitHub() async throws {
        let provider = "projects/1/locations/global/workloadIdentityPools/ci/providers/github"
        let job = GoogleCredentials.externalAccount(
            try ExternalAccount(
                gitHub: provider, account: nil, requestURL: "https://token.example/?v=2", requestToken: "job")
        )
        let endpoint = await TokenEndpoint([
            TokenEndpoint.answer(200, #"{"value": "eyJ.job.sig"}"#), TokenEndpoint.token("ya29.g"),
        ])
        let tokens = job.tokens(over: endpoint, now: clock.reading)
        #expect(try await tokens.accessToken(scopes: ["a"]).text == "ya29.g")
        let first = try #require(endpoint.requests.first?.url.absoluteString)
        #expect(
            first.hasPrefix(
                "https://token.example/?v=2&audience=https%3A%2F%2Fiam.googleapis.com%2Fprojects%2F1"))
    }

    @Test(
        "that are not supported, or would send a secret unencrypted, are errors that name the member",
        arguments: [
            (#"{"type": "impersonated_service_account"}"#, "adc.json: type is not supported"),
            (
                #"{"type": "authorized_user", "client_id": "id"}"#,
                "adc.json: client_secret is missing or empty"
            ),
            (
                external(#"{"environment_id": "aws1"}"#),
                "adc.json: credential_source has neither \"file\" nor \"url\""
            ),
            (external(#"{"url": "http://ci.example/t"}"#), "adc.json: url must be an https URL"),
        ])
    func wrong(json: String, problem: String) throws {
        let error = #expect(throws: ServiceAccountKeyError.self) { try credentials(json) }
        #expect(error?.message.hasPrefix(problem) == true, "\(error?.message ?? "")")
    }

    @Test("of a workload whose token has expired say when, and ask Google for nothing")
    func expired() async throws {
        let folder = try TemporaryFolder()
        // {"exp": 1769990400}, a little before the time of this test.
        let path = try folder.write("e30.eyJleHAiOiAxNzY5OTkwNDAwfQ.c2ln", to: "token")
        let endpoint = await TokenEndpoint([])
        let tokens = try credentials(Self.external(#"{"file": "\#(path)"}"#)).tokens(
            over: endpoint, now: clock.reading)
        let error = await #expect(throws: AccessTokenError.self) {
            try await tokens.accessToken(scopes: ["a"])
        }
        #expect(
            error?.message
                == "adc.json: credential_source leads to a token that expired at 2026-02-02T00:00:00Z; get a new one"
        )
        #expect(endpoint.requests.isEmpty)
    }

    @Test("lead to no token if the source holds something else")
    func noToken() async throws {
        let endpoint = await TokenEndpoint([TokenEndpoint.answer(200, "<html>two words</html>")])
        let tokens = try credentials(Self.external(#"{"url": "https://ci.example/t"}"#)).tokens(
            over: endpoint, now: clock.reading)
        let error = await #expect(throws: AccessTokenError.self) {
            try await tokens.accessToken(scopes: ["a"])
        }
        #expect(
            error?.message
                == "adc.json: credential_source leads to no token; expected one word of printable ASCII characters"
        )
    }
}
