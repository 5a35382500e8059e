import TestSupport
import Testing

@testable import ExperimentsProject

@Suite("Reading the rollouts of a project", .inTurn)
struct RolloutReadingTests {
    private static let top = """
        sources:
          - {name: production, kind: firebase-template, path: template.json}
          - {name: files, kind: file, path: values.json}
          - {name: servers, kind: firebase-template, project: shop, server: true}
        keys:
          - {name: checkout_flow, type: string, cases: [classic, one_page, two_page]}
          - {name: color, type: string}
          - {name: size, type: int}
          - {name: trial, type: string}
        metrics:
          - {name: purchase, event: bought}
          - {name: crashes, event: crash, direction: down, role: guardrail}
          - {name: refunds, event: refund, direction: down, role: guardrail}
        experiments:
          - {name: Checkout, key: checkout_flow, groups: [classic, one_page], metrics: [purchase, crashes]}
          - {name: Colors, key: color, groups: [red, blue], weights: {red: 1, blue: 1}}
          - {name: Trial A, key: trial}
          - {name: Trial B, key: trial}

        """

    private static let valid = [
        "name": "One-page checkout", "key": "checkout_flow", "to": "one_page", "source": "production",
        "steps": "[1%, 5%, 25%, 100%]", "guardrails": "[crashes]",
    ]

    private func project(_ changes: [String: String?]) throws -> Project {
        var fields = Self.valid
        for (name, value) in changes { fields[name] = value }
        let lines = fields.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
        let text = Self.top + "rollouts:\n  - {" + lines.joined(separator: ", ") + "}\n"
        return try Project(parsing: text, path: "experiments.yaml")
    }

    @Test("all fields are read")
    func everything() throws {
        let project = try project([
            "hold": "12h", "users": "2000", "goal": "purchase", "on_harm": "hold", "on_silence": "ignore",
            "steps": "[0.5%, 100%]", "auto": "true",
        ])
        let rollout = try #require(project.rollouts.first)
        #expect(rollout.name == "One-page checkout")
        #expect(rollout.key == "checkout_flow")
        #expect(rollout.value == "one_page")
        #expect(rollout.source == "production")
        #expect(rollout.experiment == "Checkout")
        #expect(rollout.steps == [0.5, 100])
        #expect(rollout.hold == .seconds(12 * 3600))
        #expect(rollout.users == 2000)
        #expect(rollout.guardrails == ["crashes"])
        #expect(rollout.goal == "purchase")
        #expect(rollout.onHarm == .hold)
        #expect(rollout.onSilence == .ignore)
        #expect(rollout.isAutomatic)
        #expect(rollout.seed == "one-page-checkout")
    }

    @Test("the defaults are a day, no number of users, back on harm and hold on silence")
    func defaults() throws {
        let rollout = try #require(try project([:]).rollouts.first)
        #expect(rollout.hold == .seconds(24 * 3600))
        #expect(rollout.users == 0)
        #expect(rollout.goal == nil)
        #expect(rollout.onHarm == .back)
        #expect(rollout.onSilence == .hold)
        #expect(!rollout.isAutomatic)
    }

