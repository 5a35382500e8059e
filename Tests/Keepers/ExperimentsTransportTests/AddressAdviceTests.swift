import ExperimentsCore
import ExperimentsTransport
import Foundation
import TestSupport
import Testing

@Suite("Advice on the address of a request", .inTurn)
struct AddressAdviceTests {
    private func advice(
        _ status: Int, location: String? = nil, body: String = "",
        to url: String = "http://a.example/base/flags"
    ) throws -> String? {
        var headers = HeaderFields()
        headers["location"] = location
        let response = TransportResponse(status: status, headers: headers, body: Array(body.utf8))
        return response.addressAdvice(sentTo: try #require(URL(string: url)))
    }

    @Test(
        "a redirect is named with the address it leads to, as a base address is configured, without secrets",
        arguments: [
            ("https://a.example/base/flags", "https://a.example"),
            ("https://b.example:8443/new", "https://b.example:8443/new"),
            ("/elsewhere", "http://a.example/elsewhere"),
            ("//b.example/base/flags/", "http://b.example/base/flags/"),
            ("https://user:pass@b.example/x?token=s3cret#s3cret", "https://b.example/x"),
        ])
    func redirect(location: String, target: String) throws {
        #expect(
            try advice(308, location: location)
                == "that is a redirect to \(target), which is not followed; use that address")
    }

    @Test("a redirect that is not for good may be to a page for signing in")
    func temporary() throws {
        #expect(
            try advice(302, location: "/login")?.hasSuffix("check the address and the credentials") == true)
    }

    @Test(
        "a redirect to nowhere is named as what it is",
        arguments: [nil, "", "mailto:a@b.example", "http://["])
    func nowhere(location: String?) throws {
        #expect(try advice(301, location: location) == "that is a redirect, which is not followed")
    }

    @Test(
        "plain http to a port of https is recognised by the server's message",
        arguments: [
            "Client sent an HTTP request to an HTTPS server.\n",
            "<title>400 The plain HTTP request was sent to HTTPS port</title>",
            "Reason: You're speaking plain HTTP to an SSL-enabled server port. Instead use the HTTPS scheme.",
        ])
    func plain(message: String) throws {
        let words = "the server speaks https; begin its address with https://"
        #expect(try advice(400, body: message) == words)
        #expect(try advice(400, body: message, to: "https://a.example/") == nil)
        #expect(try advice(404, body: message) == nil)
    }

    @Test("other answers say nothing about the address", arguments: [200, 304, 400, 401, 404, 500])
    func other(status: Int) throws {
        #expect(try advice(status, location: "https://b.example/") == nil)
    }

    @Test("a link in the message of another error does not suggest https")
    func link() throws {
        let message = #"{"error": "no targetingKey", "help": "https://docs.example/errors"}"#
        #expect(try advice(400, body: message) == nil)
    }
}
