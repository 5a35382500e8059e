import TestSupport
import Testing

@testable import ExperimentsProject

@Suite("Reading the notifications of a project", .inTurn)
struct NotificationReadingTests {
    private func project(_ notify: String) throws -> Project {
        let text = """
            source: {kind: file, path: config.json}
            notify: \(notify)
            keys:
              - {name: paywall_type, type: string}
              - {name: trial_days, type: int}
            """
        return try Project(parsing: text, path: "experiments.yaml")
    }

    @Test("keys, broken keys and the ways to notify are read")
    func everyField() throws {
        let notifications = try project("{keys: [trial_days], broken: true, by: [bell, desktop]}")
            .notifications
        #expect(
            notifications
                == ProjectNotifications(keys: ["trial_days"], broken: true, ways: [.bell, .desktop]))
        #expect(try project("{keys: trial_days, by: desktop}").notifications.ways == [.desktop])
        #expect(try project("~").notifications == ProjectNotifications())
    }

    @Test("web hooks arrive beside the other ways, with what each is reported")
    func webHooks() throws {
        let text = """
            source: {kind: file, path: config.json}
            notify:
              keys: [trial_days]
              by:
                - bell
                - webhook:
                    url: ${HOOK_URL}
                    secret: ${HOOK_SECRET}
                    keys: [paywall_type]
                    broken: true
                    failures: false
                - webhook: {url: "http://127.0.0.1:8080/x"}
                - webhook: {url: "http://example.com/x", insecure: true}
            keys:
              - {name: paywall_type, type: string}
              - {name: trial_days, type: int}
            """
        let notifications = try Project(parsing: text, path: "experiments.yaml").notifications
        #expect(notifications.ways == [.bell])
        #expect(notifications.webHooks.count == 3)
        let hook = try #require(notifications.webHooks.first)
        #expect(hook.url.variable == "HOOK_URL" && hook.secret?.variable == "HOOK_SECRET")
        #expect(hook.keys == ["paywall_type"] && hook.broken == true && !hook.failures)
        #expect(notifications.webHooks[1].keys == nil && notifications.webHooks[1].failures)
        #expect(notifications.webHooks.map(\.namesAddressElsewhere) == [false, false, true])
    }

    @Test("neither the address nor the secret of a hook is ever quoted")
    func webHookSecrets() throws {
        for hook in [
            "{url: 'http://example.com/S3CRET'}", "{url: 'https://S3CRET'x}", "S3CRET", "{url: [S3CRET]}",
            "{url: 'https://example.com', secret: 'S3CRET S3CRET'}",
            "{url: 'https://example.com/S3CRET', kyes: []}",
        ] {
            do {
                _ = try project("{by: [{webhook: \(hook)}]}")
                Issue.record("the mistake was not noticed: \(hook)")
            } catch let problems as ProjectProblems {
                #expect(!String(describing: problems).contains("S3CRET"), "\(problems)")
            }
        }
    }

    @Test("of very many unknown keys each is reported, the first of them with what is near")
    func manyUnknown() throws {
        let problems = try #require(
            #expect(throws: ProjectProblems.self) {
                try project("{keys: [\(Array(repeating: "trial_day", count: 500).joined(separator: ", "))]}")
            })
        let hinted = problems.problems.filter { $0.message.hasSuffix("(did you mean \"trial_days\"?)") }
        #expect(problems.problems.count == 500)
        #expect(hinted == Array(problems.problems.prefix(20)))
    }

    @Test(
        "mistakes are reported with their place and what is known",
        arguments: [
            (
                "yes",
                "2:9: `notify`: expected fields such as keys: [paywall_type] and broken: true, found \"yes\""
            ),
            ("{kesy: []}", "2:10: unknown field \"kesy\" in `notify` (did you mean \"keys\"?)"),
            (
                "{keys: [trial_day]}",
                "2:17: `keys` of notify names an undeclared key: \"trial_day\" (did you mean \"trial_days\"?)"
            ),
            ("{broken: maybe}", "2:18: `broken` of notify: expected true or false, found \"maybe\""),
            (
                "{by: [{webhok: {}}]}",
                "unknown field \"webhok\" in `by` of notify (did you mean \"webhook\"?)"
            ),
            ("{by: webhook}", "2:14: `by` of notify has a webhook without an address"),
            ("{by: [{webhook: {}}]}", "has no `url`"),
            ("{by: [{webhook: x}]}", "must have fields such as url: and secret:"),
            (
                "{by: [{webhook: {url: 'http://example.com/x'}}]}",
                "must begin with https://, or the hook needs"
            ),
            (
                "{by: [{webhook: {url: 'https://a:b@example.com/x'}}]}",
                "must not contain a user name or password"
            ),
            (
                "{by: [{webhook: {url: 'ftp://example.com'}}]}",
                "must be a URL such as https://example.com/hook"
            ),
            ("{by: [{webhook: {url: '${A}', keys: [trial_day]}}]}", "(did you mean \"trial_days\"?)"),
            (
                "{by: [{webhook: {url: '${A}', secret: '${'}}]}",
                "must be a key without spaces, or ${VARIABLE}"
            ),
            ("{by: smoke}", "2:14: `by` of notify: expected one of bell, desktop, found \"smoke\""),
        ])
    func mistakes(_ notify: String, _ message: String) throws {
        do {
            _ = try project(notify)
            Issue.record("the mistake was not noticed")
        } catch let problems as ProjectProblems {
            #expect(String(describing: problems).contains(message), "\(problems)")
        }
    }
}
