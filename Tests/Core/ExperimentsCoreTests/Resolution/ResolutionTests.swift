import ExperimentsCore
import Foundation
import TestSupport
import Testing

@Suite("The one resolution", .inTurn)
struct ResolutionTests {
    enum Outcome: Equatable {
        case overridden(Paywall), remote(Paywall), appDefault, missing, unknown
        case incorrect(String, by: ValueSupplier)

        init(_ resolution: Resolution<Paywall>) {
            self =
                switch resolution {
                case .overridden(let value): .overridden(value)
                case .remote(let value): .remote(value)
                case .appDefault: .appDefault
                case .missing: .missing
                case .unknown: .unknown
                case .incorrect(let problem, let supplier): .incorrect(problem.found, by: supplier)
                }
        }
    }

    static let table: [(entry: Snapshot.Entry?, override: String?, outcome: Outcome)] = [
        (nil, nil, .missing),
        (Snapshot.Entry(text: "b"), nil, .remote(.b)),
        (Snapshot.Entry(text: "z"), nil, .incorrect("z", by: .source)),
        (Snapshot.Entry(text: ""), nil, .missing),
        (Snapshot.Entry(text: nil), nil, .appDefault),
        (nil, "c", .overridden(.c)),
        (Snapshot.Entry(text: "b"), "c", .overridden(.c)),
        (Snapshot.Entry(text: "z"), "c", .overridden(.c)),
        (Snapshot.Entry(text: nil), "c", .overridden(.c)),
        (Snapshot.Entry(text: "b"), "y", .incorrect("y", by: .override)),
        (nil, "y", .incorrect("y", by: .override)),
        (Snapshot.Entry(text: "b"), "", .incorrect("", by: .override)),
    ]

    @Test("decides from what the source and the operator say", arguments: table)
    func decides(_ row: (entry: Snapshot.Entry?, override: String?, outcome: Outcome)) {
        let resolution = Resolution<Paywall>(entry: row.entry, override: row.override) {
            (text) throws(IncorrectValue) in try Paywall.decode(text)
        }
        #expect(Outcome(resolution) == row.outcome)
    }

    @Test("that nothing is there says nothing before the first fetch", arguments: table)
    func beforeFetching(_ row: (entry: Snapshot.Entry?, override: String?, outcome: Outcome)) {
        let resolution = Resolution<Paywall>(entry: row.entry, wasFetched: false, override: row.override) {
            (text) throws(IncorrectValue) in try Paywall.decode(text)
        }
        let isAbsent = row.entry == nil && row.override == nil
        #expect(Outcome(resolution) == (isAbsent ? .unknown : row.outcome))
    }

    @Test("an empty text is a value where the type accepts it")
    func emptyText() {
        let resolution = Resolution<Greeting>(entry: Snapshot.Entry(text: ""), override: nil) {
            (text) throws(IncorrectValue) in try Greeting.decode(text)
        }
        guard case .remote(Greeting("")) = resolution else {
            Issue.record("\(resolution)")
            return
        }
    }

    @Test("an override counts while it is switched on and not over")
    func activeOverrides() {
        let now = Date(timeIntervalSince1970: 1_000)
        let key = CatalogKey(name: "key", schema: ValueSchema(kind: .string))
        func isOverridden(_ override: Override) -> Bool {
            let resolution = Resolution(
                of: key, in: Snapshot(texts: ["key": "x"], fetchedAt: nil),
                overrides: OverrideSet(["key": override]),
                at: now)
            if case .overridden = resolution { return true }
            return false
        }
        #expect(isOverridden(Override(value: "y")))
        #expect(!isOverridden(Override(value: "y", isEnabled: false)))
        #expect(isOverridden(Override(value: "y", expiresAt: now + 1)))
        #expect(!isOverridden(Override(value: "y", expiresAt: now)))
    }
}
