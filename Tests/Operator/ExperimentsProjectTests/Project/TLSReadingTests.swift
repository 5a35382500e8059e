import ExperimentsProject
import TestSupport
import Testing

@Suite("The certificates of a source", .inTurn)
struct TLSReadingTests {
    @Test(
        "are read for each kind that asks a server, relative to the project file",
        arguments: [
            "kind: ofrep, url: 'https://h:1'", "kind: emulator, url: 'https://h:1'",
            "kind: active-config, url: 'https://h/c'", "kind: growthbook, client_key: sdk-a",
            "kind: firebase-template, project: p",
            "kind: firebase, project: p, app_id: '1:1:ios:a', api_key: AIza, base_url: 'https://h:1'",
        ])
    func read(fields: String) throws {
        let text = "source: {\(fields), tls: {ca: pki/ca.pem}}\nkeys: []\n"
        let project = try Project(parsing: text, path: "/shop/e.yaml")
        #expect(project.sources.first?.tls == TLSFiles(authorities: "/shop/pki/ca.pem"))
    }

    @Test(
        "are refused if they have no use, or are incomplete",
        arguments: [
            ("{kind: ofrep, url: 'http://h:1', tls: {ca: c.pem}}", "needs a `url` that begins with https://"),
            (
                "{kind: growthbook, path: a.json, tls: {ca: c.pem}}",
                "is for a server, but `path` names a file"
            ),
            ("{kind: ofrep, url: 'https://h:1', tls: c.pem}", "expected files such as ca: ca.pem"),
            ("{kind: ofrep, url: 'https://h:1', tls: {key: c.pem}}", "has no `cert` for `key`"),
            ("{kind: ofrep, url: 'https://h:1', tls: {caa: c.pem}}", "did you mean \"ca\"?"),
            ("{kind: file, path: a.json, tls: {ca: c.pem}}", "unknown field \"tls\""),
        ])
    func refused(source: String, words: String) {
        let problems = problems(ofSource: source)
        #expect(problems.count == 1 && problems.first?.contains(words) == true, "\(problems)")
    }
}
