import Experiments
import TestSupport
import Testing

extension Keys {
    fileprivate static let shelves = Key("shelves", default: 2)
}

@Suite("An app with types of its own called Key and Remote", .inTurn)
struct OwnTypesTests {
    private enum Key { case own }
    private enum Remote { case own }
    private enum Experiments { case own }

    private struct Shelf {
        @Keys.Remote(.shelves) var count
    }

    @Test("finds the library's in Keys")
    func nested() {
        let key: Keys.Key<Int> = .shelves
        let service = RemoteConfigService(
            remoteConfigKeeper: InMemoryRemoteConfigKeeper(Snapshot(texts: ["shelves": "4"], fetchedAt: nil)))
        #expect(service[key] == 4)
        RemoteScope.with(service) { #expect(Shelf().count == 4) }
    }
}
