import ExperimentsCore
import ExperimentsLinkProtocol
import Foundation
import TestSupport
import Testing

@testable import ExperimentsOperator

@Suite("Random apps", .inTurn)
struct AppRegistryPropertyTests {
    @Test(
        "whatever apps say, the registry stays within its limits, and its numbers are those of what it holds")
    func invariants() {
        for round in 0..<FuzzEffort.rounds(usually: 40) {
            var random = SeededGenerator(seed: FuzzEffort.seed &+ UInt64(round))
            let limits = AppRegistry.Limits(
                apps: 2 + random.below(10), bytes: 6_000 + random.below(60_000), keys: 1 + random.below(12),
                doings: 1 + random.below(6))
            var registry = AppRegistry(limits: limits)
            var heardOf: Set<AppID> = []
            var now = SampleApps.start
            for step in 0..<200 {
                now += Double(random.below(3))
                let identity = SampleApps.identity(random.below(25), version: String(random.below(3)))
                switch random.below(6) {
                case 0:
                    registry.connect(AppID(identity), at: now)
                    heardOf.insert(AppID(identity))
                case 1: registry.disconnect(AppID(identity), at: now)
                default:
                    let receipt = registry.take(report(of: identity, now, &random), at: now)
                    heardOf.insert(AppID(identity))
                    #expect(receipt.wantsWhole == (registry.apps[AppID(identity)]?.values == nil))
                }
                check(registry, limits, "seed \(FuzzEffort.seed), round \(round), step \(step)")
                #expect(registry.apps.keys.allSatisfy(heardOf.contains))
            }
        }
    }

    private func report(of identity: AppIdentity, _ now: Date, _ random: inout SeededGenerator) -> AppReport {
        let statuses = KeyStatus.allCases
        let keys = (0..<random.below(20)).map { _ in
            ReportedKey.held(
                "key \(random.below(30))", String(repeating: "v", count: random.below(300)),
                statuses[random.below(statuses.count)])
        }
        // A name may come twice: what an app sends need not make sense.
        var report = SampleApps.report(
            of: identity, run: "r\(random.below(2))", number: random.below(50),
            at: now + Double(random.below(100_000) - 50_000),
            whole: random.below(2) == 0, keys)
        report.removedKeys = (0..<random.below(4)).map { _ in "key \(random.below(30))" }
        report.metrics = (0..<random.below(9)).map { _ in ReportedMetric("m", value: .infinity, at: now) }
        return report
    }

    private func check(_ registry: AppRegistry, _ limits: AppRegistry.Limits, _ place: String) {
        #expect(registry.apps.count <= limits.apps, "\(place)")
        // A single app is kept, however large what it says of itself is.
        #expect(registry.bytes <= limits.bytes || registry.apps.count == 1, "\(place)")
        var pooled: [ObjectIdentifier: Int] = [:]
        for (id, app) in registry.apps {
            #expect(id == app.id && app.streams >= 0 && app.doings.count <= limits.doings, "\(place)")
            guard let values = app.values else { continue }
            pooled[ObjectIdentifier(values)] = values.cost
            #expect(app.counts == values.counts && values.keys.count <= limits.keys, "\(place)")
            let names = values.keys.map(\.name)
            #expect(names == Set(names).sorted(), "\(place)")
        }
        let held = registry.apps.values.reduce(0) { $0 + $1.cost } + pooled.values.reduce(0, +)
        #expect(registry.bytes == held, "\(place)")
    }
}
