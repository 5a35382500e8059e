import ExperimentsCore
import Foundation
import TestSupport
import Testing

@Suite("An app over a link, a server and an operator", .fewAtATime, .timeLimit(.minutes(60)))
struct LinkedShopTests {
    @Test("follows the overrides for everyone and for this app only, reports its values, and shows no token")
    func following() async throws {
        let workplace = try ServedProgram.workplace()
        let served = try await ServedProgram(workplace)
        let link = try await served.link()
        let shop = try served.shop(link)
        try await shop.waitForOutput("link       linked")
        try await shop.waitForOutput("Paywall         a")
        _ = try await workplace.run("override", "set", "paywall_type", "c")
        try await shop.waitForOutput("Paywall         a  ->  c")
        let installation = try workplace.folder.text(of: "phone/link/installation")
        _ = try await workplace.run(
            "override", "set", "paywall_type", "b", "--app", "shop", "--installation", installation)
        try await shop.waitForOutput("Paywall         c  ->  b")
        try await eventually("what the app holds") {
            let app = try await workplace.run("apps", "get", "shop/\(installation)", "--json")
            return app.output.contains("\"paywall_type\"") && app.output.contains("\"b\"")
        }
        let token = try ServedProgram.token(of: link)
        for text in [shop.output, shop.errors, served.server.output, served.server.errors] {
            #expect(!text.contains(token))
        }
    }

    @Test(
        "keeps its overrides while the server is down, even after a restart, and follows again when it is back"
    )
    func serverDies() async throws {
        let workplace = try ServedProgram.workplace()
        let served = try await ServedProgram(workplace)
        let link = try await served.link()
        let shop = try served.shop(link)
        try await shop.waitForOutput("Paywall         a")
        _ = try await workplace.run("override", "set", "paywall_type", "c")
        try await shop.waitForOutput("Paywall         a  ->  c")
        served.server.send(SIGKILL)
        _ = try await served.server.finished()
        try await shop.waitForOutput("link       looking: ")
        shop.send(SIGKILL)
        _ = try await shop.finished()
        let again = try served.shop(link)
        try await again.waitForOutput("Paywall         c")
        _ = try await workplace.run("override", "set", "paywall_type", "b")
        // A program ends with whoever holds it.
        let reborn = try await ServedProgram(workplace, port: Int(served.port))
        #expect(reborn.port == served.port)
        try await again.waitForOutput("Paywall         c  ->  b")
        #expect(reborn.server.status == nil)
    }

    @Test("is counted as a user of the group whose value it shows, under its installation")
    func exposure() async throws {
        let workplace = try ServedProgram.workplace()
        let project = try workplace.folder.text(of: "experiments.yaml")
        try workplace.folder.write(
            project + """
                metrics: [{name: purchase, event: bought}]
                experiments: [{name: Paywall, key: paywall_type, groups: [a, b]}]

                """, to: "experiments.yaml")
        let served = try await ServedProgram(workplace)
        let shop = try served.shop(try await served.link())
        try await shop.waitForOutput("link       linked")
        let installation = try workplace.folder.text(of: "phone/link/installation")
        try await eventually("the exposure") {
            let told = try await workplace.run("events", "units", "Paywall", "--unit", installation, "--json")
            guard told.status == 0 else { return false }
            return try told.json().object?["group"] == "a"
        }
        #expect(served.server.status == nil)
    }

    @Test("without --server, a link is for the running server, on any port")
    func runningServer() async throws {
        let workplace = try ServedProgram.workplace()
        let served = try await ServedProgram(workplace)
        try await eventually("a link to it") {
            try await workplace.run("link", "--app", "shop", "--json").output.contains(
                served.url.absoluteString)
        }
        #expect(served.server.status == nil)
    }

    @Test("ends the overrides of an app whose link is revoked")
    func revoked() async throws {
        let workplace = try ServedProgram.workplace()
        let served = try await ServedProgram(workplace)
        let shop = try served.shop(try await served.link())
        try await shop.waitForOutput("Paywall         a")
        _ = try await workplace.run("override", "set", "paywall_type", "c")
        try await shop.waitForOutput("Paywall         a  ->  c")
        _ = try await workplace.run("link", "--revoke", "--app", "shop")
        try await shop.waitForOutput("Paywall         c  ->  a")
        try await shop.waitForOutput("does not know this link; it may have been revoked")
        #expect(served.server.status == nil)
    }
}
