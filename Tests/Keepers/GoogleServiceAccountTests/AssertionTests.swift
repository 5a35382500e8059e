import ExperimentsCore
import ExperimentsTransport
import Foundation
import GoogleServiceAccount
import TestSupport
import Testing
import ThrowawayKeys

@Suite("The assertion of a service account", .inTurn)
struct AssertionTests {
    private let time = Date(timeIntervalSince1970: 1_770_000_000.75)

    @Test("is signed with RS256 in base64url, and says who, for what and until when")
    func claims() throws {
        let (throwaway, key) = try Keys.pair()
        let token = try key.assertion(
            for: [GoogleScope.remoteConfig, GoogleScope.cloudPlatform], issuedAt: time)
        let opened = try #require(throwaway.opened(token))
        #expect(opened.header["alg"] == "RS256")
        #expect(opened.header["typ"] == "JWT")
        #expect(opened.header["kid"] == "0a1b2c3d4e5f")
        #expect(opened.claims["iss"] == "publisher@demo-project.iam.gserviceaccount.com")
        #expect(opened.claims["aud"] == "https://oauth2.googleapis.com/token")
        #expect(
            opened.claims["scope"]?.string
                == "https://www.googleapis.com/auth/firebase.remoteconfig "
                + "https://www.googleapis.com/auth/cloud-platform")
        #expect(opened.claims["iat"]?.int == 1_770_000_000)
        #expect(opened.claims["exp"]?.int == 1_770_003_600)
        #expect(opened.claims["sub"] == nil)
    }

    @Test("acts for a user where one is named")
    func subject() throws {
        let (throwaway, key) = try Keys.pair()
        let token = try key.assertion(
            for: [GoogleScope.remoteConfig], issuedAt: time, subject: "ann@example.com")
        #expect(throwaway.opened(token)?.claims["sub"] == "ann@example.com")
    }

    @Test("is not made with a damaged private key, whose text is not said")
    func damaged() throws {
        var throwaway = try Keys.shared.get()
        let line = try #require(throwaway.secretLines.dropFirst(3).first)
        throwaway.members["private_key"] = .string(
            throwaway.pem.replacing(line, with: String(line.reversed())))
        let key = try ServiceAccountKey(json: Array(throwaway.json.utf8), origin: "key.json")
        let error = #expect(throws: ServiceAccountKeyError.self) {
            _ = try key.assertion(for: [GoogleScope.remoteConfig], issuedAt: time)
        }
        #expect(error?.field == "private_key")
        let words = "\(String(describing: error))"
        #expect(throwaway.secretLines.allSatisfy { !words.contains($0) })
    }

    @Test("is not made for no scope, or for one with a blank", arguments: [[], ["a b"], [""]] as [[String]])
    func scopes(scopes: [String]) throws {
        let key = try Keys.pair().key
        #expect(throws: ServiceAccountKeyError.self) {
            _ = try key.assertion(for: scopes, issuedAt: time)
        }
    }
}
