import ExperimentsCore
import Foundation
import TestSupport
import Testing

@Suite("An app whose network drops and stalls", .fewAtATime, .timeLimit(.minutes(60)))
struct ProxiedShopTests {
    @Test("keeps its overrides while the network is down, and gets the changes when it is back")
    func dropping() async throws {
        let served = try await ServedProgram(ServedProgram.workplace())
        let proxy = try LossyProxy(to: served.port)
        let shop = try served.shop(try await served.link(at: proxy.port))
        try await shop.waitForOutput("link       linked")
        _ = try await served.workplace.run("override", "set", "paywall_type", "b")
        try await shop.waitForOutput("Paywall         a  ->  b")
        proxy.set(.dropping)
        try await shop.waitForOutput("link       looking: ")
        let tries = proxy.count
        try await eventually("it to look for its server again and again") { proxy.count > tries + 1 }
        _ = try await served.workplace.run("override", "set", "paywall_type", "c")
        #expect(!shop.output.contains("->  c") && !shop.output.contains("b  ->  a"))
        proxy.set(.passing)
        try await shop.waitForOutput("Paywall         b  ->  c")
        #expect(served.server.status == nil)
    }

    @Test("takes what comes late where the network stalls, all of it and in its order")
    func stalling() async throws {
        let served = try await ServedProgram(ServedProgram.workplace())
        let proxy = try LossyProxy(to: served.port)
        let shop = try served.shop(try await served.link(at: proxy.port))
        try await shop.waitForOutput("link       linked")
        proxy.set(.stalling)
        for value in ["b", "a", "c"] {
            let set = try await served.workplace.run("override", "set", "paywall_type", value)
            #expect(set.status == 0, "\(set)")
        }
        #expect(!shop.output.contains("->  b"))
        proxy.set(.passing)
        try await shop.waitForOutput("->  c")
        // Nothing came in a wrong order: what it was given last is what it has.
        #expect(shop.output.components(separatedBy: "->  ").last?.hasPrefix("c") == true, "\(shop.output)")
        // What it holds came back the same way.
        try await eventually("the server to be told") {
            let apps = try await served.workplace.run("apps", "--json").json()
            return apps.object?["apps"]?.array?.first?.object?["overrides"] == 1
        }
        #expect(served.server.status == nil)
    }

    @Test("finds its server again though it was cut off in the middle of many changes, and misses none")
    func flickering() async throws {
        let served = try await ServedProgram(ServedProgram.workplace())
        let proxy = try LossyProxy(to: served.port)
        let shop = try served.shop(try await served.link(at: proxy.port))
        try await shop.waitForOutput("link       linked")
        for number in 0..<6 {
            proxy.set(number.isMultiple(of: 2) ? .dropping : .passing)
            _ = try await served.workplace.run("override", "set", "items_per_row", "\(number + 1)")
        }
        proxy.set(.passing)
        try await shop.waitForOutput("->  6")
        #expect(served.server.status == nil)
    }
}