    /// A changed field, and a part of the error.
    static let mistakes: [(changes: [String: String?], error: String)] = [
        (["key": nil], "has no `key`"),
        (["key": "checkout"], "names an undeclared key: \"checkout\""),
        (["key": "size", "to": "3"], "has no experiment: declare one with `key: size`"),
        (["key": "color", "to": "blue"], "with `weights` or `phases`: remove them"),
        (["key": "trial", "to": "x"], "has the experiments \"Trial A\" and \"Trial B\""),
        (["to": nil], "has no `to`"),
        (["to": "three_page"], "is not a value of key \"checkout_flow\""),
        (["to": "two_page"], "must be a group of experiment \"Checkout\": classic, one_page"),
        (["to": "classic"], "is the control of experiment \"Checkout\""),
        (["source": nil], "has no `source`"),
        (["source": "staging"], "names an undeclared source: \"staging\""),
        (["source": "files"], "\"files\" of kind file has no percentages"),
        (["source": "servers"], "must be a template for apps"),
        (["steps": nil], "has no `steps`"),
        (["steps": "[]"], "expected increasing shares of users"),
        (["steps": "[5%, 1%]"], "must increase"),
        (["steps": "[5%, 5%]"], "must increase"),
        (["steps": "[1, 5]"], "with percent signs"),
        (["steps": "[101%]"], "expected increasing shares of users"),
        (["steps": "[0%, 5%]"], "expected increasing shares of users"),
        (["steps": "[0.0000001%]"], "expected increasing shares of users"),
        (["steps": "[-1%]"], "expected increasing shares of users"),
        (["steps": "[nan%]"], "expected increasing shares of users"),
        (["steps": "[100]"], "with percent signs"),
        (["guardrails": nil], "has no `guardrails`"),
        (["guardrails": "[]"], "expected at least one metric"),
        (["guardrails": "[crash]"], "names an undeclared metric: \"crash\" (did you mean \"crashes\"?)"),
        (["guardrails": "[purchase]"], "which is a goal: set `role: guardrail`"),
        (["guardrails": "[refunds]"], "which experiment \"Checkout\" does not measure"),
        (["goal": "crashes"], "which is a guardrail: set `role: goal`"),
        (["hold": "soon"], "expected a duration"),
        (["users": "many"], "expected a number of users"),
        (["users": "-1"], "expected a number of users"),
        (["on_harm": "stop"], "expected one of back, hold"),
        (["on_silence": "back"], "expected one of hold, ignore"),
        (["auto": "soon"], "expected true or false"), (["pace": "fast"], "unknown field"),
    ]

    /// Names that the service accepts for no condition.
    static let names = [
        "Größe", "Gro\u{308}ße", "Checkout 🛒", "'Say \"hello\"'", "'!!!'", String(repeating: "n", count: 101),
    ]

    @Test("a name that no condition can have is an error", arguments: names)
    func name(_ name: String) throws {
        try mistake(["name": name], "must be a valid name of a condition")
    }

    /// Shares as people write them, and their numbers.
    static let shares: [(text: String, steps: [Double])] = [
        ("[0.1%, 33.333%, 100%]", [0.1, 33.333, 100]), ("[5 %, 50 %]", [5, 50]), ("['1%']", [1]),
        ("[0.000001%, 99.999999%]", [0.000001, 99.999999]),
    ]

    @Test("shares are read to a millionth of a percent, and need not end at 100%", arguments: shares)
    func share(_ text: String, _ steps: [Double]) throws {
        #expect(try project(["steps": text]).rollouts.first?.steps == steps)
    }

    @Test("every mistake is an error with its line", arguments: mistakes)
    func mistake(_ changes: [String: String?], _ error: String) throws {
        let problems = #expect(throws: ProjectProblems.self) { try project(changes) }
        let text = String(describing: try #require(problems))
        #expect(text.contains(error))
        #expect(text.contains("experiments.yaml:20:"))
    }

    @Test("a key has one rollout at a source, and the seeds of two differ")
    func distinct() throws {
        func rollout(_ name: String, _ key: String, _ value: String) -> String {
            "  - {name: \(name), key: \(key), to: \(value), source: production, steps: [5%], guardrails: [crashes]}\n"
        }
        let text = Self.top.replacing(", weights: {red: 1, blue: 1}", with: "")
        func problem(_ rollouts: String) throws -> String {
            let problems = #expect(throws: ProjectProblems.self) {
                try Project(parsing: text + "rollouts:\n" + rollouts, path: "experiments.yaml")
            }
            return String(describing: try #require(problems))
        }
        let first = rollout("New page", "checkout_flow", "one_page")
        #expect(
            try problem(first + rollout("Other", "checkout_flow", "one_page")).contains("has the rollout"))
        #expect(
            try problem(first + rollout("new page", "color", "blue")).contains("both would have the seed"))
        let both = first + rollout("Blue", "color", "blue")
        #expect(
            try Project(parsing: text + "rollouts:\n" + both, path: "experiments.yaml").rollouts.count == 2)
    }
}
