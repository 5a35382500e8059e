import ExperimentsProject
import Foundation
import TestSupport
import Testing

@Suite("An etcd cluster in a project file", .inTurn)
struct EtcdReadingTests {
    private func read(_ source: String) throws -> EtcdSourceSettings? {
        let project = try Project(parsing: "source: \(source)\nkeys: []\n", path: "/shop/experiments.yaml")
        guard let settings = project.sources.first?.settings as? EtcdSourceSettings else { return nil }
        return settings
    }

    @Test("everything can be said")
    func whole() throws {
        let settings = try #require(
            try read(
                """
                {kind: etcd, endpoints: ["https://one:2379", "https://two:2379"], prefix: shop/production, user: ann,
                  password: "${ETCD_PASSWORD}", tls: {ca: ca.pem, cert: /c/cert.pem, key: key.pem}, document: true,
                  realtime: off}
                """))
        #expect(settings.cluster.endpoints.map(\.absoluteString) == ["https://one:2379", "https://two:2379"])
        #expect(settings.cluster.project == "shop" && settings.cluster.environment == "production")
        #expect(settings.cluster.login?.user == "ann")
        #expect(settings.cluster.login?.password.variable == "ETCD_PASSWORD")
        let files = TLSFiles(authorities: "/shop/ca.pem", certificate: "/c/cert.pem", key: "/shop/key.pem")
        #expect(settings.cluster.tls == files)
        #expect(settings.isDocument && !settings.realtime)
    }

    @Test("the files of `tls` may stand beside the other fields, as earlier versions had them")
    func older() throws {
        let source = "{kind: etcd, endpoints: 'https://h:1', prefix: a/b, ca: ca.pem"
        #expect(try read(source + "}")?.cluster.tls == TLSFiles(authorities: "/shop/ca.pem"))
        #expect(
            problems(ofSource: source + ", tls: {ca: ca.pem}}") == [
                "1:65: `ca` of the source belongs in `tls`, which is also set"
            ])
    }

    @Test("an address and a prefix will do")
    func least() throws {
        let settings = try read("{kind: etcd, endpoints: 'http://127.0.0.1:2379', prefix: shop/test}")
        #expect(settings?.cluster.endpoints.count == 1)
        #expect(settings?.cluster.login == nil)
        #expect(settings?.isDocument == false && settings?.realtime == true)
    }

    @Test("a password that is sent elsewhere is reported")
    func sending() throws {
        let source = """
            {kind: etcd, endpoints: ["http://127.0.0.1:1", "http://team.example:1"], prefix: a/b, user: ann,
              password: "${SECRET}"}
            """
        let project = try Project(parsing: "source: \(source)\nkeys: []\n", path: "e.yaml")
        #expect(project.sources.first?.sending?.hosts == ["team.example"])
        #expect(project.sources.first?.sending?.variables == ["SECRET"])
    }

    @Test(
        "what is wrong is reported at its place, and no password is shown",
        arguments: [
            (
                "{kind: etcd}",
                [
                    "1:9: the source has no `endpoints`: set it to the addresses of the cluster, such as http://127.0.0.1:2379",
                    "1:9: the source has no `prefix`: a project and an environment such as shop/production",
                ]
            ),
            (
                "{kind: etcd, endpoints: [], prefix: a/b}",
                ["1:33: `endpoints` of the source: expected at least one address, found an empty list"]
            ),
            (
                "{kind: etcd, endpoints: ['http://h:1', 'ftp://h'], prefix: a/b}",
                [
                    "1:48: `endpoints[1]` of the source: expected an address such as http://127.0.0.1:2379, "
                        + "found \"ftp://h\""
                ]
            ),
            (
                "{kind: etcd, endpoints: ['http://h:1', 'http://h:1'], prefix: a/b}",
                ["1:48: http://h:1 is already listed; remove it"]
            ),
            (
                "{kind: etcd, endpoints: 'http://ann:s3cret@h:1', prefix: a/b}",
                [
                    "1:33: `endpoints` of the source must not contain a user name or password; use `user` and "
                        + "`password`"
                ]
            ),
            (
                "{kind: etcd, endpoints: 'http://h:1/v3', prefix: a/b}",
                [
                    "1:33: `endpoints` of the source: expected an address such as http://127.0.0.1:2379, "
                        + "found \"http://h:1/v3\""
                ]
            ),
            (
                "{kind: etcd, endpoints: 'http://h:1', prefix: shop}",
                [
                    "1:55: `prefix` of the source: expected a project and an environment such as shop/production, "
                        + "found \"shop\""
                ]
            ),
            (
                "{kind: etcd, endpoints: 'http://h:1', prefix: a/b, user: ann}",
                ["1:9: the source has no `password` for `user`"]
            ),
            (
                "{kind: etcd, endpoints: 'http://h:1', prefix: a/b, password: s3cret}",
                ["1:9: the source has no `user` for `password`"]
            ),
            (
                "{kind: etcd, endpoints: 'https://h:1', prefix: a/b, tls: {cert: c.pem}}",
                ["1:66: `tls` of the source has no `key` for `cert`"]
            ),
            (
                "{kind: etcd, endpoints: 'http://h:1', prefix: a/b, tls: {ca: c.pem}}",
                ["1:65: `tls` of the source needs `endpoints` that begin with https://"]
            ),
            (
                "{kind: etcd, endpoint: 'http://h:1', prefix: a/b}",
                ["1:22: unknown field \"endpoint\" in the source (did you mean \"endpoints\"?)"]
            ),
        ])
    func wrong(source: String, expected: [String]) {
        #expect(problems(ofSource: source) == expected)
        #expect(!problems(ofSource: source).joined().contains("s3cret"))
    }
}
