import ExperimentsCore
import Foundation
import TestSupport
import Testing

@Suite("serve, where little is left", .fewAtATime, .timeLimit(.minutes(60)))
struct ServeLimitTests {
    @Test(
        "without descriptors, new connections are refused with the reason, and linked apps are still served")
    func descriptors() async throws {
        let served = try await ServedProgram(ServedProgram.workplace(), limit: 160)
        let token = try ServedProgram.token(of: try await served.link())
        let app = try await served.follow(token, as: "phone")
        _ = try await app.read(until: "\"overrides\":{}")
        // Many more than there is room for, of which none says anything.
        var idle: [LoopbackSocket] = []
        for _ in 0..<300 { idle.append(try LoopbackSocket(connectingTo: served.port, patience: 20)) }
        try await served.server.waitForOutput(#""event":"full""#)
        #expect(served.server.output.contains(#""limit":160"#))
        _ = try await served.workplace.run("override", "set", "paywall_type", "b")
        _ = try await app.read(until: "\"value\":\"b\"")
        // Once there is room again, everybody is let in.
        idle = []
        try await eventually("room") {
            let late = try await served.follow(token, as: "tablet")
            return (try? await late.read(until: "\r\n"))?.contains("200") == true
        }
        await app.close()
        #expect(served.server.status == nil)
    }

    @Test("a server that dies in the middle of a change has made it or not, and never half of it")
    func killed() async throws {
        let workplace = try ServedProgram.workplace()
        var held = "a"
        for round in 0..<6 {
            let served = try await ServedProgram(workplace)
            let value = String(repeating: "\(round)", count: 200_000)
            let body = "{\"value\": \"\(value)\"}"
            let connection = try await RawConnection(port: served.port)
            try await connection.send(
                "PUT /experiments/v1/overrides/paywall_type HTTP/1.1\r\nHost: localhost\r\nIf-Match: *\r\n"
                    + "Content-Length: \(body.utf8.count)\r\n\r\n" + body)
            // In every other round it is killed while it may be anywhere in it.
            let isAnswered = round.isMultiple(of: 2)
            if isAnswered { #expect(try await connection.read(until: "\r\n").contains("200")) }
            served.server.send(SIGKILL)
            _ = try await served.server.finished()
            await connection.close()
            let got = try await workplace.run("get", "paywall_type")
            #expect(got.status == 0, "\(got.errors)")
            let now = String(got.output.dropLast())
            #expect(
                now == value || !isAnswered && now == held, "round \(round): \(now.prefix(20))…, \(now.count)"
            )
            held = now
        }
    }
}

@Suite("serve, what it says", .fewAtATime, .timeLimit(.minutes(60)))
struct ServeSayingTests {
    @Test("with several sources, each fetch names its source; with one, it does not")
    func sources() async throws {
        let workplace = try Workplace()
        try workplace.folder.write(
            """
            sources:
              - {name: staging, kind: file, path: config.json}
              - {name: live, kind: file, path: live.json}
            serve: {sources: [live]}
            keys: [{name: rate, type: int}]

            """, to: "experiments.yaml")
        try workplace.folder.write(#"{"rate": 7}"#, to: "config.json")
        let served = try await ServedProgram(workplace)
        // There is no such file yet.
        try await eventually("the failure") {
            served.server.output.contains(#""source":"live","event":"fetch","status":"failed""#)
        }
        #expect(!served.server.output.contains(#""source":"staging","event":"fetch","status":"failed""#))
        served.server.send(SIGTERM)
        _ = try await served.server.finished()
        let text = try workplace.start("serve", "--port", "0")
        try await text.waitForOutput("  live: ")
        text.send(SIGTERM)
        _ = try await text.finished()
        let alone = try await ServedProgram(ServedProgram.workplace())
        try alone.workplace.writeValues(#"{"paywall_type": "b"}"#)
        try await alone.server.waitForOutput(#""event":"fetch""#)
        #expect(!alone.server.output.contains(#""source":""#), "\(alone.server.output)")
    }

    @Test(
        "a list of apps that cannot be read is reported and replaced; one that cannot be written is reported, too"
    )
    func appsFile() async throws {
        let workplace = try ServedProgram.workplace()
        try workplace.folder.write("{", to: ".linked-apps/overrides.json")
        let served = try await ServedProgram(workplace)
        try await eventually("the warning") { served.server.errors.contains("warning: ") }
        #expect(served.server.errors.contains(".linked-apps/overrides.json:1:"), "\(served.server.errors)")
        try await eventually("the file") {
            try workplace.folder.text(of: ".linked-apps/overrides.json").contains("\"version\":1")
        }
        served.server.send(SIGTERM)
        _ = try await served.server.finished()
        // A file stands where the folder would be.
        let blocked = try ServedProgram.workplace()
        try blocked.folder.write("", to: ".linked-apps")
        let other = try await ServedProgram(blocked)
        try await eventually("the warning") { other.server.errors.contains("warning: ") }
        #expect(other.server.errors.contains(".linked-apps"), "\(other.server.errors)")
        // Who breaks the file of links is told that it keeps apps out.
        try blocked.folder.write("{", to: ".links/overrides.json")
        try await eventually("the other warning") {
            other.server.errors.contains("warning: ")
                && other.server.errors.contains(".links/overrides.json:1:")
        }
    }
}
