import ExperimentsSupport
import TestSupport
import Testing

@Suite("JSON Web Tokens", .inTurn)
struct JSONWebTokenTests {
    /// The example of RFC 7515, appendix A.1, whose line breaks and blanks show that parts are kept as they are written.
    static let example = """
        eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLm\
        NvbS9pc19yb290Ijp0cnVlfQ.dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk
        """

    @Test("are read: header, claims, what is signed, and the signature")
    func reading() throws {
        let token = try JSONWebToken(parsing: Self.example)
        #expect(token.header["alg"] == "HS256")
        #expect(token.claims["iss"] == "joe")
        #expect(token.claims["http://example.com/is_root"] == true)
        #expect(
            String(decoding: token.signedBytes, as: UTF8.self) + "." == Self.example.dropLast(43))
        #expect(token.signature.count == 32)
        #expect(token.signature.first == 0x74)
    }

    @Test("are written without padding, and read again")
    func writing() throws {
        let text = JSONWebToken.text(header: ["alg": "RS256"], claims: ["iss": "é", "n": 1]) { _ in
            [0xFB, 0xEF]
        }
        #expect(text == "eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOiLDqSIsIm4iOjF9.--8")
        let token = try JSONWebToken(parsing: text)
        #expect(token.claims["iss"] == "é")
        #expect(token.signature == [0xFB, 0xEF])
    }

    @Test(
        "that are none are refused",
        arguments: [
            "", "nonsense", "e30.e30", "e30.e30.", "e30.e30.AA.AA", "e30.e30.A", "e30.e30.+w", "e30=.e30.AA",
            "e30.é.AA",
        ])
    func parts(text: String) {
        let problem = #expect(throws: MessageError.self) { try JSONWebToken(parsing: text) }
        #expect(problem?.message.contains("three base64url strings") == true)
    }

    @Test("hold objects", arguments: ["W10.e30.AA", "e30.MQ.AA", "eA.e30.AA"])
    func objects(text: String) {
        let problem = #expect(throws: MessageError.self) { try JSONWebToken(parsing: text) }
        #expect(problem?.message.contains("JSON objects") == true)
    }
}
