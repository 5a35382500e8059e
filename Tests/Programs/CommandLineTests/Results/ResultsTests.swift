import ExperimentsCore
import Foundation
import TestSupport
import Testing

@Suite("Results on the command line", .fewAtATime)
struct ResultsTests {
    @Test("each experiment has a verdict, and one that cannot be trusted ends with 2")
    func list() async throws {
        let done = try await Workplace().run("results", "--demo")
        #expect(done.status == 2)
        let words = [
            ("Paywall wording", "better"), ("Home screen", "untrustworthy"),
            ("Search by meaning", "undecided"),
        ]
        for (name, word) in words {
            #expect(done.lines.contains { $0.hasPrefix(name) && $0.contains(word) }, "\(name)\n\(done)")
        }
        #expect(done.lines.contains { $0.hasPrefix("Home screen") && $0.contains("mismatch") })
    }

    @Test("one experiment is printed in full, with each metric and group")
    func one() async throws {
        let done = try await Workplace().run("results", "Search by meaning", "--demo")
        #expect(done.status == 0)
        #expect(done.lines.first?.hasPrefix("Search by meaning  undecided") == true, "\(done)")
        for word in ["classic (control)", "semantic", "purchase", "revenue", "support_request", "guardrail"] {
            #expect(done.output.contains(word), "\(word)\n\(done)")
        }
    }

    @Test("the document has the figures, and what is unbounded is null")
    func json() async throws {
        let document = try await Workplace().run("results", "Paywall wording", "--demo", "--json").json()
        let experiment = try #require(document.object?["experiments"]?.array?.first?.object)
        #expect(experiment["verdict"] == "better" && experiment["health"] == "ok")
        let metric = try #require(experiment["metrics"]?.array?.first?.object)
        #expect(metric["metric"] == "purchase" && metric["role"] == "goal")
        #expect((metric["liftInterval"]?.array?.first?.double ?? 0) > 0)
        #expect(experiment["groups"]?.array?.count == 2)
    }

    @Test("as of an earlier time, prints what was known then")
    func earlier() async throws {
        let workplace = try Workplace()
        let done = try await workplace.run(
            "results", "Paywall wording", "--demo", "--at", "2026-02-28", "--json")
        let experiment = try #require(done.json().object?["experiments"]?.array?.first?.object)
        #expect(experiment["verdict"] == "tooEarly")
        #expect(try await workplace.run("results", "--demo", "--at", "soon").status == 1)
    }

