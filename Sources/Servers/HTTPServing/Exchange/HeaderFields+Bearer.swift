import ExperimentsTransport
import Foundation

extension HeaderFields {
    /// The token of an `Authorization: Bearer …` header (RFC 6750); nil if there is none.
    package var bearerToken: String? {
        guard let header = self["authorization"], header.lowercased().hasPrefix("bearer ") else { return nil }
        let token = header.dropFirst("bearer ".count).trimmingCharacters(in: .whitespaces)
        return token.isEmpty ? nil : token
    }

    /// The token that a client shows to a server for apps: that of `Authorization: Bearer …`, else of `X-API-Key`.
    package var shownToken: String? { bearerToken ?? self["x-api-key"] }
}
