import ExperimentsCore
import TestSupport
import Testing

@Suite("Layered overrides", .inTurn)
struct LayeredOverrideStoreTests {
    private let team = InMemoryOverrideStore(
        OverrideSet(["a": Override(value: "team"), "b": Override(value: "team")]))
    private let own = InMemoryOverrideStore(OverrideSet(["b": Override(value: "own")]))

    private func store() -> LayeredOverrideStore {
        LayeredOverrideStore(lower: [("team.json", team)], top: own, named: "own.json")
    }

    @Test("the higher layer's override of a key counts, and each says where it is from")
    func merging() {
        let store = store()
        #expect(store.overrides["a"]?.value == "team")
        #expect(store.overrides["b"]?.value == "own")
        #expect(store.layers.supplier(of: "a")?.name == "team.json")
        #expect(store.layers.supplier(of: "b")?.name == "own.json")
        #expect(store.layers.covered("b")?.value == "team")
    }

    @Test("removing one's own uncovers the team's")
    func uncovers() throws {
        let store = store()
        let update = try store.update { $0["b"] = nil }
        #expect(update.before["b"]?.value == "own")
        #expect(store.overrides["b"]?.value == "team")
        #expect(team.overrides["b"]?.value == "team")
    }

    @Test("one that is turned off covers the team's, and the source's value is active")
    func switchingOff() throws {
        let store = store()
        try store.update { $0["a"] = Override(value: "team", isEnabled: false) }
        let key = CatalogKey(name: "a", schema: ValueSchema(kind: .string))
        let keeper = InMemoryRemoteConfigKeeper(Snapshot(texts: ["a": "upstream"], fetchedAt: nil))
        let service = RemoteConfigService(remoteConfigKeeper: keeper, overrideStore: store)
        #expect(service.report(for: [key]).rows.first?.valueText == "upstream")
    }

    @Test("a change of any layer is reported with what comes of all")
    func tells() throws {
        let store = store()
        let heard = Recorder<OverrideStoreState>()
        let observation = store.observe { heard.record($0) }
        try team.update { $0["c"] = Override(value: "team") }
        try store.update { $0["c"] = Override(value: "own") }
        withExtendedLifetime(observation) {}
        #expect(heard.elements.map { $0.overrides["c"]?.value } == ["team", "own"])
        #expect(heard.elements.last?.layers.count == 2)
    }

    @Test("a layer that cannot be read is reported, and does not keep the highest from being changed")
    func unreadable() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("{", to: "team.json")
        let store = LayeredOverrideStore(
            lower: [("team.json", JSONOverrideStore(path: path, watcher: nil))], top: own, named: "own.json")
        #expect(store.problem?.path == path)
        try store.update { $0["d"] = Override(value: "own") }
        #expect(store.overrides["d"]?.value == "own")
    }
}
