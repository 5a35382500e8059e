import EtcdNodes
import ExperimentsCore
import Foundation
import TestSupport
import Testing

@Suite(
    "Two dashboards on one etcd", .fewAtATime,
    .enabled(if: Tmux.program != nil && EtcdNode.program != nil, "\(Tmux.absence), or \(EtcdNode.absence)"),
    .timeLimit(.minutes(60)))
struct TeamTests {
    /// A window of somebody whose project is on a node.
    private func window(_ node: EtcdNode, _ author: String) throws -> TerminalWindow {
        let folder = try TemporaryFolder()
        try folder.write(
            TerminalWindow.project + """
                serve: {port: 0, with_dashboard: false}
                overrides:
                  file: .experiments/overrides.json
                  etcd: {endpoints: "http://\(node.endpoint)", prefix: shop/test}

                """, to: "experiments.yaml")
        try folder.write(TerminalWindow.values, to: "config.json")
        var options = TerminalWindow.Options()
        options.columns = 180
        return try TerminalWindow(
            running: "USER=\(author) \"$EXPERIMENTS\"\(TerminalWindow.ending)", in: folder, options)
    }

    /// Has a dashboard serve, as it does for a link.
    ///
    /// - Returns: the port that it listens on.
    private func serve(_ window: TerminalWindow) async throws -> Substring {
        try window.type(":link shop")
        try window.press("Enter")
        try await window.wait(for: "Link shop")
        try window.press("Escape")
        try await window.wait(for: "serving 127.0.0.1:")
        let screen = try window.lines().joined(separator: "\n")
        return try #require(screen.firstMatch(of: /serving 127\.0\.0\.1:(?<port>\d+)/)).output.port
    }

    @Test(
        "an app that hangs on one's dashboard is reported in the other's, and is let in until the link is revoked there"
    )
    func apps() async throws {
        let node = try EtcdNode()
        try await node.ready()
        let (ann, bob) = (try window(node, "ann"), try window(node, "bob"))
        for window in [ann, bob] { try await window.wait(for: "team connected") }
        let port = try await serve(ann)

        let workplace = try Workplace()
        func link(_ arguments: String...) async throws -> Finished {
            try await workplace.run(
                Workplace.program, ["link"] + arguments + ["--config", bob.folder.path("experiments.yaml")])
        }
        let list = try await link("--list")
        #expect(list.output.contains("shop") && list.output.contains("ann"), "\(list)")
        let made = try await link("--app", "shop", "--server", "http://127.0.0.1:\(port)", "--json")
        let url = try #require(try made.json().object?["link"]?.object?["url"]?.string)
        let watch = try workplace.start("apps", "watch", "--config", bob.folder.path("experiments.yaml"))
        let shop = try ChildProgram(
            BuiltProducts.path("ShopExample"), ["--link", url, "--link-folder", bob.folder.path("kept")])
        try bob.press("7")
        try await bob.wait(for: "⁷Apps 1")
        try await watch.waitForOutput("  connected")

        try bob.type(":unlink shop")
        try bob.press("Enter")
        try await bob.wait(for: "Revoke all links of shop?")
        try bob.press("y")
        try await bob.wait(for: "⁷Apps 0")
        try await bob.waitForMessage("revoked the 2 links of shop")
        try await watch.waitForOutput("  gone")
        shop.send(SIGTERM)
        try await shop.end()
        watch.send(SIGINT)
        _ = try await watch.finished()
        node.kill()
    }

    @Test("an app whose dashboard quits is no longer listed from that moment")
    func quitting() async throws {
        let node = try EtcdNode()
        try await node.ready()
        let (ann, bob) = (try window(node, "ann"), try window(node, "bob"))
        for window in [ann, bob] { try await window.wait(for: "team connected") }
        let port = try await serve(ann)
        let (workplace, project) = (try Workplace(), bob.folder.path("experiments.yaml"))
        func run(_ arguments: String...) async throws -> Finished {
            try await workplace.run(Workplace.program, arguments + ["--config", project])
        }
        let made = try await run("link", "--app", "shop", "--server", "http://127.0.0.1:\(port)", "--json")
        let url = try #require(try made.json().object?["link"]?.object?["url"]?.string)
        let shop = try ChildProgram(
            BuiltProducts.path("ShopExample"), ["--link", url, "--link-folder", bob.folder.path("kept")])
        try bob.press("7")
        try await bob.wait(for: "⁷Apps 1")
        try await eventually("the app in the store") { try await run("apps").output.contains("shop") }
        try ann.press("q")
        #expect(try await ann.exitStatus() == "0")
        let apps = try await run("apps")
        #expect(!apps.output.contains("shop"), "\(apps)")
        // Whoever looks on goes on knowing it.
        try await bob.wait(for: "⁷Apps 0")
        try await bob.wait(for: "shop")
        shop.send(SIGTERM)
        try await shop.end()
        node.kill()
    }

    @Test("what one sets for the team, the other sees with who did it, and both see that they edit one key")
    func together() async throws {
        let node = try EtcdNode()
        try await node.ready()
        let (ann, bob) = (try window(node, "ann"), try window(node, "bob"))
        for window in [ann, bob] {
            try await window.waitForProject()
            try await window.wait(for: "team connected, 1 member, one leads, 1 other online")
        }
        try ann.press("j", "o")
        try await ann.wait(for: "Override trial_days")
        try ann.press("BSpace")
        try ann.type("21")
        try bob.press("j", "o")
        try await bob.wait(for: "ann is also editing it")
        try await ann.wait(for: "bob is also editing it")
        try ann.press("Tab", "Tab", "Tab", "Down")
        try await ann.wait(for: "‹ the team ›")
        try ann.press("Enter")
        try await bob.wait(for: "ann set it to \"21\" for the team in the meantime")
        try bob.press("Escape")
        try await bob.wait(for: "◆ trial_days")
        try await ann.wait(for: "◆ trial_days")
        try ann.press("U")
        for window in [ann, bob] { try await window.wait(for: "⁴Overrides 0") }
        try bob.press("L")
        try await bob.wait(for: "by ann in the dashboard")
        node.kill()
        try await ann.wait(for: "team alone")
    }
}
