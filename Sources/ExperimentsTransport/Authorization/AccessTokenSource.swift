/// Who hands out the tokens with which requests are authorized.
public protocol AccessTokenSource: Sendable {
    /// A token that should be accepted now.
    ///
    /// - Parameter refused: a token that a service just refused although it looked fresh; another one is obtained.
    /// - Throws: what kept it from obtaining one, in words that hold no secret. `CancellationError` when the calling
    ///   task was cancelled.
    func accessToken(insteadOf refused: AccessToken?) async throws -> AccessToken
}

extension AccessTokenSource {
    /// A token that should be accepted now.
    ///
    /// - Throws: as `accessToken(insteadOf:)`.
    public func accessToken() async throws -> AccessToken {
        try await accessToken(insteadOf: nil)
    }
}

extension HeaderFields {
    /// Authorizes a request as the bearer of `token`.
    public mutating func authorize(with token: AccessToken) {
        self["authorization"] = "Bearer " + token.text
    }
}
