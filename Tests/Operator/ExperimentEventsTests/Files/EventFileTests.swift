import ExperimentEvents
import ExperimentsProject
import ExperimentsSupport
import Foundation
import MemoryEvents
import TestSupport
import Testing

@Suite("Files of events", .inTurn) struct EventFileTests {
    private func read(
        _ text: String, columns: [EventField: String] = [:], declared: [EventField: String] = [:]
    ) throws -> ReadFile {
        try ReadFile(text, columns: EventColumns(columns, declared: declared))
    }

    @Test("CSV holds exposures and events of metrics") func csv() throws {
        let file = try read(
            """
            experiment,group,event,unit,at,value
            paywall,a,,ann,2026-03-01T12:00:00Z,
            ,,order,"ann, ""the"" first",2026-03-01 13:00:00,5.5\r

            """)
        #expect(file.problems.isEmpty)
        #expect(file.events.count == 2)
        #expect(file.events.first == ShopEvents.exposure("ann", "a"))
        guard case .metric(let event) = file.events.last else {
            Issue.record("no event of a metric")
            return
        }
        #expect(event.unit == "ann, \"the\" first")
        #expect((event.at, event.value) == (ShopEvents.noon + ShopEvents.hour, 5.5))
    }

    @Test("JSON lines say the same") func jsonLines() throws {
        let file = try read(
            """
            {"experiment": "paywall", "group": "a", "unit": "ann", "at": 1772366400}

            {"event": "order", "user_id": 17, "timestamp": 1772366400000, "value": 5.5, "id": "e1"}
            """)
        #expect(file.problems.isEmpty)
        #expect(file.events.first == ShopEvents.exposure("ann", "a"))
        guard case .metric(let event) = file.events.last else {
            Issue.record("no event of a metric")
            return
        }
        #expect((event.unit, event.at, event.value) == ("17", ShopEvents.noon, 5.5))
        #expect(event.id == EventID.of("id", "e1"))
    }

    @Test("columns that the project names are taken for those of any file, and the usual names do as well")
    func declaredColumns() throws {
        let declared: [EventField: String] = [.unit: "visitor", .group: "arm"]
        let other = "experiment,arm,visitor,at\npaywall,a,ann,2026-03-01T12:00:00Z\n"
        #expect(try read(other, declared: declared).events == [ShopEvents.exposure("ann", "a")])
        let usual = "event,unit,at\norder,ann,2026-03-01T12:00:00Z\n"
        #expect(try read(usual, declared: declared).events.count == 1)
        let problem = try #require(throws: EventFileProblem.self) {
            try read("event,who,at\norder,ann,2026-03-01\n", declared: declared)
        }
        #expect(
            problem.advice?.hasPrefix("the project file names \"visitor\"; name it with --column unit=NAME; ")
                == true)
    }

    @Test("columns of other names are named, and those that others use are known") func columns() throws {
        let file = try read(
            "experiment_id,arm,visitor,timestamp\npaywall,a,ann,2026-03-01T12:00:00Z\n",
            columns: [.group: "arm", .unit: "visitor"])
        #expect(file.events == [ShopEvents.exposure("ann", "a")])
    }

    @Test("rows that cannot be understood are reported, and the others are read") func brokenRows() throws {
        let file = try read(
            """
            experiment,group,event,unit,at,value
            paywall,a,,ann,yesterday,
            paywall,,,ann,2026-03-01,
            paywall,a,order,ann,2026-03-01,
            ,,order,ann,2026-03-01,much
            ,,,ann,2026-03-01,
            paywall,a,,,2026-03-01,
            "x"y,a,,ann,2026-03-01,
            paywall,a,,bob,2026-03-01,
            """)
        #expect(file.lines == ["ann paywall a", "bob paywall a"])
        #expect(file.problems.map(\.line) == [2, 3, 5, 6, 7, 8])
        #expect(file.problems.first?.message.contains("yesterday") == true)
    }

    @Test("a mistake of JSON is reported with its place in the file, not in its line") func brokenJSON()
        throws
    {
        let problems = try read("{\"event\": \"order\", \"unit\": \"ann\", \"at\": 1772366400}\n  not json\n")
            .problems
        #expect(problems.map { $0.place?.description } == ["2:3"])
        #expect(problems.map(\.message) == ["not JSON: expected a value, found 'n'"])
    }

    @Test(
        "a header that does not say enough is reported",
        arguments: [
            ("experiment,group,at", "no column for the `unit` of events"),
            ("experiment,group,unit", "no column for the `at` of events"),
            ("unit,at", "no column for an `experiment` or an `event`"), ("", "the file is empty"),
        ]) func header(_ header: String, _ message: String)
    {
        let problem = #expect(throws: EventFileProblem.self) { try EventFile(Array(header.utf8)) }
        #expect(problem?.message == message)
    }

    @Test("a column that is named and not there is reported with the nearest") func missingColumn() {
        let problem = #expect(throws: EventFileProblem.self) {
            try EventFile(Array("visiter,at,event".utf8), columns: EventColumns([.unit: "visitor"]))
        }
        #expect(problem?.advice == "did you mean \"visiter\"?")
    }

    @Test("a word that names no column is reported") func unknownField() {
        var columns = EventColumns()
        #expect(throws: EventFileProblem.self) { try columns.name("unti=user") }
        #expect(throws: EventFileProblem.self) { try columns.name("unit") }
    }

    @Test("a file that is read twice counts once, and each of its equal rows counts") func twice() throws {
        let text = """
            event,unit,at,value
            order,ann,2026-03-01T13:00:00Z,5
            order,ann,2026-03-01T13:00:00Z,5
            """
        let store = ShopEvents.store()
        try store.store([ShopEvents.exposure("ann", "a")])
        #expect(try store.store(read(text).events)[.counted] == 2)
        #expect(try store.store(read(text).events)[.duplicate] == 2)
        #expect(try store.store(read(text + "\norder,ann,2026-03-01T14:00:00Z,5").events)[.counted] == 1)
    }

    @Test("no bytes end the reader", arguments: 0..<40) func hostile(_ seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        let alphabet = Array("ae,\"\"\n\r{}:1 ".utf8) + [0, 0xFF, 0xEF, 0xBB, 0xBF]
        let header = Array("event,unit,at\n".utf8)
        let bytes = header + (0..<300).compactMap { _ in alphabet.randomElement(using: &random) }
        guard var file = try? EventFile(bytes) else { return }
        var isAtEnd = false
        var steps = 0
        while !isAtEnd, steps < 1000 {
            steps += 1
            do { isAtEnd = try file.next() == nil } catch {}
        }
        #expect(isAtEnd)
    }
}
