import ExperimentsLocks
import Foundation
import Observation
import TestSupport
import Testing

@testable import Experiments

/// A model as apps have them.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
@Observable
private final class ShelfModel {
    @ObservationIgnored @Remote(.columns) var columns
    var title = "Shelf"

    var summary: String { "\(title): \(columns)" }
}

@Suite("A key as a property", .inTurn)
struct RemoteTests {
    private struct Shelf {
        @Remote(.columns) var columns
        @Remote(.paywall) var paywall
    }

    private let keeper = InMemoryRemoteConfigKeeper()
    private let service: RemoteConfigService

    init() {
        service = RemoteConfigService(remoteConfigKeeper: keeper)
    }

    private func publish(_ texts: [String: String]) {
        keeper.publish(Snapshot(texts: texts, fetchedAt: Date(timeIntervalSince1970: 0)))
    }

    @Test("It has the value of the moment, of the service handed down or given")
    func value() async {
        publish(["columns": "4"])
        RemoteScope.with(service) {
            let shelf = Shelf()
            #expect(shelf.columns == 4)
            publish(["columns": "5"])
            #expect(shelf.columns == 5)
        }
        await RemoteScope.with(service) {
            #expect(await Task { Shelf().columns }.value == 5)
        }
        #expect(Remote(.columns, in: service).wrappedValue == 5)
    }

    @Test("Read where there is no service, it has its default, which is reported once for each key")
    func unserved() {
        let said = Recorder<String>()
        RemoteScope.$unserved.withValue(UnservedReads { said.record($0) }) {
            #expect(Shelf().columns == 3)
            #expect(Shelf().columns == 3)
            #expect(Shelf().paywall == .a)
        }
        #expect(said.count == 2)
        #expect(
            said.elements.first
                == "Experiments: key \"columns\" was read without a service, so it has its default. Call "
                + "RemoteScope.use(_:) first. In a test, a dispatch queue or Task.detached is outside the test's task: "
                + "pass the service, as in @Remote(.key, in: service)")
    }

    @Test("Its projection gives the status, the source, the override, and later values")
    func projection() async throws {
        let shelf = Shelf()
        try await RemoteScope.with(service) {
            #expect(shelf.$columns.status == .unknown)
            publish(["columns": "4"])
            #expect(shelf.$columns.status == .ok)
            #expect(shelf.$columns.source == .source)
            #expect(shelf.$columns.override == nil)
            try shelf.$columns.override(with: 6)
            #expect(shelf.columns == 6)
            #expect(shelf.$columns.status == .override)
            #expect(shelf.$columns.override == 6)
            try shelf.$columns.override(with: nil)
            publish(["columns": "9"])
            #expect(shelf.$columns.source == nil)
            #expect(shelf.$columns.problem?.reason == "outside its range")
            var values = shelf.$columns.values.makeAsyncIterator()
            publish(["columns": "2"])
            #expect(await values.next() == 3)
            #expect(await values.next() == 2)
        }
    }

    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
    @Test("An observer of one key hears only the changes of that key")
    func observation() {
        let told = Recorder<String>()
        RemoteScope.with(service) {
            let shelf = Shelf()
            withObservationTracking {
                _ = shelf.columns
            } onChange: {
                told.record("changed")
            }
            publish(["paywall_type": "b"])
            #expect(told.count == 0)
            publish(["paywall_type": "b", "columns": "3"])
            #expect(told.count == 0, "the same value is no change")
            publish(["paywall_type": "b", "columns": "4"])
            #expect(told.count == 1)
            #expect(shelf.columns == 4)
        }
    }

    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
    @Test("In an observable class it is observed like the other properties")
    func observableClass() {
        let told = Recorder<String>()
        RemoteScope.with(service) {
            let model = ShelfModel()
            withObservationTracking {
                _ = model.summary
            } onChange: {
                told.record("changed")
            }
            publish(["columns": "4"])
            #expect(told.count == 1)
            #expect(model.summary == "Shelf: 4")
        }
    }

    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
    @Test("Observing follows the service that is read: another one is observed when it is read")
    func otherService() {
        let other = InMemoryRemoteConfigKeeper()
        let otherService = RemoteConfigService(remoteConfigKeeper: other)
        let (told, shelf) = (Recorder<String>(), Shelf())
        _ = RemoteScope.with(service) { shelf.columns }
        RemoteScope.with(otherService) {
            withObservationTracking {
                _ = shelf.columns
            } onChange: {
                told.record("changed")
            }
        }
        publish(["columns": "4"])
        #expect(told.count == 0)
        other.publish(Snapshot(texts: ["columns": "4"], fetchedAt: nil))
        #expect(told.count == 1)
    }
}
