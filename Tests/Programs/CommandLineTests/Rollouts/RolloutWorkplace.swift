import ExperimentsCore
import Foundation
import TestSupport
import Testing

/// A project with the rollout of a new checkout to half of the users, and then to all.
struct RolloutWorkplace {
    static let name = "One-page checkout"
    static let seed = "one-page-checkout"
    /// The number of users in each group.
    private static let users = 4000

    let workplace: Workplace

    /// Creates a project whose template is a file.
    ///
    /// - Parameters:
    ///   - source: the source of the project.
    ///   - rollout: further fields of the rollout.
    init(
        source: String = "{kind: firebase-template, path: shop.json}", rollout: String = "",
        in given: Workplace? = nil
    ) throws {
        workplace = try given ?? Workplace()
        try workplace.folder.write(Self.template(), to: "shop.json")
        try workplace.folder.write(
            """
            source: \(source)
            keys: [{name: checkout_flow, type: string, cases: [classic, one_page]}]
            metrics: [{name: crashes, event: crash, direction: down, role: guardrail, margin: 100%}]
            experiments: [{name: Checkout, key: checkout_flow, groups: [classic, one_page]}]
            rollouts:
              - name: \(Self.name)
                key: checkout_flow
                to: one_page
                steps: [50%, 100%]
                guardrails: [crashes]
            \(rollout.isEmpty ? "" : "    \(rollout)\n")
            """, to: "experiments.yaml")
    }

    /// Returns the template.
    ///
    /// - Parameters:
    ///   - percent: the share of the rollout; nil if it has not started.
    ///   - color: the color of its condition.
    static func template(_ percent: Int? = nil, color: String = "GREEN") -> String {
        guard let percent else {
            return #"{"parameters": {"checkout_flow": {"defaultValue": {"value": "classic"}}}}"#
        }
        return """
            {"conditions": [{
               "name": "\(name)", "expression": "percent('\(seed)') <= \(percent)", "tagColor": "\(color)"}],
             "parameters": {"checkout_flow": {
               "defaultValue": {"value": "classic"}, "conditionalValues": {"\(name)": {"value": "one_page"}}}}}
            """
    }

    /// Runs `rollout COMMAND` with the name of the rollout.
    func run(_ command: String, _ options: String...) async throws -> Finished {
        try await workplace.run(Workplace.program, ["rollout", command, Self.name] + options)
    }

    /// The text of the template.
    var template: String { get throws { try workplace.folder.text(of: "shop.json") } }

    /// Writes a template, as if it was written some days ago.
    func write(_ template: String, daysAgo days: Double = 2) throws {
        let path = try workplace.folder.write(template, to: "shop.json")
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: -days * 86_400)], ofItemAtPath: path)
    }

    /// Imports users of both groups who came in the last forty hours. Every fiftieth with the old value has a crash.
    ///
    /// - Parameter one: of how many users with the new value one has a crash.
    func importUsers(crashesOneIn one: Int) async throws {
        var rows = "experiment,group,event,unit,at\n"
        let now = Date()
        for number in 0..<Self.users {
            let at = RFC3339.text(of: now - 600 - Double(number) * 36)
            for (group, interval) in [("classic", 50), ("one_page", one)] {
                rows += "Checkout,\(group),,\(group)\(number),\(at)\n"
                if number % interval == 0 { rows += ",,crash,\(group)\(number),\(at)\n" }
            }
        }
        try workplace.folder.write(rows, to: "events.csv")
        let done = try await workplace.run("events", "import", "events.csv")
        try #require(done.status == 0, "\(done)")
    }
}
