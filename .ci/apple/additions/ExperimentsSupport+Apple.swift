// What Foundation has on Apple's systems alone.
import Foundation

extension ProcessInfo {
    func performExpiringActivity(withReason: String, using: @escaping @Sendable (Bool) -> Void) {}
}
