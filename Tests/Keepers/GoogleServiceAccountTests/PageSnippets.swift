import ExperimentsTransport
import GoogleServiceAccount

// The snippets of the pages of this library, as they stand there; a test sees to it that none is absent.

private func signIn() async throws -> AccessToken {
    let key = try ServiceAccountKey(contentsOfFile: "key.json")
    let tokens = ServiceAccountTokenSource(key: key)
    let token = try await tokens.accessToken(scopes: [GoogleScope.remoteConfig])
    return token
}
