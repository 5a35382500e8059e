import ExperimentsCore
import ExperimentsOperator
import TestSupport
import Testing

@Suite("Overrides that are meant for an app", .inTurn)
struct AppScopeTests {
    @Test("of several overrides of a key, the one of the narrowest scope counts")
    func narrowest() {
        let id = AppID(SampleApps.phone)
        let everyone = OverrideSet([
            "a": Override(value: "1"), "b": Override(value: "1"), "c": Override(value: "1"),
        ])
        var scoped = everyone
        #expect(scoped.overrides(for: id) == everyone)
        scoped[.app("shop")] = OverrideSet(["b": Override(value: "2"), "c": Override(value: "2")])
        scoped[.installation(app: "shop", id: "4f2a91")] = OverrideSet(["c": Override(value: "3")])
        scoped[.installation(app: "kiosk", id: "4f2a91")] = OverrideSet(["a": Override(value: "9")])
        #expect(scoped.overrides(for: id).entries.mapValues(\.value) == ["a": "1", "b": "2", "c": "3"])
        #expect(
            scoped.overrides(for: AppID(SampleApps.tablet)).entries.mapValues(\.value)
                == ["a": "1", "b": "2", "c": "2"])
    }
}
