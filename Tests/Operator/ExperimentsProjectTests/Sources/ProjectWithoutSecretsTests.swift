import ExperimentsProject
import TestSupport
import Testing

@Suite("A project file without its secrets", .inTurn)
struct ProjectWithoutSecretsTests {
    @Test(
        "hides every text that may be a secret, however it is written",
        arguments: [
            "token: hush", "access_token: hush", "api_key: 'hush'", "client_key: \"hush\"",
            "secret: |\n  hush",
            "headers: {Authorization: Bearer hush}", "headers:\n  X-Own: hush", "X-Api-Key: hush",
            "Password: hush",
            "url: https://user:hush@example.com/a", "url: https://example.com/a?token=hush&b=1",
            "command: [bq, --token, hush]", "env: {NAME: hush}", "a: 1 # hush", "sources: [{token: [hush]}]",
            "username: hush",
        ])
    func hidden(yaml: String) throws {
        let text = try #require(ProjectWithoutSecrets.text(Array(yaml.utf8)))
        #expect(!text.contains("hush"), "\(text)")
    }

    @Test(
        "keeps names, values and references to variables",
        arguments: ["token: ${NAME}", "url: https://example.com/NAME", "keys: [{name: NAME}]", "key: NAME"])
    func shown(yaml: String) throws {
        let text = try #require(ProjectWithoutSecrets.text(Array(yaml.utf8)))
        #expect(text.contains("NAME"), "\(text)")
    }

    @Test("shows nothing of a file that cannot be read", arguments: ["a: [", "a: {", "\u{0}"])
    func broken(yaml: String) {
        #expect(ProjectWithoutSecrets.text(Array(yaml.utf8)) == nil)
    }
}
