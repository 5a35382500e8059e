import ExperimentsCore
import ExperimentsLinkProtocol
import Foundation
import TestSupport
import Testing

@testable import ExperimentsOperator

@Suite("Facts of an app", .inTurn)
struct AppFactsTests {
    private func words(_ app: ConnectedApp, all: Bool = true) -> [String] {
        app.facts.filter { all || !$0.isRepetition }.map { fact in
            switch fact.content {
            case .text(let text): "\(fact.label): \(text)"
            case .time(let date, let ending): "\(fact.label): \(RFC3339.text(of: date))\(ending)"
            case .duration(let duration): "\(fact.label): \(DurationText.text(of: duration))"
            }
        }
    }

    @Test("they come in the order in which they are read, from the name to the fetch")
    func order() {
        let app = SampleApps.app(SampleApps.phone, [.held("max_items", "7")], fetchedAt: SampleApps.start)
        #expect(
            app.facts.prefix(7).map(\.label) == [
                "app", "version", "device", "system", "seen", "reported", "fetched",
            ])
        #expect(words(app).contains { $0.hasPrefix("fetched: \(RFC3339.text(of: SampleApps.start))") })
    }

    @Test("the device, which the title of an app names, is left out where there is little room")
    func device() {
        let app = SampleApps.app(SampleApps.phone, [.held("max_items", "7")], fetchedAt: SampleApps.start)
        #expect(words(app).contains { $0.hasPrefix("device: ") })
        #expect(!words(app, all: false).contains { $0.hasPrefix("device: ") })
    }
}
