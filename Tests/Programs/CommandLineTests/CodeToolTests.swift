import ExperimentsCore
import Foundation
import TestSupport
import Testing

/// The commands that another program does.
@Suite("experiments-code", .fewAtATime)
struct CodeToolTests {
    private func workplace() throws -> Workplace {
        let workplace = try Workplace.withFineProject()
        try workplace.folder.write(
            "extension Keys { static let rate = Key(\"rate\", default: 1.0) }\n", to: "Sources/Keys.swift")
        return workplace
    }

    @Test("is started with the same words, and its exit status is the program's")
    func started() async throws {
        let workplace = try workplace()
        let scanned = try await workplace.run("scan")
        #expect(scanned.status == 0 && scanned.output.contains("name: rate\n    type: double"), "\(scanned)")
        let checked = try await workplace.run("scan", "--check", "experiments.yaml")
        #expect(
            checked.status == 2 && checked.output.contains("paywall: in the file, but not declared"),
            "\(checked)")
        let generated = try await workplace.run("generate", "swift")
        #expect(generated.status == 0 && generated.output.contains("static let newUI = Key"), "\(generated)")
    }

    @Test("gets options that `experiments` has, too")
    func options() async throws {
        let workplace = try workplace()
        let help = try await workplace.run("generate", "swift", "--help")
        #expect(help.status == 0 && help.output.contains("--deprecate <version>"), "\(help)")
        #expect(try await workplace.run("scan", "--json").output.contains("\"name\": \"rate\""))
    }

    @Test("retires a key with the value that all users have had for long, and lists it before")
    func retired() async throws {
        let workplace = try workplace()
        try workplace.folder.write(
            "func limit(_ service: RemoteConfigService) -> Double { service[.rate] }\n",
            to: "Sources/Limit.swift")
        _ = try await workplace.run("check")
        let unknown = try await workplace.run("retire", "rate")
        #expect(unknown.status == 1, "\(unknown)")
        #expect(
            unknown.errors.hasPrefix("error: the value that all users have for \"rate\" is unknown"),
            "\(unknown)")
        #expect(unknown.errors.contains("Use --value to set it; `experiments stale`"), "\(unknown)")
        #expect(try await workplace.run("retire", "rat").errors.contains("rate"))
        #expect(try await workplace.run("stale").lines == ["no keys to remove"])
        try workplace.makeOlder(days: 120)
        _ = try await workplace.run("check")
        let keys = try await workplace.run("stale", "--json").json().object?["keys"]?.array?.compactMap(
            \.object)
        let rate = try #require(keys?.first { $0["key"] == "rate" })
        #expect(rate["value"] == "0.5" && rate["reasons"]?.array?.first?.object?["kind"] == "same", "\(rate)")
        let retired = try await workplace.run("retire", "rate", "--write")
        #expect(retired.status == 0, "\(retired)")
        let reason = "rate is \"0.5\": the same for all users for at least 120 days\n"
        #expect(retired.errors.hasPrefix(reason), "\(retired)")
        #expect(
            try workplace.folder.text(of: "Sources/Limit.swift")
                == "func limit(_ service: RemoteConfigService) -> Double { 0.5 }\n")
        #expect(try !workplace.folder.text(of: "experiments.yaml").contains("rate"))
    }

    @Test("is reported as missing, with what to do")
    func missing() async throws {
        let workplace = try workplace()
        let copy = workplace.folder.path("experiments")
        // By another program: the system starts no file that a test beside this one may be about to inherit, open for writing.
        #expect(try await workplace.run("/bin/cp", [Workplace.program, copy]).status == 0)
        let failed = try await workplace.run(copy, ["generate", "swift"], with: ["PATH": "/usr/bin:/bin"])
        #expect(failed.status == 1)
        #expect(
            failed.errors.hasPrefix(
                "error: experiments-code, which reads and writes Swift sources, is not installed"),
            "\(failed)")
        #expect(failed.errors.contains("`make install` installs it beside `experiments`"), "\(failed)")
    }
}
