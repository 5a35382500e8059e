import ExperimentStatistics
import Foundation
import TestSupport
import Testing

@testable import ExperimentsProject

@Suite("Reading the experiments and metrics of a project", .inTurn)
struct ExperimentReadingTests {
    private static let top = """
        source: {kind: file, path: config.json}
        keys:
          - {name: paywall_type, type: string}

        """

    private func project(_ text: String) throws -> Project {
        try Project(parsing: Self.top + text, path: "experiments.yaml")
    }

    private static let whole = """
        metrics:
          - {name: purchase, event: order_completed, least_effect: 5%}
          - {name: revenue, event: order_completed, kind: sum, cap: 99%, window: none, role: secondary}
          - {name: clicks per view, event: click, per: view, kind: ratio, least_effect: 0.2}
          - {name: crashes, event: crash, kind: count, direction: down, role: guardrail, cap: 20, window: 1h}
        experiments:
          - name: Paywall
            key: paywall_type
            groups: [b, a]
            control: a
            phases:
              - weights: {a: 90, b: 10}
              - {from: 2026-03-10, weights: {a: 1, b: 1}}
            start: 2026-03-01T09:30:00Z
            hypothesis: |
              A shorter page
              sells more.
            owner: ann@example.com
            metrics: [purchase, crashes]
            alpha: 1%
            expected_users: 20000

        """

    @Test("all fields arrive, and make a design")
    func everything() throws {
        let project = try project(Self.whole)
        #expect(project.metrics.map(\.name) == ["purchase", "revenue", "clicks per view", "crashes"])
        #expect(project.metrics[0].window == .seconds(72 * 3600))
        #expect(project.metrics[0].design.leastEffect == .lift(0.05))
        #expect(project.metrics[1].window == nil)
        #expect(project.metrics[1].design.cap == .percentile(0.99, ofPositive: false))
        #expect(project.metrics[2].denominatorEvent == "view")
        #expect(project.metrics[2].design.leastEffect == .difference(0.2))
        #expect(project.metrics[3].design.cap == .value(20))
        #expect(project.metrics[3].window == .seconds(3600))
        let experiment = try #require(project.experiments.first)
        #expect(experiment.key == "paywall_type")
        #expect(experiment.phases.map(\.weights) == [[10, 90], [1, 1]])
        #expect(experiment.phases.map(\.from) == [nil, Date(timeIntervalSince1970: 1_773_100_800)])
        #expect(experiment.start == Date(timeIntervalSince1970: 1_772_357_400))
        #expect(experiment.hypothesis == "A shorter page\nsells more.\n")
        #expect(experiment.owner == "ann@example.com")
        let design = experiment.design(metrics: project.metrics)
        #expect(design.groups == ["b", "a"])
        #expect(design.control == 1)
        #expect(design.metrics.map(\.name) == ["purchase", "crashes"])
        #expect(design.metrics.map(\.direction) == [.up, .down])
        #expect(design.metrics.map(\.role) == [.goal, .guardrail])
        #expect(design.alpha == 0.01)
        #expect(design.tuning == 20_000)
    }

