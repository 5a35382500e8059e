import ExperimentsCore
import ExperimentsTransport
import Foundation
import TestSupport
import Testing

@testable import OpenFeatureRemote

@Suite("Refused evaluations, in words", .inTurn)
struct EvaluationRefusalTests {
    func words(
        _ status: Int, _ body: String = "", headers: HeaderFields = [:], takesTextOnly: Bool = false
    ) throws -> String {
        let server = try server(takesTextOnly: takesTextOnly)
        let response = TransportResponse(status: status, headers: headers, body: Array(body.utf8))
        return EvaluationRefusal(response, from: server, now: Date()).words(from: server)
    }

    @Test(
        "each says what the server wrote and what to do",
        arguments: [
            (500, #"{"errorDetails": "out of order"}"#, "127.0.0.1:8016 returned 500: out of order"),
            (503, "<html>", "127.0.0.1:8016 returned 503"),
            (
                400, #"{"errorCode": "TARGETING_KEY_MISSING", "errorDetails": "no key"}"#,
                "127.0.0.1:8016 returned 400 TARGETING_KEY_MISSING: no key"
            ),
            (
                401, #"{"message": "invalid token"}"#,
                "127.0.0.1:8016 returned 401: invalid token; check the token and the headers; "
                    + "the request is not retried automatically"
            ),
            (
                404, #"{"message": "Not Found"}"#,
                "127.0.0.1:8016 returned 404: Not Found; it does not evaluate all flags at "
                    + "/ofrep/v1/evaluate/flags; check the address"
            ),
            (413, "", "127.0.0.1:8016 returned 413; the context is too large for it"),
            (
                307, "",
                "127.0.0.1:8016 returned 307; that is a redirect, which is not followed"
            ),
            (
                304, "",
                "127.0.0.1:8016 returned 304; unexpected \"not modified\": the request named no version"
            ),
        ])
    func statuses(status: Int, body: String, expected: String) throws {
        #expect(try words(status, body) == expected)
    }

    @Test(
        "a refusal that speaks of types names the setting for servers that take texts only, unless it is set")
    func textsOnly() throws {
        let body =
            #"{"errorCode": "INVALID_CONTEXT", "errorDetails": "proto: invalid value for string type: 1"}"#
        #expect(try words(400, body).hasSuffix("only text in the context, such as Flipt"))
        #expect(try !words(400, body, takesTextOnly: true).contains("context_as_text"))
        #expect(
            try !words(400, #"{"errorCode": "PARSE_ERROR", "errorDetails": "type"}"#).contains(
                "context_as_text"))
    }

    @Test("the token is not repeated, whoever repeats it")
    func token() throws {
        let said = try words(403, #"{"message": "Bearer \#(KeeperUnderTest.secret) is not allowed"}"#)
        #expect(said.contains("(hidden) is not allowed"))
        #expect(!said.contains(KeeperUnderTest.secret))
    }
}
