import ExperimentsProject
import TestSupport
import Testing

@Suite("Secrets", .inTurn)
struct SecretTests {
    @Test(
        "a secret can be written out or named as a variable",
        arguments: [
            ("AIzaSyABC", nil), ("${SHOP_KEY}", "SHOP_KEY"), ("${_k1}", "_k1"),
        ])
    func forms(written: String, variable: String?) throws {
        let secret = try #require(Secret(written))
        #expect(secret.variable == variable)
        #expect(try secret.reveal(in: [variable ?? "": "value"]) == (variable == nil ? written : "value"))
    }

    @Test(
        "malformed secrets are refused",
        arguments: ["", "a b", "${", "${}", "${1A}", "${A-B}", "x${A}", "${A}x", "a\nb"])
    func malformed(written: String) {
        #expect(Secret(written) == nil)
    }

    @Test("a variable that is not set, or empty, is named", arguments: [[:], ["KEY": ""]])
    func missing(environment: [String: String]) throws {
        let secret = try #require(Secret("${KEY}"))
        let error = #expect(throws: MissingSecret.self) { try secret.reveal(in: environment) }
        #expect(error?.description == "the environment variable KEY is not set")
    }

    @Test(
        "the line end after a secret in a variable is not a part of it", arguments: ["k\n", "k\r\n", "k\n\n"])
    func lineEnd(text: String) throws {
        let secret = try #require(Secret("${KEY}"))
        #expect(try secret.reveal(in: ["KEY": text]) == "k")
        #expect(throws: MissingSecret.self) { try secret.reveal(in: ["KEY": "\n"]) }
    }

    @Test("a secret never prints")
    func hidden() throws {
        let source = try Project(
            parsing: "source: {kind: firebase, project: p, app_id: '1:2:ios:f', api_key: hunter2}\n",
            path: "e.yaml"
        ).sources[0]
        #expect(!"\(source)".contains("hunter2"))
        #expect(!String(reflecting: source).contains("hunter2"))
        var dumped = ""
        dump(source, to: &dumped)
        #expect(!dumped.contains("hunter2"))
    }

    @Test(
        "no message about a line with a secret quotes it",
        arguments: [
            "source:\n  kind: firebase\n  api_key: [hunter2]\n",
            "source:\n  kind: firebase\n  apikey: hunter2\n",
            "source:\n  kind: firebase\n  api-key: hunter2\n",
            "source:\n  kind: firebase\n  api_key: hunter2 x\n",
            "source:\n  kind: firebase\n  api_key:\n    - hunter2\n",
            "source: {kind: firebase, api_key: hunter2, porject: x}\n",
            "source:\n  kind: firebase\n  api_key: hunter2\n  api_key: hunter2\n",
            "source:\n  kind: firebase\n  api_key: 'hunter2\n",
            "source:\n  kind: emulator\n  url: http://me:hunter2@host\n",
            "source:\n  kind: emulator\n  ulr: http://me:hunter2@host\n",
            "source:\n  kind: firebase\n  api_key: hunter2: x\n",
            "source:\n  kind: firebase\n  api_key: @hunter2\n",
            "source:\n  kind: firebase\n  api_token: hunter2\n",
            "{\"type\": \"service_account\",\n\"private_key\":\n\n\"hunter2\",\n\"x\": \"hunter2\"}\n",
            "source: [\n-----BEGIN PRIVATE KEY-----\nhunter2: 1\n",
            "password: |\n  one\n  two\n  hunter2: [\nkeys: 1\n",
            "credentials:\n  a: 1\n  b:\n    hunter2: 2\n",
            "credentials:\n  - a\n  - hunter2: [\n", "source:\n  api_key:\n    'hunter2\n",
        ])
    func messages(text: String) throws {
        for text in [text, text.replacing("\n", with: "\r\n")] {
            let problems = try #require(
                #expect(throws: ProjectProblems.self) { _ = try Project(parsing: text, path: "e.yaml") })
            #expect(!problems.description.contains("hunter2"), "\(problems)")
        }
    }

    @Test("the name of the field is still shown")
    func fieldShown() throws {
        let text = "source:\n  kind: firebase\n  project: p\n  app_id: 1:2:ios:f\n  apikey: hunter2\n"
        let problems = try #require(
            #expect(throws: ProjectProblems.self) { _ = try Project(parsing: text, path: "e.yaml") })
        #expect(
            problems.description == """
                e.yaml:5:3: unknown field "apikey" in the source (did you mean "api_key"?)
                      apikey: (hidden)
                      ^
                """)
    }
}
