import ExperimentsCore
import ExperimentsLinkProtocol
import Foundation
import TestSupport
import Testing

@testable import ExperimentsOperator

@Suite("How far an override came", .inTurn)
struct OverrideReachTests {
    private func reach(_ keys: [[ReportedKey]?], _ text: (ConnectedApp) -> String? = { _ in "9" })
        -> OverrideReach?
    {
        let apps = keys.enumerated().map { SampleApps.app(SampleApps.identity($0.offset), $0.element) }
        return OverrideReach(of: "max_items", in: apps, text: text)
    }

    private let there = [ReportedKey.held("max_items", "9", .override)]
    private let not = [ReportedKey.held("max_items", "7")]

    @Test("the words say in how many apps it is active")
    func words() {
        #expect(reach([there, there, not, there])?.words == "active in 3 of 4 apps")
        #expect(reach([there, there])?.words == "active in both apps")
        #expect(reach([there])?.words == "active in the app")
        #expect(reach([not])?.words == "not active in the app yet")
        #expect(reach([not, not])?.words == "active in 0 of 2 apps")
    }

    @Test("each of the others is named, with the reason")
    func stragglers() {
        var pending = ReportedKey.held("max_items", "7", .override)
        pending.pending = "9"
        let reach = reach([
            not, nil, [], [.held("max_items", "8", .override)],
            [.held("max_items", "5", .incorrect, "no number")],
            [pending], there,
        ])
        let reasons = [
            "override not received yet", "has not reported its values yet", "not in this app",
            "another override is active there", "incorrect in that app: no number",
            "takes effect at the next launch",
        ]
        #expect(reach?.stragglers.map(\.reason) == reasons)
        #expect(reach?.stragglers.first?.title == "shop 1")
    }

    @Test("apps that are gone, and those it is not meant for, do not count")
    func others() {
        let gone = SampleApps.app(SampleApps.tablet, not, streams: 0)
        #expect(OverrideReach(of: "max_items", in: [gone]) { _ in "9" } == nil)
        let ofOne = reach([there, not]) { app in app.id.installation == "installation-0" ? "9" : nil }
        #expect(ofOne?.words == "active in the app")
        #expect(reach([there]) { _ in nil } == nil)
    }
}
