import Testing

@testable import ExperimentsProject

@Suite("Reading what a project wants to be told of")
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

    @Test("keys, broken keys and the ways to tell arrive")
    func everyField() throws {
        let notifications = try project("{keys: [trial_days], broken: true, by: [bell, desktop]}").notifications
        #expect(notifications == ProjectNotifications(keys: ["trial_days"], broken: true, ways: [.bell, .desktop]))
        #expect(try project("{keys: trial_days, by: desktop}").notifications.ways == [.desktop])
        #expect(try project("~").notifications == ProjectNotifications())
    }

    @Test("of very many unknown keys each is told, the first of them with what is near")
    func manyUnknown() throws {
        let problems = try #require(
            #expect(throws: ProjectProblems.self) {
                try project("{keys: [\(Array(repeating: "trial_day", count: 500).joined(separator: ", "))]}")
            })
        let hinted = problems.problems.filter { $0.message.hasSuffix("(did you mean 'trial_days'?)") }
        #expect(problems.problems.count == 500)
        #expect(hinted == Array(problems.problems.prefix(20)))
    }

    @Test(
        "mistakes are told with their place and what is known",
        arguments: [
            ("yes", "2:9: 'notify': expected fields such as keys: [paywall_type] and broken: true, found 'yes'"),
            ("{kesy: []}", "2:10: unknown field 'kesy' in 'notify' (did you mean 'keys'?)"),
            (
                "{keys: [trial_day]}",
                "2:17: 'keys' of notify names no declared key: 'trial_day' (did you mean 'trial_days'?)"
            ),
            ("{broken: maybe}", "2:18: 'broken' of notify: expected true or false, found 'maybe'"),
            ("{by: smoke}", "2:14: 'by' of notify: expected one of bell, desktop, found 'smoke'"),
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