    @Test("what the source knows need not be written")
    func short() throws {
        let project = try project(
            "metrics: [{name: m, event: e}]\nexperiments: [{name: x, flag: new_page}]\n")
        let design = try #require(project.experiments.first).design(
            metrics: project.metrics, known: ["on", "off"])
        #expect(design.groups == ["on", "off"])
        #expect(design.metrics.map(\.name) == ["m"])
        #expect(design.alpha == 0.05)
        #expect(try self.project("metrics: ~\nexperiments: ~\n").experiments.isEmpty)
    }

    @Test(
        "mistakes in metrics are reported with their place and the nearest name",
        arguments: [
            ("[{name: m}]", "4:11: metric \"m\" has no `event`"),
            ("[{event: e}]", "4:11: metric 1 has no `name`"),
            ("{m: e}", "4:10: `metrics`: expected a list of metrics"),
            ("[{name: m, event: e, kind: sums}]", "4:37: `kind` of metric \"m\": expected"),
            ("[{name: m, event: e, kind: conversion}]", "(did you mean \"proportion\"?)"),
            ("[{name: m, event: e, direction: less}]", "(did you mean \"down\"?)"),
            ("[{name: m, event: e, rol: goal}]", "did you mean \"role\"?"),
            ("[{name: m, event: e, kind: ratio}]", "has no `per`: a ratio counts one event per another"),
            ("[{name: m, event: e, per: f}]", "`per` of metric \"m\" is for metrics of kind ratio"),
            ("[{name: m, event: e, cap: 9}]", "`cap` of metric \"m\" has no meaning for a proportion"),
            (
                "[{name: m, event: e, per: f, kind: ratio, cap: 9}]",
                "`cap` of metric \"m\" has no meaning for a ratio"
            ),
            (
                "[{name: m, event: e, kind: mean, cap: 99%}]",
                "`cap` of metric \"m\" must be a number for a mean"
            ),
            ("[{name: m, event: e, kind: sum, cap: 101%}]", "`cap` of metric \"m\" must not be above 100%"),
            (
                "[{name: m, event: e, kind: sum, cap: -1}]",
                "`cap` of metric \"m\": expected the limit for one user"
            ),
            (
                "[{name: m, event: e, least_effect: lots}]",
                "`least_effect` of metric \"m\": expected the least effect"
            ),
            ("[{name: m, event: e, window: soon}]", "`window` of metric \"m\": expected a duration"),
            ("[{name: m, event: e}, {name: m, event: f}]", "metric \"m\" is declared twice: first at 4:18"),
        ])
    func metricMistakes(_ metrics: String, _ message: String) {
        expect(message, in: "metrics: \(metrics)\n")
    }

    @Test(
        "mistakes in experiments are reported with their place and the nearest name",
        arguments: [
            (
                "{name: x}",
                "5:15: experiment \"x\" has no `key`: name the key whose values are the groups, or a `flag`"
            ),
            (
                "{name: x, key: paywal_type}",
                "names an undeclared key: \"paywal_type\" (did you mean \"paywall_type\"?)"
            ),
            (
                "{name: x, key: paywall_type, flag: f}",
                "`flag` of experiment \"x\" cannot be combined with `key`"
            ),
            ("{name: x, flag: f, groups: a}", "`groups` of experiment \"x\": expected at least two names"),
            ("{name: x, flag: f, groups: []}", "such as [a, b], found an empty list"),
            (
                "{name: x, flag: f, groups: [a]}",
                "must have at least two names of groups, such as [a, b], but has one"
            ),
            (
                "{name: x, flag: f, groups: [a, a]}",
                "`groups` of experiment \"x\" names \"a\" twice: first at 5:43"
            ),
            ("{name: x, flag: f, groups: [aa, ab], control: ac}", "names an undeclared group: \"ac\""),
            ("{name: x, flag: f, weights: {a: 1}}", "`weights` of experiment \"x\" require `groups`"),
            (
                "{name: x, flag: f, groups: [aa, b], weights: {a: 1, b: 1}}",
                "\"a\" is not a group of this experiment"
            ),
            ("{name: x, flag: f, groups: [a, b], weights: {a: -1, b: 1}}", "expected a weight of 0 or more"),
            ("{name: x, flag: f, groups: [a, b], weights: {a: 0}}", "the weights of all groups are 0"),
            (
                "{name: x, flag: f, groups: [a, b], phases: [{weights: {a: 1}}, {weights: {b: 1}}]}",
                "has no `from`"
            ),
            (
                """
                {name: x, flag: f, groups: [a, b], phases: [{from: 2026-03-02, weights: {a: 1}}, \
                {from: 2026-03-02, weights: {b: 1}}]}
                """, "must be later than that of the previous phase"
            ),
            (
                "{name: x, flag: f, start: yesterday}",
                "`start` of experiment \"x\": expected a day such as 2026-03-01"
            ),
            (
                "{name: x, flag: f, alpha: 70%}",
                "`alpha` of experiment \"x\": expected the chance of a false verdict"
            ),
            (
                "{name: x, flag: f, expected_users: 5%}",
                "`expected_users` of experiment \"x\": expected the number of users"
            ),
            (
                "{name: x, flag: f, metrics: [buy]}",
                "names an undeclared metric: \"buy\" (did you mean \"buys\"?)"
            ),
            ("{name: x, flag: f, hypotesis: h}", "did you mean \"hypothesis\"?"),
        ])
    func experimentMistakes(_ experiment: String, _ message: String) {
        expect(message, in: "metrics: [{name: buys, event: buy}]\nexperiments: [\(experiment)]\n")
    }

    @Test("the columns of files of events are those that the project names")
    func columns() throws {
        let project = try project("events: {columns: {unit: visitor, at: seen at}}\n")
        #expect(project.eventFiles.columns == [.unit: "visitor", .at: "seen at"])
        #expect(try self.project("events: ~\n").eventFiles.columns.isEmpty)
        #expect(try self.project("events: {units: plain}\n").eventUnits == .plain)
        #expect(try self.project("events: {columns: ~}\n").eventUnits == .hashed)
        #expect(try self.project("events: {columns: ~}\n").eventFiles.columns.isEmpty)
    }

    @Test("what files write for events, groups and local times is what the project says")
    func eventFiles() throws {
        let project = try project(
            """
            experiments: [{name: Paywall, key: paywall_type, groups: [a, b]}]
            events:
              names: {Order Completed: order}
              groups: {0: a, 1: b, Paywall: {control: a, "2": b}}
              time_zone: Europe/Oslo

            """)
        #expect(project.eventFiles.names == ["Order Completed": "order"])
        #expect(project.eventFiles.groups == ["0": "a", "1": "b"])
        #expect(project.eventFiles.groupsOf == ["Paywall": ["control": "a", "2": "b"]])
        #expect(project.eventFiles.timeZone?.identifier == "Europe/Oslo")
        #expect(
            try self.project("events: {names: ~, groups: ~, time_zone: ~}\n").eventFiles
                == ProjectEventFiles())
    }

    @Test(
        "mistakes in what files write are reported with their place and the nearest name",
        arguments: [
            ("events: {names: [a]}\n", "4:17: `events.names`: expected names in files with the events"),
            (
                "events: {names: {a: [b]}}\n",
                "4:21: `events.names.a`: expected names in files with the events"
            ),
            ("events: {groups: [a]}\n", "4:18: `events.groups`: expected values in files with their groups"),
            (
                "events: {groups: {0: ~}}\n",
                "4:22: `events.groups.0`: expected values in files with their groups"
            ),
            (
                "events: {groups: {Paywal: {0: a}}}\n",
                "4:19: `events.groups.Paywal` is not a declared experiment"
            ),
            ("events: {time_zone: Europe/Olso}\n", "found \"Europe/Olso\" (did you mean \"Europe/Oslo\"?)"),
            (
                "experiments: [{name: x, flag: f, groups: [old, new]}]\nevents: {groups: {x: {0: olt}}}\n",
                "\"olt\" is not a group of experiment \"x\" (did you mean \"old\"?)"
            ),
        ])
    func eventFileMistakes(_ text: String, _ message: String) { expect(message, in: text) }

    @Test(
        "mistakes in the columns of events are reported with their place and the nearest name",
        arguments: [
            ("events: [unit]\n", "4:9: `events`: expected fields such as `columns` and `units`"),
            (
                "events: {units: name}\n",
                "4:17: `events.units`: expected one of hashed, plain, found \"name\""
            ),
            (
                "events: {colums: {}}\n",
                "4:10: unknown field \"colums\" in `events` (did you mean \"columns\"?)"
            ),
            (
                "events: {columns: {unt: x}}\n",
                "4:20: unknown field \"unt\" in `events.columns` (did you mean \"unit\"?)"
            ),
            (
                "events: {columns: {unit: [x]}}\n",
                "4:26: `events.columns.unit`: expected the name of a column"
            ),
            ("events: {columns: {unit: ''}}\n", "4:26: `events.columns.unit` must not be empty"),
            (
                "events: {columns: {unit: x, group: x}}\n",
                "4:26: `events.columns.unit` names the column \"x\", which is already used for `group`"
            ),
        ])
    func columnMistakes(_ text: String, _ message: String) { expect(message, in: text) }

    private func expect(_ message: String, in text: String) {
        do {
            _ = try project(text)
            Issue.record("the mistake was not noticed: \(text)")
        } catch {
            #expect(String(describing: error).contains(message), "\(error)")
        }
    }
}
