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
        #expect(checked.status == 2 && checked.output.contains("paywall: in the file, but not declared"), "\(checked)")
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

    @Test("is said to be missing where it is, with what to do")
    func missing() async throws {
        let workplace = try workplace()
        let copy = workplace.folder.path("experiments")
        try FileManager.default.copyItem(atPath: Workplace.program, toPath: copy)
        let failed = try await workplace.run(copy, ["generate", "swift"], with: ["PATH": "/usr/bin:/bin"])
        #expect(failed.status == 1)
        #expect(
            failed.errors.hasPrefix("error: experiments-code, which reads and writes Swift sources, is not installed"),
            "\(failed)")
        #expect(failed.errors.contains("`make install` installs it beside `experiments`"), "\(failed)")
    }
}