    @Test("the figures are a table for other programs")
    func export() async throws {
        let workplace = try Workplace()
        let csv = try await workplace.run("results", "export", "--demo")
        #expect(csv.status == 0)
        let rows = csv.output.split { $0.isNewline }
        #expect(rows.count == 1 + 3 * 3)
        #expect(
            csv.lines.first?.hasPrefix("experiment,metric,kind,role,control,treatment,control_users") == true)
        let json = try await workplace.run("results", "export", "Home screen", "--demo", "--format", "json")
            .json()
        #expect(json.array?.count == 3)
    }

    @Test("numbers of the export are numbers, and what is unknown is null and not left out")
    func exportedNumbers() async throws {
        let workplace = try Workplace()
        let done = try await workplace.run(
            "results", "export", "Paywall wording", "--demo", "--format", "json")
        let row = try #require(try done.json().array?.first?.object)
        for name in [
            "control_users", "treatment_users_with_value", "control_sum", "treatment_sum_of_squares",
            "difference",
            "standard_error", "degrees_of_freedom", "p_value", "level", "single_look_p_value",
            "single_look_difference_lower",
        ] { #expect(row[name]?.double != nil, "\(name): \(String(describing: row[name]))") }
        #expect(row["cap"] == .null && row["adjusted"]?.bool != nil)
        let csv = try await workplace.run("results", "export", "Paywall wording", "--demo")
        let header = csv.output.split { $0.isNewline }.first
        #expect(header.map { $0.split(separator: ",").count } == row.members.count)
    }

    @Test("how an interval closed and the effect by day are tables, too")
    func exportedCourses() async throws {
        let workplace = try Workplace()
        let looks = try await workplace.run(
            "results", "export", "Paywall wording", "--demo", "--over-time", "--format", "json")
        let points = try #require(try looks.json().array?.compactMap(\.object))
        let widths = points.filter { $0["metric"] == "purchase" }.compactMap { point in
            point["upper"]?.double.flatMap { upper in point["lower"]?.double.map { upper - $0 } }
        }
        #expect(!widths.isEmpty && widths == widths.sorted(by: >))
        let days = try await workplace.run("results", "export", "Search by meaning", "--demo", "--by-day")
        let lines = days.output.split { $0.isNewline }
        #expect(days.status == 0 && lines.count > 10)
        #expect(
            lines.first == "experiment,metric,treatment,date,users,is_lift,effect,standard_error,lower,upper")
    }

    @Test("Welch's test is marked as valid only at the end, for plans with a single look")
    func singleLook() async throws {
        let workplace = try Workplace()
        let done = try await workplace.run("results", "Search by meaning", "--demo")
        #expect(done.output.contains("Single look (Welch's test), valid only at the end\nMETRIC"), "\(done)")
        let document = try await workplace.run("results", "Search by meaning", "--demo", "--json").json()
        let experiment = try #require(document.object?["experiments"]?.array?.first?.object)
        let metric = try #require(experiment["metrics"]?.array?.first?.object)
        let test = try #require(metric["singleLook"]?.object)
        #expect(test["validOnlyAtTheEnd"] == true && test["level"] == metric["level"])
        // It is narrower than what is valid at all looks.
        func width(_ interval: JSONValue?) -> Double {
            let bounds = interval?.array?.compactMap(\.double) ?? []
            return bounds.count == 2 ? bounds[1] - bounds[0] : 0
        }
        #expect(width(test["differenceInterval"]) > 0)
        #expect(width(test["differenceInterval"]) < width(metric["differenceInterval"]))
        #expect((metric["controlFigures"]?.object?["users"]?.double ?? 0) > 1000)
        #expect(metric["overTime"]?.array?.isEmpty == false)
        #expect(metric["byExposure"]?.object?["points"]?.array?.isEmpty == false)
    }

    @Test("a report is one page, or Markdown by the name of the file")
    func report() async throws {
        let workplace = try Workplace()
        let page = try await workplace.run(
            "results", "report", "Paywall wording", "--demo", "--output", "a.html")
        #expect(page.status == 0 && page.output.isEmpty, "\(page)")
        #expect(try workplace.folder.text(of: "a.html").hasPrefix("<!DOCTYPE html>\n<html lang=\"en\">"))
        let file = try await workplace.run(
            "results", "report", "Paywall wording", "--demo", "--output", "a.md")
        #expect(file.status == 0)
        let printed = try await workplace.run(
            "results", "report", "Paywall wording", "--demo", "--format", "markdown")
        #expect(printed.output == (try workplace.folder.text(of: "a.md")))
        #expect(printed.output.hasPrefix("# Paywall wording: better\n"), "\(printed)")
        let json = try await workplace.run("results", "report", "Paywall wording", "--demo", "--json")
        #expect(json.status == 1)
    }

    @Test("the project's events are what its experiments are judged by")
    func project() async throws {
        let workplace = try Workplace()
        try workplace.folder.write("{}", to: "config.json")
        try workplace.folder.write(
            """
            source: {kind: file, path: config.json}
            keys: [{name: paywall_type, type: string, cases: [a, b]}]
            metrics: [{name: purchase, event: order}]
            experiments: [{name: paywall, key: paywall_type, groups: [a, b]}]

            """, to: "experiments.yaml")
        func users() async throws -> [JSONValue?]? {
            let done = try await workplace.run("results", "--json")
            #expect(done.status == 0, "\(done)")
            let experiment = try done.json().object?["experiments"]?.array?.first?.object
            return experiment?["groups"]?.array?.map { $0.object?["users"] }
        }
        #expect(try await users() == [0, 0])
        try workplace.folder.write(
            """
            experiment,group,unit,at
            paywall,a,ann,2026-03-01T12:00:00Z
            paywall,b,bob,2026-03-01T12:00:00Z

            """, to: "events.csv")
        #expect(try await workplace.run("events", "import", "events.csv").status == 0)
        #expect(try await users() == [1, 1])
    }

    @Test("for a rollout, prints the intended share, that of simulated users and the actual one")
    func rollout() async throws {
        let workplace = try Workplace()
        try workplace.folder.write(
            """
            {"flag_defs": [{"flag": "page", "base_value": "old"}],
             "variants": [{"id": "new page", "conditions": [{"type": "ROLLOUT", "value": {"percentage": 20}}],
                           "mods": [{"flag": "page", "value": "new"}]}]}
            """, to: "variants.json")
        let project = """
            source: {kind: variants, path: variants.json}
            metrics: [{name: purchase, event: order}]
            experiments: [{name: Page, flag: page, groups: [old, new]WEIGHTS}]

            """
        func experiment(_ weights: String) async throws -> JSONObject {
            try workplace.folder.write(project.replacing("WEIGHTS", with: weights), to: "experiments.yaml")
            let document = try await workplace.run("results", "Page", "--json").json()
            return try #require(document.object?["experiments"]?.array?.first?.object)
        }
        let known = try await experiment("")
        let groups = (known["groups"]?.array ?? []).compactMap(\.object)
        #expect(groups.map { (($0["intendedShare"]?.double ?? 0) * 10).rounded() } == [8, 2])
        #expect(abs((groups.last?["simulatedShare"]?.double ?? 0) - 0.2) < 0.015)
        #expect(groups.last?["share"] == .null && known["remarks"] == [])
        let other = try await experiment(", weights: {old: 1, new: 1}")
        #expect(other["groups"]?.array?.first?.object?["intendedShare"]?.double == 0.5)
        #expect(
            other["remarks"]?.array?.first?.string?.hasPrefix(
                "the project file has 50% : 50%, but the source has 80% : 20%") == true)
        let words = try await workplace.run("results", "Page")
        #expect(
            words.output.contains("SIMULATED") && words.output.contains("the project file is used"),
            "\(words)")
    }

    @Test("a picture is written to a file")
    func picture() async throws {
        let workplace = try Workplace()
        let done = try await workplace.run("results", "Search by meaning", "--demo", "--svg", "search.svg")
        #expect(done.status == 0 && done.output.isEmpty, "\(done)")
        let svg = try workplace.folder.text(of: "search.svg")
        #expect(svg.hasPrefix("<svg") && svg.contains("Search by meaning") && svg.contains("undecided"))
    }

    @Test("without an effect next to nothing is called different, and with one it is found")
    func simulation() async throws {
        let workplace = try Workplace()
        func outcomes(_ effect: String) async throws -> JSONObject {
            let done = try await workplace.run(
                "results", "simulate", "--effect", effect, "--experiments", "20", "--looks", "15", "--json")
            return try #require(try done.json().object)
        }
        let alike = try await outcomes("0%")
        #expect((alike["better"]?.double ?? 9) + (alike["worse"]?.double ?? 9) <= 1)
        #expect(alike["mismatches"] == 0 && alike["takenBack"] == 0)
        let other = try await outcomes("100%")
        #expect(other["better"] == 20 && other["worse"] == 0 && other["takenBack"] == 0)
        let words = try await workplace.run("results", "simulate", "--experiments", "5", "--looks", "5")
        #expect(
            words.lines.first == "5 experiments without an effect, 500 users each, looked at 5 times",
            "\(words)")
    }

    @Test(
        "what makes no sense is reported",
        arguments: [
            ["results", "nothing", "--demo"], ["results", "simulate", "--effect", "much"],
            ["results", "simulate", "--baseline", "120%"], ["results", "simulate", "--looks", "0"],
            ["results", "--demo", "--svg", "a.svg", "--json"],
        ])
    func refusals(_ arguments: [String]) async throws {
        let done = try await Workplace().run(Workplace.program, arguments)
        #expect(done.status == 1 && !done.errors.isEmpty, "\(done)")
        // Who asks for a document is given the error as one.
        #expect(done.output.isEmpty != arguments.contains("--json"), "\(done)")
    }

    @Test("a project without experiments says how to declare some")
    func undeclared() async throws {
        let done = try await Workplace.withFineProject().run("results")
        #expect(done.status == 1)
        #expect(done.errors.contains("the project declares no experiments"), "\(done)")
    }
}
