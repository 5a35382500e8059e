import ExperimentsCore
import Foundation
import TestSupport
import Testing

@Suite("Events on the command line", .fewAtATime)
struct EventsTests {
    private let workplace: Workplace

    init() throws {
        workplace = try Workplace()
        try workplace.folder.write(
            """
            source: {kind: file, path: config.json}
            keys: [{name: paywall_type, type: string, cases: [a, b]}]
            experiments: [{name: paywall, key: paywall_type, groups: [a, b]}]
            metrics:
              - {name: purchase, event: order}
              - {name: revenue, event: order, kind: sum}

            """, to: "experiments.yaml")
        try workplace.folder.write(
            """
            experiment,group,event,unit,at,value
            paywall,a,,ann,2026-03-01T12:00:00Z,
            paywall_type,b,,bob,2026-03-01T12:00:00Z,
            ,,order,ann,2026-03-01T13:00:00Z,5
            ,,order,eve,2026-03-01T13:00:00Z,5

            """, to: "events.csv")
    }

    @Test("a file is imported once, however often it is read")
    func importing() async throws {
        let first = try await workplace.run("events", "import", "events.csv", "--json")
        #expect(first.status == 0, "\(first)")
        #expect(try first.json().object?["outcomes"] == ["exposed": 2, "counted": 1, "unmatched": 1])
        let second = try await workplace.run("events", "import", "events.csv", "--json")
        #expect(try second.json().object?["outcomes"] == ["repeated": 2, "duplicate": 2])
        let events = try await workplace.run("events", "--json")
        #expect(
            try events.json().object?["experiments"] == [
                ["name": "paywall", "declared": true, "users": 2, "mixed": 0]
            ])
        #expect(try await workplace.run("events").lines.first == "EXPERIMENT  USERS  MIXED  DECLARED")
    }

    @Test(
        "each user's group and what the user did are printed for a notebook, by numbers that only the key makes"
    )
    func units() async throws {
        #expect(try await workplace.run("events", "import", "events.csv").status == 0)
        let all = try await workplace.run("events", "units")
        let lines = all.output.split(separator: "\r\n")
        #expect(lines.first == "unit,experiment,group,first_exposure,mixed,purchase,revenue")
        #expect(lines.count == 3 && !all.output.contains("ann"), "\(all)")
        let ann = try await workplace.run("events", "units", "paywall", "--unit", "ann", "--json").json()
            .object
        #expect(ann?["unit"]?.string?.count == 32 && ann?["group"] == "a")
        #expect(ann?["metrics"] == ["purchase": ["value": 1], "revenue": ["value": 5]])
        let nobody = try await workplace.run("events", "units", "--unit", "Ann")
        #expect(nobody.status == 1 && nobody.errors.contains("no user \"Ann\""), "\(nobody)")
        #expect(nobody.output.isEmpty)
    }

    @Test("if the project stores names, users are shown by name")
    func plainUnits() async throws {
        let project = String(
            decoding: try FileBytes.read(workplace.folder.path("experiments.yaml")), as: UTF8.self)
        try workplace.folder.write(project + "events: {units: plain}\n", to: "experiments.yaml")
        #expect(try await workplace.run("events", "import", "events.csv").status == 0)
        let rows = try await workplace.run("events", "units").output.split(separator: "\r\n").dropFirst()
            .sorted()
        #expect(
            rows == [
                "ann,paywall,a,2026-03-01T12:00:00.000Z,false,1,5",
                "bob,paywall,b,2026-03-01T12:00:00.000Z,false,,",
            ])
    }

    @Test("columns are those that the project file names")
    func declaredColumns() async throws {
        let project = String(
            decoding: try FileBytes.read(workplace.folder.path("experiments.yaml")), as: UTF8.self)
        try workplace.folder.write(
            project + "events: {columns: {unit: visitor, group: arm}}\n", to: "experiments.yaml")
        try workplace.folder.write(
            "experiment,arm,visitor,at\npaywall,a,ann,2026-03-01T12:00:00Z\n", to: "views.csv")
        let done = try await workplace.run("events", "import", "views.csv", "--json")
        #expect(done.status == 0, "\(done)")
        #expect(try done.json().object?["outcomes"] == ["exposed": 1])
    }

    @Test("rows that cannot be read are reported with their lines, and the others are stored")
    func brokenRows() async throws {
        try workplace.folder.write(
            "experiment,group,unit,at\npaywall,a,ann,soon\npaywall,a,bob,2026-03-01\n", to: "broken.csv")
        let done = try await workplace.run("events", "import", "broken.csv")
        #expect(done.status == 2)
        #expect(done.errors.contains("broken.csv:2: `at` is \"soon\": expected a time"), "\(done)")
        #expect(try await workplace.run("events", "--json").json().object?["outcomes"] == ["exposed": 1])
    }

    @Test("a file without the columns that it needs stores nothing")
    func brokenHeader() async throws {
        try workplace.folder.write("a,b\n1,2\n", to: "other.csv")
        let done = try await workplace.run("events", "import", "events.csv", "other.csv")
        #expect(done.status == 1)
        #expect(done.errors.contains("other.csv:1: no column for the `unit` of events"), "\(done)")
        #expect(try await workplace.run("events").errors.contains("no events yet"))
    }

    @Test("a dry run counts what an import would, and stores nothing")
    func dryRun() async throws {
        let first = try await workplace.run("events", "import", "events.csv", "--dry-run", "--json")
        #expect(first.status == 0, "\(first)")
        #expect(try first.json().object?["outcomes"] == ["exposed": 2, "counted": 1, "unmatched": 1])
        #expect(try first.json().object?["dryRun"] == true)
        #expect(try await workplace.run("events").errors.contains("no events yet"))
        #expect(FileStatus(of: workplace.folder.path(".experiments/events.key")) == nil)

        _ = try await workplace.run("events", "import", "events.csv")
        let second = try await workplace.run("events", "import", "events.csv", "--dry-run")
        #expect(second.lines.last == "dry run: nothing was stored", "\(second)")
        #expect(second.output.contains("repeated") && second.output.contains("duplicate"))
        #expect(
            try await workplace.run("events", "--json").json().object?["outcomes"]?.object?["repeated"] == nil
        )
    }

    @Test("events come through standard input and pipes, also packed with gzip")
    func pipes() async throws {
        let outcomes: JSONValue = ["exposed": 2, "counted": 1, "unmatched": 1]
        for command in [
            "cat events.csv | experiments events import - --dry-run --json",
            "cat events.csv | experiments events import /dev/stdin --dry-run --json",
            "experiments events import - --dry-run --json < events.csv",
            "experiments events import <(cat events.csv) --dry-run --json",
            "gzip --stdout events.csv | experiments events import - --dry-run --json",
            "mkfifo pipe; cat events.csv > pipe & experiments events import pipe --dry-run --json",
            "gzip --stdout events.csv > all.csv.gz; experiments events import all.csv.gz --dry-run --json",
        ] {
            let done = try await workplace.shell(command)
            #expect(done.status == 0, "\(command): \(done)")
            #expect(try done.json().object?["outcomes"] == outcomes, "\(command)")
        }
        let parts = try await workplace.shell(
            "(head -n 2 events.csv | gzip; tail -n +3 events.csv | gzip) | experiments events import - --json"
        )
        #expect(try parts.json().object?["outcomes"] == outcomes, "\(parts)")
        let nothing = try await workplace.shell("true | experiments events import -")
        #expect(
            nothing.status == 1 && nothing.errors.contains("standard input: the file is empty"), "\(nothing)")
        let broken = try await workplace.shell(
            "gzip --stdout events.csv | head -c 40 | experiments events import -")
        #expect(
            broken.status == 1 && broken.errors.contains("standard input: invalid gzip file"), "\(broken)")
    }

    @Test("local times are those of the zone that is named once, and a wrong zone is noticed")
    func timeZones() async throws {
        try workplace.folder.write(
            "event,unit,at,value\norder,ann,2026-03-01 13:30,5\norder,bob,2026-03-01 13:30,5\n",
            to: "local.csv")
        _ = try await workplace.run("events", "import", "events.csv")
        let east = try await workplace.run(
            "events", "import", "local.csv", "--time-zone", "Asia/Tokyo", "--dry-run")
        #expect(east.errors.contains("2 events are less than a day older than the first exposure"), "\(east)")
        let west = try await workplace.run(
            "events", "import", "local.csv", "--time-zone", "America/New_York", "--json")
        #expect(try west.json().object?["outcomes"] == ["counted": 2])
        #expect(try west.json().object?["warnings"] == [])
        let wrong = try await workplace.run("events", "import", "local.csv", "--time-zone", "America/NewYork")
        #expect(wrong.status == 1 && wrong.errors.contains("Did you mean America/New_York?"), "\(wrong)")
    }

    @Test("events without the value that a metric adds up are noticed")
    func withoutValue() async throws {
        _ = try await workplace.run("events", "import", "events.csv")
        try workplace.folder.write("event,unit,at,cost\norder,ann,2026-03-01T13:30Z,5\n", to: "cost.csv")
        let done = try await workplace.run("events", "import", "cost.csv", "--dry-run")
        #expect(done.errors.contains("1 event has no value"), "\(done)")
        let named = try await workplace.run(
            "events", "import", "cost.csv", "--dry-run", "--column", "value=cost")
        #expect(named.errors.isEmpty, "\(named)")
    }

    @Test("an experiment that the project does not declare is named, with the one that was probably meant")
    func misspeltExperiment() async throws {
        try workplace.folder.write(
            "unit,experiment,group,event,at\nann,paywal,a,,2026-03-01T13:00Z\n", to: "exposures.csv")
        let done = try await workplace.run("events", "import", "exposures.csv", "--dry-run")
        #expect(done.errors.contains("the project declares no experiment \"paywal\""), "\(done)")
        #expect(done.errors.contains("id you mean \"paywall\"?"), "\(done)")
    }

    @Test("a group that the experiment does not declare is named, with how to map it, and the advice works")
    func misspelledGroup() async throws {
        try workplace.folder.write(
            "unit,experiment,group,event,at\nann,paywall,A,,2026-03-01T13:00Z\n", to: "exposures.csv")
        let done = try await workplace.run("events", "import", "exposures.csv", "--dry-run")
        #expect(
            done.errors.contains("\"paywall\" declares no group \"A\", so its users are not counted"),
            "\(done)")
        #expect(done.errors.contains("`events: {groups: {paywall: {A: a}}}`"), "\(done)")
        let project = try workplace.folder.text(of: "experiments.yaml")
        try workplace.folder.write(project + "events: {groups: {paywall: {A: a}}}\n", to: "experiments.yaml")
        let mapped = try await workplace.run("events", "import", "exposures.csv", "--json")
        #expect(try mapped.json().object?["outcomes"] == ["exposed": 1], "\(mapped)")
        #expect(mapped.errors.isEmpty, "\(mapped)")
    }

    @Test("events that no metric counts are named, with how to map them, and the advice works")
    func unusedNames() async throws {
        try workplace.folder.write(
            "event,unit,at,value\nOrder Completed,ann,2026-03-01T13:00Z,5\n", to: "orders.csv")
        let done = try await workplace.run("events", "import", "orders.csv", "--dry-run")
        #expect(
            done.errors.contains("no metric uses the events of these files: \"Order Completed\""), "\(done)")
        #expect(done.errors.contains("`events: {names: {Order Completed: order}}`"), "\(done)")
        let project = String(
            decoding: try FileBytes.read(workplace.folder.path("experiments.yaml")), as: UTF8.self)
        try workplace.folder.write(
            project + "events: {names: {Order Completed: order}}\n", to: "experiments.yaml")
        let mapped = try await workplace.run("events", "import", "orders.csv", "events.csv", "--json")
        #expect(try mapped.json().object?["warnings"] == [], "\(mapped)")
        #expect(mapped.errors.isEmpty)
    }

    @Test("a file in another encoding stores nothing")
    func encoding() async throws {
        let done = try await workplace.shell(
            "printf 'unit,event,at\\nBj\\xf6rn,order,2026-03-01\\n' | experiments events import -")
        #expect(done.status == 1)
        #expect(done.errors.contains("standard input:2: the file is not UTF-8"), "\(done)")
        #expect(try await workplace.run("events").errors.contains("no events yet"))
    }

    @Test("totals are correct, and a change to them is found and repaired")
    func verifying() async throws {
        _ = try await workplace.run("events", "import", "events.csv")
        let fine = try await workplace.run("events", "verify")
        #expect(fine.status == 0)
        #expect(fine.output == "2 users and 2 sums of 1 experiment: all totals are correct\n")
    }

    @Test("before there are events, the message says where they come from")
    func none() async throws {
        let done = try await workplace.run("events")
        #expect(done.status == 1)
        #expect(done.errors.contains("experiments events import"), "\(done)")
    }

    @Test("the plugin's client key follows from the token, and is none without one")
    func key() async throws {
        #expect(try await workplace.run("events", "key").status == 1)
        let done = try await workplace.run("events", "key", with: ["EXPERIMENTS_SERVE_TOKEN": "s3cret"])
        #expect(done.output.count == 33)
        #expect(!done.output.contains("s3cret"))
    }
}
