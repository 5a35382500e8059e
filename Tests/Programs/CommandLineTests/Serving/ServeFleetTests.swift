import EtcdNodes
import ExperimentsCore
import Foundation
import TestSupport
import Testing

@Suite(
    "Two servers on one etcd", .fewAtATime,
    .enabled(if: EtcdNode.program != nil, Comment(rawValue: EtcdNode.absence)),
    .timeLimit(.minutes(60)))
struct ServeFleetTests {
    /// A machine of its own, whose project is on a node.
    private func machine(_ node: EtcdNode) throws -> Workplace {
        try ServedProgram.workplace(etcd: "\(node.endpoint)")
    }

    private func node() async throws -> EtcdNode {
        let node = try EtcdNode()
        try await node.ready()
        return node
    }

    /// The answer to a request of an app: the head's first line, the tag, and the body.
    private func ask(
        _ served: ServedProgram, _ token: String?,
        _ request: String = "GET /experiments/v1/overrides?app=shop",
        _ headers: [String] = [], body: String = ""
    ) async throws -> (status: String, tag: String, body: String) {
        let connection = try await RawConnection(port: served.port)
        let shown = token.map { ["Authorization: Bearer \($0)"] } ?? []
        let lines = ["\(request) HTTP/1.1", "Host: localhost", "Connection: close"] + shown + headers
        try await connection.send(
            lines.joined(separator: "\r\n") + "\r\nContent-Length: \(body.utf8.count)\r\n\r\n" + body)
        let answer = try await connection.readToEnd()
        let parts = answer.components(separatedBy: "\r\n\r\n")
        let head = parts[0].components(separatedBy: "\r\n")
        let tag = head.first { $0.lowercased().hasPrefix("etag:") }?.dropFirst(5).trimmingCharacters(
            in: .whitespaces)
        return (head[0], tag ?? "", parts.dropFirst().joined())
    }

    private func set(_ value: String, _ workplace: Workplace) async throws {
        let set = try await workplace.run("override", "set", "paywall_type", value, "--team")
        #expect(set.status == 0, "\(set)")
    }

