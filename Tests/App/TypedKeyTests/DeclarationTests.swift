import Experiments
import Foundation
import TestSupport
import Testing

@Suite("Mistakes in declaring keys", .inTurn)
struct DeclarationTests {
    private final class Listening: RemoteConfigService, @unchecked Sendable {
        let problems = Recorder<String>()

        override func trackDeclarationProblem(_ problem: DeclarationProblem) {
            problems.record("\(problem)")
        }
    }

    private let keeper = InMemoryRemoteConfigKeeper(Snapshot(texts: ["rows": "4"], fetchedAt: nil))

    @Test("Two keys of one name and different types are reported once, and each is read as its own type")
    func twice() {
        let service = Listening(remoteConfigKeeper: keeper)
        let (number, text) = (Key("rows", default: 3), Key("rows", default: "three"))
        for _ in 1...2 {
            #expect(service[number] == 4)
            #expect(service[text] == "4")
            service.getValues(for: [number, text])
        }
        #expect(
            service.problems.elements == [
                "key \"rows\" is declared twice, as Int and as String; declare it once, or give one another name"
            ])
    }

    @Test("Two keys of one name and the same type are one key")
    func same() {
        let service = Listening(remoteConfigKeeper: keeper)
        #expect(service[Key("rows", default: 3)] == service[Key("rows", default: 5)])
        #expect(service.problems.elements.isEmpty)
    }

    @Test("A default that the key's own range refuses is reported once, and used")
    func refusedDefault() {
        let service = Listening(remoteConfigKeeper: InMemoryRemoteConfigKeeper())
        let key = Key("rows", default: 0, in: 1...6)
        #expect(service[key] == 0)
        #expect(service[key] == 0)
        #expect(
            service.problems.elements == [
                "the default of key \"rows\" is not valid for it: outside its range: expected a whole number from 1 to 6, "
                    + "found \"0\"; change the default, or what the key accepts"
            ])
    }

    @Test(
        "An override that was set for another type is incorrect, and the default is used until it is taken away"
    )
    func oldOverride() throws {
        let store = InMemoryOverrideStore()
        try store.update { $0["rows"] = Override(value: "many") }
        let service = Listening(remoteConfigKeeper: keeper, overrideStore: store)
        let key = Key("rows", default: 3, in: 1...6)
        #expect(service[key] == 3)
        #expect(service.row(of: key).incorrectSupplier == .override)
        try service.override(key, with: nil)
        #expect(service[key] == 4)
    }
}
