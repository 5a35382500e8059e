import ExperimentsCore
import ExperimentsHTTPServing
import ExperimentsTransport
import Foundation
import TestSupport
import Testing

/// A hook on this machine that takes whatever comes.
private final class HookServer: HTTPResponder {
    struct Call: Sendable {
        let event: String?
        let signature: String?
        let body: JSONValue
    }

    let calls = Recorder<Call>()

    func respond(to request: ServedRequest) async -> ServedResponse {
        calls.record(
            Call(
                event: request.headers["X-Experiments-Event"],
                signature: request.headers["X-Experiments-Signature"],
                body: (try? JSONValue(parsing: request.body)) ?? .null))
        return ServedResponse(status: 204)
    }
}

@Suite("Web hooks", .fewAtATime)
struct NotifyTests {
    private func workplace(_ hook: HookServer) async throws -> (Workplace, HTTPServer, [String: String?]) {
        let server = HTTPServer(hook)
        let url = try await server.start().absoluteString + "/hook/S3CRET"
        let workplace = try Workplace.withFineProject()
        let text = try String(contentsOfFile: workplace.folder.path("experiments.yaml"), encoding: .utf8)
        try workplace.folder.write(
            text + """
                notify:
                  keys: [timeout]
                  broken: true
                  by:
                    - webhook:
                        url: ${HOOK_URL}
                        secret: ${HOOK_SECRET}

                """, to: "experiments.yaml")
        return (workplace, server, ["HOOK_URL": url, "HOOK_SECRET": "whsec_S3CRET"])
    }

    @Test("notify test sends a signed message to each hook, and says what came of it")
    func trial() async throws {
        let hook = HookServer()
        let (workplace, server, variables) = try await workplace(hook)
        let test = try await workplace.run("notify", "test", with: variables)
        #expect(test.status == 0, "\(test)")
        #expect(test.output.contains("delivered (204)") && !test.output.contains("S3CRET"))
        let call = try #require(hook.calls.elements.first)
        #expect(call.event == "test" && call.body.object?["event"] == "test")
        #expect(call.signature?.hasPrefix("t=") == true && call.signature?.contains(",v1=") == true)
        await server.stop()
        let gone = try await workplace.run("notify", "test", "--json", with: variables)
        #expect(gone.status == 1)
        let outcome = try gone.json().object?["hooks"]?.array?.first?.object
        #expect(
            outcome?["delivered"] == false && outcome?["problem"]?.string?.contains("refused") == true,
            "\(gone)")
        #expect(!gone.output.contains("S3CRET") && !gone.errors.contains("S3CRET"))
    }

    @Test("an unset variable is named, and a project without hooks is reported")
    func missing() async throws {
        let (workplace, server, _) = try await workplace(HookServer())
        let test = try await workplace.run("notify", "test")
        #expect(test.status == 1 && test.errors.contains("HOOK_URL"), "\(test)")
        await server.stop()
        let none = try await Workplace.withFineProject().run("notify", "test")
        #expect(none.status == 1 && none.errors.contains("no web hooks in the project file"))
    }

    @Test("check --notify reports missing and incorrect keys, and sends nothing if all are correct")
    func check() async throws {
        let hook = HookServer()
        let (workplace, server, variables) = try await workplace(hook)
        #expect(try await workplace.run("check", "--notify", with: variables).status == 0)
        #expect(hook.calls.count == 0)
        try workplace.writeValues(#"{"paywall": "d", "timeout": 12, "new_ui": true}"#)
        #expect(try await workplace.run("check", "--notify", with: variables).status == 2)
        let call = try #require(hook.calls.elements.first)
        #expect(call.event == "broken")
        #expect(call.body.object?["changes"]?.array?.map { $0.object?["key"] } == ["paywall", "rate"])
        #expect(try await workplace.run("check", with: variables).status == 2)
        #expect(hook.calls.count == 1)
        await server.stop()
    }

    @Test("serve also notifies the hooks, for each source that it serves by its name")
    func serve() async throws {
        let hook = HookServer()
        let (workplace, server, variables) = try await workplace(hook)
        let served = try workplace.start("serve", "--port", "0", "--json", with: variables)
        try await served.waitForOutput(#""event":"listening""#)
        try workplace.writeValues(#"{"paywall": "b", "timeout": 13, "new_ui": true, "rate": 0.5}"#)
        let changed = try await hook.calls.first(1)
        #expect(changed[0].event == "changed")
        let change: JSONValue = ["key": "timeout", "status": "ok", "old": "12", "new": "13"]
        #expect(changed[0].body.object?["changes"] == [change])
        served.send(SIGTERM)
        #expect(try await served.finished().status == 0)
        #expect(!(served.output + served.errors).contains("S3CRET"))
        await server.stop()
    }

    @Test(
        "serve without a terminal asks for --yes before it notifies another machine that the project file names"
    )
    func consent() async throws {
        let workplace = try Workplace.withFineProject()
        let text = try String(contentsOfFile: workplace.folder.path("experiments.yaml"), encoding: .utf8)
        try workplace.folder.write(
            text + "notify: {by: [webhook: {url: \"https://0.0.0.0:1/S3CRET\"}]}\n", to: "experiments.yaml")
        let asking = try workplace.start("serve", "--port", "0")
        try await asking.waitForOutput("listening on")
        asking.send(SIGTERM)
        #expect(try await asking.finished().status == 0)
        #expect(
            asking.errors.hasPrefix(
                """
                note: web hook 1 is not notified: the project sends changed values to 0.0.0.0:1, but this is not a terminal
                Use --yes to allow it, or run the command once on a terminal.

                """), "\(asking.errors)")
        let allowed = try workplace.start("serve", "--port", "0", "--yes")
        try await allowed.waitForOutput("listening on")
        allowed.send(SIGTERM)
        #expect(try await allowed.finished().status == 0)
        #expect(!allowed.errors.contains("is not notified"), "\(allowed.errors)")
    }

    @Test("watch notifies the hooks of changes and missing keys while it prints them")
    func watch() async throws {
        let hook = HookServer()
        let (workplace, server, variables) = try await workplace(hook)
        let watch = try workplace.start("watch", with: variables)
        try await watch.waitForOutput("rate  ok 0.5")
        try workplace.writeValues(#"{"paywall": "b", "timeout": 13, "new_ui": true, "rate": 0.5}"#)
        let changed = try await hook.calls.first(1)
        #expect(changed[0].event == "changed")
        let change: JSONValue = ["key": "timeout", "status": "ok", "old": "12", "new": "13"]
        #expect(changed[0].body.object?["changes"] == [change])
        try workplace.writeValues(#"{"paywall": "b", "timeout": 13, "new_ui": true}"#)
        #expect(try await hook.calls.first(2).last?.event == "broken")
        watch.send(SIGINT)
        _ = try await watch.finished()
        await server.stop()
    }
}
