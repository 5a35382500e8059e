import ExperimentsCore
import Foundation
import TestSupport
import Testing

@Suite("render", .fewAtATime)
struct RenderTests {
    @Test("the demo's picture is the same each time, and as large as asked for")
    func demo() async throws {
        let workplace = try Workplace()
        let first = try await workplace.run("render", "--demo", "--size", "90x20", "--keys", "+8s 6")
        let second = try await workplace.run(
            "render", "--demo", "--size", "90x20", "--keys", "+8s 6", with: ["TZ": "Asia/Tokyo"])
        #expect(first.status == 0, "\(first)")
        #expect(first.output == second.output)
        #expect(first.output.contains("09:30:08 updated"))
        #expect(first.output.split(separator: "\n", omittingEmptySubsequences: false).count == 21)
        #expect(!first.output.contains("\u{1b}"))
    }

    @Test("the demo has a missing key and an incorrect value at any time", arguments: ["13", "31", "3599"])
    func broken(_ seconds: String) async throws {
        let picture = try await Workplace().run(
            "render", "--demo", "--size", "100x20", "--keys", "+\(seconds)s")
        #expect(picture.lines.contains { $0.contains("²Missing 1  ³Incorrect 1") }, "\(picture)")
    }

    @Test(
        "the demo's apps are on their screen: an override is active in those that are awake, and others lag behind"
    )
    func apps() async throws {
        let workplace = try Workplace()
        let picture = try await workplace.run(
            "render", "--demo", "--screen", "apps", "--size", "120x44", "--keys", "+20s j")
        #expect(picture.output.contains("served on 127.0.0.1:4180 · 2 apps"), "\(picture)")
        for words in [
            "iPhone16,2", "iPad14,1", "kiosk", "has an older fetch", "incorrect in that app",
            "7 differ, 14 equal",
        ] {
            #expect(picture.output.contains(words), "\(words): \(picture)")
        }
        let key = try await workplace.run(
            "render", "--demo", "--screen", "apps", "--size", "120x40", "--keys",
            "1 j j o ctrl-u '30' Enter +3s")
        #expect(key.output.contains("active in 1 of 2 apps"), "\(key)")
        #expect(
            key.output.contains("shop 4.1.9 on iPad14,1:")
                && key.output.contains("override not received yet"), "\(key)"
        )
    }

    @Test("a project's screens are shown after one fetch")
    func project() async throws {
        let workplace = try Workplace.withBrokenProject()
        let missing = try await workplace.run("render", "--size", "80x12", "--screen", "missing")
        #expect(missing.output.contains("rate") && !missing.output.contains("paywall"), "\(missing)")
        let details = try await workplace.run("render", "--size", "80x24", "--keys", "Enter")
        #expect(details.output.contains("not one of its cases"), "\(details)")
    }

    @Test("overrides that the keys set are on the picture, and nowhere else")
    func overrides() async throws {
        let workplace = try Workplace.withFineProject()
        let picture = try await workplace.run("render", "--size", "80x12", "--keys", "j o ctrl-u '33' Enter")
        #expect(picture.lines.contains { $0.contains("◆ timeout") && $0.contains("33   source has 12") })
        #expect(try await workplace.run("get", "timeout").output == "12\n")
        #expect(try workplace.folder.names().sorted() == ["config.json", "experiments.yaml"])
    }

    @Test("colors are written as escape codes, no more than asked for")
    func colors() async throws {
        let workplace = try Workplace.withBrokenProject()
        func picture(_ color: String) async throws -> String {
            try await workplace.run("render", "--size", "80x12", "--color", color, "--theme", "dark").output
        }
        #expect(try await picture("truecolor").contains("\u{1b}[0;1;38;2;"))
        let indexed = try await picture("256")
        #expect(indexed.contains(";38;5;") && !indexed.contains(";38;2;"))
        let sixteen = try await picture("16")
        #expect(sixteen.contains("\u{1b}[") && !sixteen.contains(";38;"))
        #expect(try await !picture("never").contains("\u{1b}"))
    }

    @Test("--ascii draws only with ASCII, --json gives the lines in a document")
    func forms() async throws {
        let workplace = try Workplace()
        let ascii = try await workplace.run("render", "--demo", "--size", "100x30", "--ascii", "--keys", "?")
        #expect(ascii.output.utf8.allSatisfy { $0 < 0x80 } && ascii.output.contains("+- Help -"))
        let document = try await workplace.run(
            "render", "--demo", "--size", "40x5", "--screen", "overrides", "--json"
        ).json().object
        #expect(document?["screen"] == "overrides")
        #expect(document?["lines"]?.array?.count == 5)
    }

    @Test(
        "what cannot be is refused, with what can",
        arguments: [
            (["--size", "12"], "120x40"), (["--screen", "galaxy"], "history"),
            (["--keys", "Entre"], "did you mean Enter"),
        ])
    func refused(arguments: [String], advice: String) async throws {
        let refused = try await Workplace().run(Workplace.program, ["render", "--demo"] + arguments)
        #expect(refused.status == 1)
        #expect(refused.errors.contains(advice), "\(refused)")
    }
}
