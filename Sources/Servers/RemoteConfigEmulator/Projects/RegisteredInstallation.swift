import Foundation

/// An installation that registered with the emulator.
struct RegisteredInstallation: Sendable {
    let refreshToken: String
    var token: String
    var tokenExpiresAt: Date
}
