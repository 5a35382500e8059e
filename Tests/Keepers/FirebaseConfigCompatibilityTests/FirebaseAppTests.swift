import FirebaseConfigCompatibility
import Foundation
import TestSupport
import Testing

/// Answers a registration and a fetch.
private struct CannedTransport: HTTPTransport {
    func send(_ request: TransportRequest) async throws -> TransportResponse {
        let body =
            request.url.path.hasSuffix(":fetch")
            ? #"{"state": "UPDATE", "entries": {"trial_days": "21", "rate": "0.5"}}"#
            : #"""
            {"fid": "cAbCdEfGhIjKlMnOpQrStU", "refreshToken": "r",
             "authToken": {"token": "t", "expiresIn": "604800s"}}
            """#
        return TransportResponse(status: 200, headers: ["etag": "e"], body: Array(body.utf8))
    }
}

@Suite("The names of Firebase's SDK", .inTurn, .serialized)
struct FirebaseAppTests {
    @Test("Code of the SDK sets defaults, fetches, activates and reads")
    func calls() async throws {
        let project = try FirebaseProject(
            projectID: "demo-shop", appID: "1:123456789012:ios:0a1b2c", apiKey: "key")
        FirebaseApp.configure(
            RemoteConfig(
                project: project, transport: CannedTransport(), notificationCenter: NotificationCenter()))
        let defaults: [String: NSObject] = [
            "trial_days": NSNumber(value: 14), "title": NSString(string: "Hello"),
        ]
        RemoteConfig.remoteConfig().setDefaults(defaults)
        #expect(RemoteConfig.remoteConfig().configValue(forKey: "trial_days").numberValue == 14)
        let status = await withCheckedContinuation { continuation in
            RemoteConfig.remoteConfig().fetch(withExpirationDuration: 0) { status, error in
                continuation.resume(returning: error == nil ? status : .failure)
            }
        }
        #expect(status == .success)
        #expect(RemoteConfig.remoteConfig().activateFetched())
        #expect(RemoteConfig.remoteConfig().configValue(forKey: "trial_days").numberValue.intValue == 21)
        #expect(RemoteConfig.remoteConfig()["rate"].numberValue.doubleValue == 0.5)
        #expect(RemoteConfig.remoteConfig().configValue(forKey: "title").stringValue == "Hello")
        #expect(RemoteConfig.remoteConfig().configValue(forKey: nil).source == .static)
    }

    @Test("Without a project, a fetch fails and says what to do, and the defaults are there")
    func unconfigured() async throws {
        let remoteConfig = RemoteConfig.unconfigured(because: "call FirebaseApp.configure() first")
        remoteConfig.setDefaults(["title": NSString(string: "Hello")])
        #expect(remoteConfig.configValue(forKey: "title").stringValue == "Hello")
        let error = await #expect(throws: FirebaseFetchError.self) { try await remoteConfig.fetch() }
        #expect(error?.reason.contains("call FirebaseApp.configure() first") == true)
    }
}