    @Test("both let an app in that was linked at one, call a state the same, and take changes for each other")
    func alike() async throws {
        let node = try await node()
        let (here, there) = (try machine(node), try machine(node))
        let (one, other) = (try await ServedProgram(here), try await ServedProgram(there))
        let token = try ServedProgram.token(of: try await one.link())
        try await set("b", here)
        try await eventually("the same state at both") {
            let answers = [try await ask(one, token), try await ask(other, token)]
            return answers[0].body.contains("\"b\"") && answers[0].tag == answers[1].tag
        }
        let tag = try await ask(one, token).tag
        let changed = try await ask(
            other, nil, "PUT /experiments/v1/overrides/paywall_type", ["If-Match: \(tag)"],
            body: #"{"value": "c"}"#)
        #expect(
            changed.status.contains("200") && changed.body.contains("\"c\"") && changed.tag != tag,
            "\(changed)")
        try await eventually("the change at the other") { try await ask(one, token).body.contains("\"c\"") }
        // Whoever decided on what was there before is told what there is.
        let late = try await ask(
            one, nil, "PUT /experiments/v1/overrides/paywall_type", ["If-Match: \(tag)"],
            body: #"{"value": "d"}"#)
        #expect(late.status.contains("412") && late.body.contains("\"c\""), "\(late)")
        #expect(try await there.run("link", "--list", "--app", "shop").output.contains("shop"))
        #expect(try await there.run("link", "--revoke", "--app", "shop").output.hasPrefix("revoked "))
        try await eventually("nobody to let it in") { try await ask(one, token).status.contains("401") }
        #expect(one.server.status == nil && other.server.status == nil)
        node.kill()
    }

    @Test("an app continues at the other server when its own dies, and every machine shows it")
    func dying() async throws {
        let node = try await node()
        let (here, there) = (try machine(node), try machine(node))
        let (one, other) = (try await ServedProgram(here), try await ServedProgram(there))
        let balancer = try LossyProxy(to: one.port)
        let link = try await one.link(at: balancer.port)
        let shop = try one.shop(link)
        try await shop.waitForOutput("link       linked")
        try await set("b", here)
        try await shop.waitForOutput("Paywall         a  ->  b")
        try await eventually("the app on the other machine") {
            try await there.run("apps").output.contains("shop")
        }
        balancer.point(to: other.port)
        one.server.send(SIGKILL)
        _ = try await one.server.finished()
        try await set("c", there)
        try await shop.waitForOutput("Paywall         b  ->  c")
        let reborn = try await ServedProgram(here)
        balancer.point(to: reborn.port)
        other.server.send(SIGTERM)
        _ = try await other.server.finished()
        try await set("b", here)
        try await shop.waitForOutput("Paywall         c  ->  b")
        // Neither the death nor the end of a server took anything back in between.
        let changes = shop.output.components(separatedBy: "Paywall         ").dropFirst().map { $0.prefix(8) }
        #expect(!changes.contains { $0.contains("->  a") }, "\(shop.output)")
        #expect(reborn.server.status == nil)
        node.kill()
    }

    @Test(
        "thousands of apps have the last change though their servers are killed in turn",
        .enabled(if: EtcdFleet.isWanted, Comment(rawValue: EtcdFleet.absence)))
    func manyApps() async throws {
        let node = try await node()
        let machines = try (0..<3).map { _ in try machine(node) }
        var servers: [ServedProgram] = []
        for machine in machines { servers.append(try await ServedProgram(machine)) }
        let token = try ServedProgram.token(of: try await servers[0].link())
        var apps = ManyLinkedApps(EtcdFleet.apps, ports: servers.map(\.port), token)
        try await set("at first", machines[0])
        let linked = try apps.hear("at first")
        print("\(EtcdFleet.apps) apps were linked with 3 servers after \(linked)")
        for number in 0..<EtcdFleet.kills {
            let (victim, other) = (number % 3, (number + 1) % 3)
            let port = servers[victim].port
            let start = ContinuousClock.now
            servers[victim].server.send(SIGKILL)
            let setting = try machines[other].start(
                "override", "set", "paywall_type", "change \(number)", "--team")
            _ = try apps.hear("change \(number)")
            print(
                "\(EtcdFleet.apps) apps had the last change \(ContinuousClock.now - start) after a server was killed"
            )
            #expect(try await setting.finished().status == 0)
            servers[victim] = try await ServedProgram(machines[victim], port: Int(port))
        }
        for server in servers { #expect(server.server.status == nil) }
        node.kill()
    }

    @Test("twenty apps have the last change within seconds though both servers are killed in turn")
    func killedInTurn() async throws {
        let node = try await node()
        let (here, there) = (try machine(node), try machine(node))
        let (one, other) = (try await ServedProgram(here), try await ServedProgram(there))
        let balancer = try LossyProxy(to: one.port)
        let link = try await one.link(at: balancer.port)
        let shops = try (0..<20).map { try one.shop(link, on: "phone\($0)") }
        for shop in shops { try await shop.waitForOutput("link       linked") }
        balancer.point(to: other.port)
        one.server.send(SIGKILL)
        try await set("b", there)
        for shop in shops { try await shop.waitForOutput("Paywall         a  ->  b") }
        let reborn = try await ServedProgram(here)
        balancer.point(to: reborn.port)
        other.server.send(SIGKILL)
        let start = ContinuousClock.now
        try await set("c", here)
        for shop in shops { try await shop.waitForOutput("Paywall         b  ->  c") }
        print("20 apps had the last change \(ContinuousClock.now - start) after their server was killed")
        #expect(reborn.server.status == nil)
        node.kill()
    }
}
