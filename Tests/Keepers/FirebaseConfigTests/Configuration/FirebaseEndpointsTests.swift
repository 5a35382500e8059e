import FirebaseConfig
import Foundation
import TestSupport
import Testing

@Suite("If the services are", .inTurn)
struct FirebaseEndpointsTests {
    @Test("Google's own by default")
    func defaults() throws {
        #expect(try FirebaseEndpoints(environment: [:]) == .google)
        #expect(
            FirebaseEndpoints.google.remoteConfig.absoluteString
                == "https://firebaseremoteconfig.googleapis.com")
        #expect(
            FirebaseEndpoints.google.installations.absoluteString
                == "https://firebaseinstallations.googleapis.com")
        #expect(
            FirebaseEndpoints.google.realtime.absoluteString
                == "https://firebaseremoteconfigrealtime.googleapis.com")
    }

    @Test("FIREBASE_REMOTE_CONFIG_URL_BASE moves both, FIREBASE_INSTALLATIONS_URL_BASE one")
    func environment() throws {
        let remoteConfig = "http://127.0.0.1:9099"
        #expect(
            try FirebaseEndpoints(environment: ["FIREBASE_REMOTE_CONFIG_URL_BASE": remoteConfig])
                == .emulator(at: try base(remoteConfig)))
        let both = [
            "FIREBASE_REMOTE_CONFIG_URL_BASE": remoteConfig,
            "FIREBASE_INSTALLATIONS_URL_BASE": "https://example.com/base",
        ]
        let endpoints = try FirebaseEndpoints(environment: both)
        #expect(endpoints.installations.absoluteString == "https://example.com/base")
        #expect(endpoints.remoteConfig.absoluteString == remoteConfig)
    }

    @Test(
        "an invalid URL is refused by name", arguments: ["localhost:9099", "ftp://x", "http://", "not a url"])
    func refused(text: String) {
        let error = #expect(throws: FirebaseConfigurationError.self) {
            try FirebaseEndpoints(environment: ["FIREBASE_REMOTE_CONFIG_URL_BASE": text])
        }
        #expect(error?.field == "FIREBASE_REMOTE_CONFIG_URL_BASE")
    }
}
