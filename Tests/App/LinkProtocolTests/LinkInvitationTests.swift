import ExperimentsLinkProtocol
import Foundation
import TestSupport
import Testing

@Suite("A link to open an app with", .inTurn)
struct LinkInvitationTests {
    private static func url(_ text: String) throws -> URL { try #require(URL(string: text)) }

    @Test("is read back as it was written, whatever stands in it")
    func roundTrip() throws {
        let server = try Self.url("https://host.example:8443/lab%20one")
        let invitation = try LinkInvitation(server: server, token: "aB3-._~+/==", app: "shop & söhne")
        let url = try #require(invitation.url(scheme: "shop-debug"))
        #expect(url.scheme == "shop-debug")
        #expect(url.host() == "experiments")
        #expect(try LinkInvitation(url) == invitation)
    }

    @Test("reads what others wrote, in any order and with members of its own")
    func others() throws {
        let url = try Self.url("shop://experiments?x=1&token=abc&server=http%3A%2F%2F192.168.1.20%3A4180")
        let invitation = try LinkInvitation(url)
        #expect(invitation.server.absoluteString == "http://192.168.1.20:4180")
        #expect(invitation.token == "abc")
        #expect(invitation.app == nil)
    }

    @Test(
        "is reported from the other URLs that an app is opened with",
        arguments: [
            ("shop://experiments?server=http://a&token=b", true), ("shop://experiments?token=b", true),
            ("shop://EXPERIMENTS?server=", true), ("shop://basket?server=http://a&token=b", false),
            ("shop://experiments", false), ("https://experiments?server=http://a&token=b", false),
            ("shop:experiments?token=b", false),
        ])
    func isInvitation(text: String, expected: Bool) throws {
        #expect(LinkInvitation.isInvitation(try Self.url(text)) == expected)
    }

    @Test(
        "says what is wrong with it, and never shows the token",
        arguments: [
            ("shop://experiments?token=s3cret", "\"server\" is missing"),
            ("shop://experiments?server=http://a", "\"token\" is missing"),
            ("shop://experiments?server=http://a&token=s3cret&token=s3cret", "\"token\" occurs 2 times"),
            ("shop://experiments?server=ftp://a&token=s3cret", "neither http nor https"),
            ("shop://experiments?server=http://&token=s3cret", "without a host"),
            ("shop://experiments?server=http://u:p@a&token=s3cret", "a user, a query or a fragment"),
            ("shop://experiments?server=http://a%3Fb&token=s3cret", "a user, a query or a fragment"),
            ("shop://experiments?server=http://a&token=s3cret%0D%0AX:1", "expected a token"),
            ("shop://experiments?server=http://a&token=s3cret%00", "expected a token"),
            ("shop://basket?server=http://a&token=s3cret", "found another URL"),
        ])
    func faults(text: String, words: String) throws {
        let problem = try #require(throws: LinkProblem.self) { try LinkInvitation(try Self.url(text)) }
        #expect(problem.message.contains(words), "\(problem)")
        #expect(!"\(problem)".contains("s3cret"))
    }

    @Test("is refused where it is longer than anybody's link")
    func length() throws {
        let long = try Self.url(
            "shop://experiments?server=http://a&token=\(String(repeating: "a", count: 600))")
        #expect(throws: LinkProblem.self) { try LinkInvitation(long) }
        let longer = try Self.url(
            "shop://experiments?server=http://a&token=a&x=\(String(repeating: "a", count: 5000))")
        #expect(throws: LinkProblem.self) { try LinkInvitation(longer) }
    }

    @Test("is refused for an app whose name has spaces around it", arguments: [" ", "shop ", "a\nb"])
    func names(app: String) throws {
        #expect(throws: LinkProblem.self) {
            try LinkInvitation(server: try Self.url("http://a:1"), token: "t", app: app)
        }
    }

    @Test("is described without its token")
    func description() throws {
        let invitation = try LinkInvitation(server: try Self.url("http://a:1"), token: "s3cret", app: "shop")
        #expect("\(invitation)" == "http://a:1 for shop")
    }

    @Test("is no URL where the scheme is none", arguments: ["", "1shop", "sh op", "shop:", "shöp"])
    func scheme(text: String) throws {
        let invitation = try LinkInvitation(server: try Self.url("http://a:1"), token: "t")
        #expect(invitation.url(scheme: text) == nil)
    }
}
