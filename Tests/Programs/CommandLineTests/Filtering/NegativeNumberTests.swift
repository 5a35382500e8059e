import ExperimentsCore
import TestSupport
import Testing

@Suite("Negative numbers on the command line", .fewAtATime)
struct NegativeNumberTests {
    private func workplace() throws -> Workplace {
        let workplace = try Workplace()
        try workplace.folder.write(
            "source: {kind: file, path: config.json}\nkeys: [{name: low, type: int}, {name: high, type: int}]\n",
            to: "experiments.yaml")
        try workplace.writeValues(#"{"low": -5, "high": 5}"#)
        return workplace
    }

    @Test(
        "after an option they are its value, joined to it or not",
        arguments: [["--filter", "-5"], ["--filter=-5"]])
    func options(_ words: [String]) async throws {
        let list = try await workplace().run(Workplace.program, ["list"] + words)
        #expect(list.status == 0)
        #expect(list.output.contains("\nlow "), "\(list)")
        #expect(!list.output.contains("\nhigh "), "\(list)")
    }

    @Test("they are values of the command, wherever its options stand")
    func values() async throws {
        let workplace = try workplace()
        let lines = [
            ["low", "-7"], ["--note", "-3", "low", "-7"], ["low", "-7", "--note", "-3"], ["--", "low", "-7"],
        ]
        for words in lines {
            let set = try await workplace.run(Workplace.program, ["override", "set"] + words)
            #expect(set.output == "low: -5 -> -7\n", "\(words) \(set)")
            #expect(try await workplace.run("get", "low").output == "-7\n")
            _ = try await workplace.run("override", "clear", "--yes")
        }
    }

    @Test("a flag before one takes no value")
    func flags() async throws {
        let workplace = try workplace()
        #expect(try await workplace.run("override", "set", "low", "--raw", "-7").output == "low: -5 -> -7\n")
        #expect(try await workplace.run("get", "low").output == "-7\n")
    }

    @Test("global options before the subcommand take theirs")
    func global() async throws {
        let failed = try await workplace().run("--source", "-5", "list")
        #expect(failed.errors.contains("no source \"-5\""), "\(failed)")
    }
}
