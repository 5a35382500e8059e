import ExperimentsCore
import Foundation
import TestSupport
import Testing

@Suite("rollout, with a template in a file", .fewAtATime)
struct RolloutCommandTests {
    private let rollout: RolloutWorkplace

    init() throws { rollout = try RolloutWorkplace() }

    @Test("before the start, status and step say so, and change nothing")
    func beforeStart() async throws {
        let before = try rollout.template
        let status = try await rollout.run("status")
        #expect(status.status == 0, "\(status)")
        #expect(
            status.lines.first?.hasSuffix("▱▱  checkout_flow = one_page, has not started") == true,
            "\(status)")
        let document = try #require(try await rollout.run("status", "--json").json().object)
        #expect(document["state"] == "not started" && document["percent"] == 0)
        let step = try await rollout.run("step")
        #expect(step.status == 0 && step.output.contains("holds: it has not started"), "\(step)")
        #expect(try rollout.template == before)
    }

    @Test("start adds a condition with the first share, once")
    func start() async throws {
        let before = try rollout.template
        let trial = try await rollout.run("start", "--dry-run", "--json")
        let document = try #require(try trial.json().object)
        #expect(document["dryRun"] == true && document["outcome"] == "started", "\(trial)")
        #expect(try rollout.template == before)
        let done = try await rollout.run("start")
        #expect(done.output == "One-page checkout: started at 50%\n", "\(done)")
        #expect(try rollout.template.contains("percent('one-page-checkout') <= 50"))
        let started = try rollout.template
        let again = try await rollout.run("start")
        #expect(again.status == 0 && again.output.contains("nothing to change; it is at 50%"), "\(again)")
        #expect(try rollout.template == started)
        let list = try await rollout.workplace.run("rollout", "list", "--json")
        let row = try #require(try list.json().object?["rollouts"]?.array?.first?.object)
        #expect(row["state"] == "going on" && row["percent"] == 50 && row["source"] != nil, "\(list)")
        let step = try await rollout.run("step")
        #expect(step.status == 0 && step.output.contains("holds at 50%: 50% lasts until"), "\(step)")
    }

    @Test("step goes on if the guardrails are safe, after a trial that changes nothing")
    func goesOn() async throws {
        try rollout.write(RolloutWorkplace.template(50))
        try await rollout.importUsers(crashesOneIn: 50)
        let before = try rollout.template
        let trial = try await rollout.run("step", "--dry-run")
        #expect(trial.output.contains("would go on from 50% to 100%"), "\(trial)")
        #expect(try rollout.template == before)
        let done = try await rollout.run("step", "--json")
        let document = try #require(try done.json().object)
        #expect(done.status == 0 && document["outcome"] == "went on" && document["next"] == 100, "\(done)")
        #expect(document["metrics"]?.array?.first?.object?["finding"] == "safe")
        #expect(try rollout.template.contains("<= 100"))
        let log = try await rollout.workplace.run("log")
        #expect(log.output.contains("One-page checkout: went on from 50% to 100%"), "\(log)")
        let next = try await rollout.run("step")
        #expect(next.output.contains("holds at 100%: 100% lasts until"), "\(next)")
    }

    @Test("step takes the value back with exit code 2 if a guardrail is harmed, and says so every time")
    func harm() async throws {
        try rollout.write(RolloutWorkplace.template(50))
        try await rollout.importUsers(crashesOneIn: 8)
        let done = try await rollout.run("step")
        #expect(done.status == 2 && done.output.contains("taken back from 50%: crashes"), "\(done)")
        #expect(try rollout.template.contains("<= 0"))
        let again = try await rollout.run("step", "--json")
        #expect(again.status == 2)
        #expect(try again.json().object?["outcome"] == "taken back", "\(again)")
    }

    @Test("with on_harm: hold, harm is reported and nothing changes")
    func harmHeld() async throws {
        let rollout = try RolloutWorkplace(rollout: "on_harm: hold")
        try rollout.write(RolloutWorkplace.template(50))
        try await rollout.importUsers(crashesOneIn: 8)
        let before = try rollout.template
        let done = try await rollout.run("step")
        #expect(done.status == 0 && done.output.contains("holds at 50%: crashes"), "\(done)")
        #expect(try rollout.template == before)
    }

    @Test("results that cannot be read hold, and are no error")
    func unreadableResults() async throws {
        try rollout.write(RolloutWorkplace.template(50))
        try rollout.workplace.folder.write("no database", to: ".experiments/events.sqlite")
        let done = try await rollout.run("step")
        #expect(
            done.status == 0 && done.output.contains("holds at 50%: the results cannot be read"), "\(done)")
        #expect(try rollout.template == RolloutWorkplace.template(50))
        // It needs no results.
        let back = try await rollout.run("back")
        #expect(back.status == 0 && back.output == "One-page checkout: taken back to 0%\n", "\(back)")
    }

    @Test("stop keeps the share, start goes on with it, and back gives all users the old value, once")
    func stopAndBack() async throws {
        #expect(try await rollout.run("stop").status == 1)
        #expect(try await rollout.run("start").status == 0)
        let stop = try await rollout.run("stop", "--json")
        #expect(try stop.json().object?["outcome"] == "stopped", "\(stop)")
        #expect(try await rollout.run("status").output.contains("is stopped at 50%"))
        let start = try await rollout.run("start")
        #expect(start.output == "One-page checkout: started at 50%\n", "\(start)")
        let back = try await rollout.run("back", "--timeout", "10s")
        #expect(back.status == 0 && back.output == "One-page checkout: taken back to 0%\n", "\(back)")
        let again = try await rollout.run("back", "--json")
        #expect(again.status == 0)
        #expect(try again.json().object?["outcome"] == "unchanged", "\(again)")
        #expect(try await rollout.run("finish").status == 1)
    }

    @Test("finish makes the new value the default at the last step, once")
    func finish() async throws {
        try rollout.write(RolloutWorkplace.template(50))
        let early = try await rollout.run("finish")
        #expect(early.status == 1 && early.errors.contains("not at its last step, 100%"), "\(early)")
        try rollout.write(RolloutWorkplace.template(100))
        let step = try await rollout.run("step")
        #expect(step.status == 0 && step.output.contains("finished at 100%"), "\(step)")
        let done = try await rollout.run("finish")
        #expect(
            done.status == 0 && done.output.contains("finished with \"one_page\" as the default"), "\(done)")
        let template = try JSONValue(parsing: try rollout.template).object
        #expect(template?["conditions"]?.array?.isEmpty != false)
        let again = try await rollout.run("finish")
        #expect(again.status == 0 && again.output.contains("nothing to change"), "\(again)")
        let after = try await rollout.run("step")
        #expect(
            after.status == 0 && after.output.contains("finished at 100%: one_page is the default"),
            "\(after)")
        let start = try await rollout.run("start")
        #expect(
            start.status == 1 && start.errors.contains("is finished: the new value is the default"),
            "\(start)")
    }

    @Test("a condition that someone has edited prevents every change but back")
    func edited() async throws {
        try rollout.write(RolloutWorkplace.template(37))
        let before = try rollout.template
        let step = try await rollout.run("step")
        #expect(step.status == 0, "\(step)")
        #expect(
            step.output.contains(
                "condition does not match the project file: it has 37%, which is not a step"),
            "\(step)")
        #expect(try await rollout.run("status", "--json").json().object?["state"] == "changed by hand")
        for command in ["start", "stop", "finish"] {
            let refused = try await rollout.run(command)
            #expect(refused.status == 1 && refused.errors.contains("experiments rollout back"), "\(refused)")
        }
        #expect(try rollout.template == before)
        #expect(try await rollout.run("back").status == 0)
        #expect(try rollout.template.contains("<= 0"))
    }

    @Test("an unknown name is an error that names the nearest one")
    func unknown() async throws {
        for command in ["start", "step", "stop", "back", "finish", "status"] {
            let run = try await rollout.workplace.run("rollout", command, "One-page chekout")
            #expect(run.status == 1 && run.errors.contains("no rollout \"One-page chekout\""), "\(run)")
            #expect(run.errors.contains("Did you mean One-page checkout?"), "\(run)")
        }
        let source = try await rollout.run("step", "--source", "production")
        #expect(source.status == 1 && source.errors.contains("a rollout names its source"), "\(source)")
    }

    @Test("a template that cannot be read is an error, and the list still has every rollout")
    func unreadable() async throws {
        try rollout.workplace.folder.write("{", to: "shop.json")
        for command in ["start", "step", "stop", "back", "finish", "status"] {
            let run = try await rollout.run(command)
            #expect(run.status == 1 && run.output.isEmpty && run.errors.contains("shop.json"), "\(run)")
        }
        let list = try await rollout.workplace.run("rollout", "list")
        #expect(
            list.status == 1 && list.output.contains("One-page checkout") && list.output.contains("unknown"))
        #expect(list.errors.contains("error: One-page checkout: shop.json"), "\(list)")
    }
}
