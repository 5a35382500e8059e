import ExperimentsCore
import Foundation
import TestSupport
import Testing

@testable import ExperimentsProject

@Suite("The store of a team in a project file", .inTurn)
struct TeamReadingTests {
    private func project(_ overrides: String) throws -> Project {
        try Project(
            parsing: "source: {kind: file, path: config.json}\n\(overrides)\n", path: "shop/experiments.yaml")
    }

    private func problems(_ overrides: String) -> String {
        do {
            _ = try project(overrides)
            return ""
        } catch {
            return "\(error)"
        }
    }

    @Test("files and a store are named together; the files keep their meaning")
    func whole() throws {
        let project = try project(
            """
            overrides:
              file: [team.json, mine.json]
              etcd:
                endpoints: [https://a:2379, "https://b:2379"]
                prefix: shop/production
                user: shop
                password: ${ETCD_PASSWORD}
                tls: {ca: pki/ca.pem, cert: pki/me.pem, key: pki/me.key}
            """)
        #expect(
            project.overridesPath == "shop/mine.json" && project.sharedOverridesPaths == ["shop/team.json"])
        let team = try #require(project.team)
        #expect(team.endpoints.map(\.absoluteString) == ["https://a:2379", "https://b:2379"])
        #expect(team.project == "shop" && team.environment == "production")
        #expect(team.login?.user == "shop" && team.login?.password.variable == "ETCD_PASSWORD")
        #expect(team.tls?.authorities == "shop/pki/ca.pem" && team.tls?.key == "shop/pki/me.key")
        #expect(team.sending?.variables == ["ETCD_PASSWORD"] && team.sending?.hosts == ["a", "b"])
    }

    @Test("one address will do, and the file is the usual one")
    func short() throws {
        let project = try project("overrides: {etcd: {endpoints: http://127.0.0.1:2379, prefix: shop/dev}}")
        #expect(project.overridesPath == "shop/.experiments/overrides.json")
        #expect(project.team?.endpoints.count == 1 && project.team?.sending == nil)
    }

    @Test("a path does not name a store")
    func path() throws {
        #expect(try project("overrides: mine.json").team == nil)
    }

    @Test(
        "mistakes are reported with their place and what was expected",
        arguments: [
            ("overrides: {etcd: {prefix: a/b}}", "has no `endpoints`"),
            (
                "overrides: {etcd: {endpoints: http://a:2379}}",
                "a project and an environment such as shop/production"
            ),
            ("overrides: {etcd: {endpoints: http://a:2379, prefix: shop}}", "shop/production"),
            ("overrides: {etcd: {endpoints: [], prefix: a/b}}", "at least one address"),
            (
                "overrides: {etcd: {endpoints: ftp://a, prefix: a/b}}",
                "an address such as http://127.0.0.1:2379"
            ),
            (
                "overrides: {etcd: {endpoints: http://a:2379, prefix: a/b, user: u}}",
                "has no `password` for `user`"
            ),
            ("overrides: {etcd: {endpoints: http://a:2379, prefix: a/b, tls: {ca: c.pem}}}", "https://"),
            ("overrides: {etcd: {endpoints: http://a:2379, prefix: a/b, endpoint: x}}", "endpoints"),
            ("overrides: {etc: {}}", "etcd"), ("overrides: {etcd: 7}", "endpoints"),
        ])
    func mistakes(_ overrides: String, _ words: String) {
        let problems = problems(overrides)
        #expect(problems.contains(words), "\(problems)")
        #expect(problems.contains("experiments.yaml:2:"), "\(problems)")
    }

    @Test("a password is never quoted, wherever it stands")
    func secrets() throws {
        for overrides in [
            "overrides: {etcd: {endpoints: http://u:s3cret@a:2379, prefix: a/b}}",
            "overrides: {etcd: {endpoints: http://a:2379, prefix: a/b, user: u, password: s3cret with blanks}}",
            "overrides: {etcd: {endpoints: http://a:2379, prefix: a/b, user: u, password: [s3cret]}}",
        ] {
            let problems = problems(overrides)
            #expect(!problems.isEmpty && !problems.contains("s3cret"), "\(problems)")
        }
        let good = try project(
            "overrides: {etcd: {endpoints: http://a:2379, prefix: a/b, user: u, password: s3cret}}")
        #expect(!String(reflecting: good.team).contains("s3cret"))
    }

    @Test("what `init` drafts of a store is read as it was meant")
    func drafted() throws {
        var draft = ProjectDraft()
        draft.team = DraftedTeam(endpoints: ["http://127.0.0.1:2379"], folder: "my shop")
        let project = try Project(parsing: draft.text, path: "experiments.yaml")
        #expect(project.team?.project == "my-shop" && project.team?.environment == "shared")
    }
}
