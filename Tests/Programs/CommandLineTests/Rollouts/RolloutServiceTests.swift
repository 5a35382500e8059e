import ExperimentsCore
import ExperimentsHTTPServing
import Foundation
import TestSupport
import Testing
import ThrowawayKeys

@Suite("rollout, with a template at the service", .fewAtATime)
struct RolloutServiceTests {
    /// A project whose template is at a service.
    private func stage(environment: String = "staging") async throws -> (FakeGoogle, RolloutWorkplace) {
        let google = try await FakeGoogle.start(RolloutWorkplace.template())
        let rollout = try RolloutWorkplace(
            source: "{kind: firebase-template, project: demo-project, service_account: key.json, "
                + "base_url: \"\(google.url)\", environment: \(environment)}")
        try rollout.workplace.folder.write(google.key.json, to: "key.json")
        return (google, rollout)
    }

    @Test("back reads the template once and publishes once")
    func requests() async throws {
        let (google, rollout) = try await stage()
        #expect(try await rollout.run("start").status == 0)
        let before = google.calls.count
        let back = try await rollout.run("back")
        #expect(back.status == 0 && back.output.contains("taken back to 0%"), "\(back)")
        let lines = google.calls.dropFirst(before).map(\.line).filter { !$0.contains("/token") }
        #expect(lines.map { $0.split(separator: " ").first } == ["GET", "PUT"], "\(lines)")
        #expect(google.template.contains("One-page checkout: 0%, taken back"))
    }

    @Test(
        "a change whose answer is lost is read again; if that fails, the exit code is 3",
        arguments: ["start", "back"])
    func lostAnswer(_ command: String) async throws {
        let (google, rollout) = try await stage()
        if command == "back" { #expect(try await rollout.run("start").status == 0) }
        google.loseAnswer()
        let done = try await rollout.run(command, "--json")
        #expect(done.status == 0, "\(done)")
        #expect(try done.json().object?["foundLater"]?.string?.contains("502") == true)
        #expect(try await rollout.run(command == "back" ? "start" : "stop").status == 0)
        google.loseAnswer(isAwayAfter: true)
        let unknown = try await rollout.run(command, "--json")
        #expect(unknown.status == 3, "\(unknown)")
        #expect(try unknown.json().object?["error"]?.object?["outcome"] == "unknown")
    }

    @Test("if someone else publishes first, the change is made to that version")
    func others() async throws {
        let (google, rollout) = try await stage()
        google.letOthersPublish(1)
        let done = try await rollout.run("start")
        #expect(done.status == 0 && google.template.contains("<= 50"), "\(done)")
        #expect(google.version == 43)
    }

    @Test("in production, start and finish need the name or --yes; stop, back and step do not ask")
    func production() async throws {
        let (google, rollout) = try await stage(environment: "production")
        let start = try await rollout.run("start")
        #expect(start.status == 1 && start.errors.contains("publishing needs confirmation"), "\(start)")
        #expect(start.errors.contains("--yes") && google.version == 41, "\(start)")
        #expect(try await rollout.run("start", "--yes").status == 0)
        #expect(try await rollout.run("stop").status == 0)
        let step = try await rollout.run("step")
        #expect(step.status == 0 && step.output.contains("holds at 50%"), "\(step)")
        #expect(try await rollout.run("back").status == 0)
        #expect(google.template.contains("<= 0"))
    }

    @Test("a service that does not answer ends every command at --timeout")
    func timeout() async throws {
        let responder = OutageServer()
        responder.fail()
        let server = HTTPServer(responder)
        let url = try await server.start().absoluteString
        let rollout = try RolloutWorkplace(
            source: "{kind: firebase-template, base_url: \"\(url)\", project: away-hang, access_token: t}")
        for command in ["start", "step", "stop", "back", "finish", "status"] {
            let run = try await rollout.run(command, "--timeout", "1s")
            #expect(run.status == 1 && run.errors.contains("1s"), "\(run)")
        }
        await server.stop()
    }

    @Test("at the emulator, the version says why, and a share that someone sets by hand is noticed")
    func emulator() async throws {
        let workplace = try Workplace()
        try workplace.folder.write(RolloutWorkplace.template(), to: "first.json")
        let emulator = try workplace.start("emulator", "--template", "first.json", "--port", "0")
        try await emulator.waitForOutput("source: ")
        let line = try #require(emulator.output.split(separator: "\n").first { $0.hasPrefix("source: ") })
        let source = String(line.dropFirst("source: ".count))
        let rollout = try RolloutWorkplace(source: source, in: workplace)
        let start = try await rollout.run("start")
        #expect(start.status == 0, "\(start)")
        let versions = try await workplace.run("template", "versions")
        #expect(versions.output.contains("One-page checkout: 0% → 50%, started"), "\(versions)")
        let step = try await rollout.run("step")
        #expect(step.status == 0 && step.output.contains("50% lasts until"), "\(step)")
        let edit = try await workplace.run("template", "percent", RolloutWorkplace.name, "100")
        #expect(edit.status == 0, "\(edit)")
        #expect(try await workplace.run("template", "publish", "--yes").status == 0)
        let noticed = try await rollout.run("step")
        #expect(noticed.status == 0 && noticed.output.contains("someone else has set 100%"), "\(noticed)")
        let back = try await rollout.run("back")
        #expect(back.status == 0 && back.output.contains("taken back to 0%"), "\(back)")
    }
}
