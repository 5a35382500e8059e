import ExperimentsCore
import Foundation
import TestSupport
import Testing

@Suite("A set of overrides", .inTurn)
struct OverrideSetTests {
    private let now = Date(timeIntervalSince1970: 1_000)

    @Test("gives the text that is active")
    func activeText() {
        let set = OverrideSet([
            "on": Override(value: "1"), "off": Override(value: "2", isEnabled: false),
            "over": Override(value: "3", expiresAt: now),
            "soon over": Override(value: "4", expiresAt: now + 1),
        ])
        let circumstances = OverrideCircumstances(now: now, snapshot: .empty, fetchedAt: nil)
        #expect(set.names.map { set.activeText(for: $0, in: circumstances) } == [nil, "1", nil, "4"])
        #expect(set.names == ["off", "on", "over", "soon over"])
        #expect(set.activeText(for: "unknown", in: circumstances) == nil)
    }

    @Test("knows the next end of an override active")
    func nextExpiry() {
        var set = OverrideSet(["a": Override(value: "", isEnabled: false, expiresAt: now + 1)])
        #expect(set.nextExpiry(after: now) == nil)
        set["b"] = Override(value: "", expiresAt: now + 20)
        set["c"] = Override(value: "", expiresAt: now + 10)
        set["d"] = Override(value: "", expiresAt: now - 10)
        #expect(set.nextExpiry(after: now) == now + 10)
        #expect(set.nextExpiry(after: now + 10) == now + 20)
    }

    @Test("lists the names that differ from another set")
    func namesChanged() {
        let old = OverrideSet([
            "same": Override(value: "1"), "gone": Override(value: "1"), "other": Override(value: "1"),
        ])
        let new = OverrideSet([
            "same": Override(value: "1"), "new": Override(value: "1"), "other": Override(value: "2"),
        ])
        #expect(new.namesChanged(from: old) == ["gone", "other", "new"])
        #expect(old.namesChanged(from: old).isEmpty)
    }
}
