import ExperimentsCore
import FirebaseConfig
import Foundation
import TestSupport
import Testing

@Suite("Notifications", .inTurn, .timeLimit(.minutes(60)))
struct NotificationTests {
    /// What happened, in order: the names of notifications with what they hold, and what tests add.
    private let log = Recorder<String>()

    private func listening(_ client: ClientUnderTest) {
        for name in [RemoteConfig.didFetchNotification, RemoteConfig.didActivateNotification] {
            _ = client.notificationCenter.addObserver(forName: name, object: nil, queue: nil) {
                [log] notification in
                log.record(Self.words(for: notification))
            }
        }
    }

    private static func words(for notification: Notification) -> String {
        let info = notification.userInfo ?? [:]
        let isOfClient = notification.object is RemoteConfig
        let fields = info.keys.compactMap { $0 as? String }.sorted().map { name in
            (info[name] as? NSNumber).map { "\(name) \($0)" } ?? name
        }
        return ([isOfClient ? notification.name.rawValue : "from nobody"] + fields).joined(separator: " ")
    }

    @Test("a fetch and an activation are reported, in order")
    func success() async throws {
        let client = try ClientUnderTest()
        listening(client)
        client.transport.addRegistration()
        client.transport.addUpdate()
        try await client.config.fetchAndActivate()
        #expect(
            log.elements == [
                "RemoteConfig.didFetchNotification status 1",
                "RemoteConfig.didActivateNotification changed 1",
            ])
    }

    @Test("a fetch that fails is reported with its error, and nothing is activated")
    func failure() async throws {
        let client = try ClientUnderTest()
        listening(client)
        client.transport.add(failure: .offline)
        await #expect(throws: FirebaseFetchError.self) { try await client.config.fetchAndActivate() }
        #expect(log.elements == ["RemoteConfig.didFetchNotification error status 2"])
    }

    @Test("a fetch that is held back is reported as throttled")
    func throttled() async throws {
        let client = try await ClientUnderTest.afterFirstFetch()
        listening(client)
        for _ in 0..<2 { client.transport.add(429, "{}") }
        for _ in 0..<2 { _ = try? await client.config.fetch(withExpirationDuration: 0) }
        #expect(
            log.elements == [
                "RemoteConfig.didFetchNotification error status 2",
                "RemoteConfig.didFetchNotification error status 3",
            ])
    }

    @Test("an activation that changes nothing says so")
    func unchanged() async throws {
        let client = try await ClientUnderTest.afterFirstFetch()
        listening(client)
        #expect(!client.config.activate())
        #expect(log.elements == ["RemoteConfig.didActivateNotification changed 0"])
    }

    @Test("a completion handler runs before the notification")
    func completion() async throws {
        let client = try ClientUnderTest()
        listening(client)
        client.transport.addRegistration()
        client.transport.addUpdate()
        client.config.fetch { [log] status, error in log.record("handler \(status) \(error == nil)") }
        _ = try await log.first(2)
        client.config.activate { [log] changed, _ in log.record("handler \(changed)") }
        #expect(
            log.elements == [
                "handler success true", "RemoteConfig.didFetchNotification status 1", "handler true",
                "RemoteConfig.didActivateNotification changed 1",
            ])
    }

    @Test("a completion handler gets the error, and the notification follows")
    func failedCompletion() async throws {
        let client = try ClientUnderTest()
        listening(client)
        client.transport.add(failure: .offline)
        client.config.fetchAndActivate { [log] status, error in
            log.record("handler \(status) \(error == nil)")
        }
        #expect(
            try await log.first(2) == [
                "handler error false", "RemoteConfig.didFetchNotification error status 2",
            ])
    }

    @Test("update() fetches and activates without being waited for")
    func update() async throws {
        let client = try ClientUnderTest()
        listening(client)
        client.transport.addRegistration()
        client.transport.addUpdate()
        client.config.update()
        #expect(
            try await log.first(2)
                == [
                    "RemoteConfig.didFetchNotification status 1",
                    "RemoteConfig.didActivateNotification changed 1",
                ])
        #expect(client.config.configValue(for: "color").stringValue == "red")
    }

    @Test("a status has the number that official clients give it, and back", arguments: 0...3)
    func codes(code: Int) throws {
        #expect(try #require(RemoteConfig.FetchStatus(code: code)).code == code)
        #expect(RemoteConfig.FetchStatus(code: code + 4) == nil)
    }
}
