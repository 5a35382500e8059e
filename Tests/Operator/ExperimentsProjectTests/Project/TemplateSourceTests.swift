import ExperimentsCore
import ExperimentsProject
import Foundation
import TestSupport
import Testing

@Suite("A template as a project's source", .inTurn)
struct TemplateSourceTests {
    private func source(_ fields: String) throws -> TemplateSourceSettings? {
        let project = try Project(
            parsing: "source: {kind: firebase-template, \(fields)}\nkeys: []\n",
            path: "/shop/experiments.yaml",
            vocabulary: ProjectVocabulary(actions: [], themes: [], isKey: { _ in true }))
        guard let settings = project.sources.first?.settings as? TemplateSourceSettings else { return nil }
        return settings
    }

    private func problems(_ fields: String) throws -> [String] {
        try #require(throws: ProjectProblems.self) { try source(fields) }.lines
    }

    @Test("a file is found from the project file's folder, and a persona keeps numbers, lists and mappings")
    func file() throws {
        let settings = try #require(
            try source(
                "path: t.json, persona: {device.country: GB, app.customSignal: {age: 42}, app.audiences: [A]}"
            ))
        #expect(settings.origin == .file(path: "/shop/t.json"))
        #expect(
            settings.persona == [
                "device.country": "GB", "app.customSignal": ["age": 42], "app.audiences": ["A"],
            ])
    }

    @Test("a project's template is named by the project or its service account")
    func service() throws {
        let token = try #require(Secret("${TOKEN}"))
        #expect(
            try source("project: shop, access_token: '${TOKEN}', base_url: 'http://127.0.0.1:9'")?.origin
                == .service(
                    project: "shop", serviceAccount: nil, accessToken: token,
                    baseURL: URL(string: "http://127.0.0.1:9")
                ))
        #expect(
            try source("service_account: key.json")?.origin
                == .service(project: nil, serviceAccount: "/shop/key.json", accessToken: nil, baseURL: nil))
    }

    @Test(
        "what does not go together is reported with its place",
        arguments: [
            (
                "",
                "1:9: the source has no `path` or `project`: name a template's file, or the project whose template is published"
            ),
            ("pth: t.json", "1:35: unknown field \"pth\" in the source (did you mean \"path\"?)"),
            (
                "path: t.json, project: shop",
                "1:49: `project` is for a template of the service, and `path` names a file; remove one of them"
            ),
            (
                "path: t.json, persona: [a]",
                "1:58: `persona` of the source: expected fields such as device.country: GB, found a list"
            ),
            (
                "service_account: k.json, access_token: x",
                "1:60: `access_token` and `service_account` cannot be combined"
            ),
        ])
    func together(fields: String, expected: String) throws {
        #expect(try problems(fields).first == expected)
    }
}
