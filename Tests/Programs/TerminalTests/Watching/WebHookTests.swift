import Foundation
import TestSupport
import Testing

/// Takes what hooks are told, and says yes.
private final class HookServer: Sendable {
    let bodies = Recorder<String>()
    let port: UInt16
    private let socket: LoopbackSocket

    init() throws {
        socket = try LoopbackSocket()
        port = socket.port
        Thread.detachNewThread { [socket, bodies] in
            while let connection = socket.accept() {
                let request = String(decoding: connection.receive(until: "}]}"), as: UTF8.self)
                bodies.record(request)
                connection.send("HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n")
            }
        }
    }

    deinit { socket.shutDown() }
}

@Suite("Web hooks of dashboards", .fewAtATime, .enabled(if: Tmux.program != nil, "\(Tmux.absence)"))
struct WebHookTests {
    /// A dashboard on a project whose trial_days a hook is told of.
    private func dashboard(_ folder: TemporaryFolder, _ state: TemporaryFolder) async throws -> TerminalWindow
    {
        let window = try TerminalWindow(
            running: "\"$EXPERIMENTS\"\(TerminalWindow.ending)", in: folder,
            .init(variables: ["XDG_STATE_HOME": state.path]))
        try await window.waitForProject()
        return window
    }

    @Test("of two dashboards, one notifies, and the other takes over when it ends")
    func takingOver() async throws {
        let (folder, state, server) = (try TemporaryFolder(), try TemporaryFolder(), try HookServer())
        let hook =
            "notify: {keys: [trial_days], by: [{webhook: {url: \"http://127.0.0.1:\(server.port)/T0P\"}}]}\n"
        try folder.write(hook + TerminalWindow.project, to: "experiments.yaml")
        try folder.write(TerminalWindow.values, to: "config.json")
        let first = try await dashboard(folder, state)
        let second = try await dashboard(folder, state)
        try await second.wait(for: "sends the web hooks; this program takes over when it ends")
        try first.replace("config.json", with: TerminalWindow.values.replacing(": 7", with: ": 8"))
        for window in [first, second] {
            try await window.wait(for: "trial_days to be 8") { lines in
                lines.contains { $0.contains("trial_days") && $0.contains(" 8 ") }
            }
        }
        try await eventually("the hook is told") { server.bodies.count > 0 }
        try first.press("q")
        #expect(try await first.exitStatus() == "0")
        try second.replace("config.json", with: TerminalWindow.values.replacing(": 7", with: ": 9"))
        try await eventually("the hook is told by the other") { server.bodies.count > 1 }
        try await second.waitForMessage("now sending web hooks (took over from another program)")
        #expect(
            server.bodies.elements.map { $0.contains(#""new":"8""#) || $0.contains(#""new": "8""#) } == [
                true, false,
            ])
        try second.press("q")
        #expect(try await second.exitStatus() == "0")
        #expect(server.bodies.count == 2)
    }
}
