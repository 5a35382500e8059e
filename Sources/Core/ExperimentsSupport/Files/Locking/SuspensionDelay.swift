import Dispatch
import Foundation

/// Keeps the system from suspending this process for a moment. Apple's systems end an app that is suspended while it
/// holds the lock of a file in a folder that it shares with its extensions (0xdead10cc); on others nothing is done.
enum SuspensionDelay {
    static func during<Result>(_ body: () throws -> Result) rethrows -> Result {
        #if canImport(Darwin) && !os(macOS)
        let isOver = DispatchSemaphore(value: 0)
        defer { isOver.signal() }
        ProcessInfo.processInfo.performExpiringActivity(withReason: "a change of a shared file") { isExpiring in
            // The system waits until this returns. Where it calls because time is up, the change is nearly done.
            if !isExpiring { isOver.wait() }
        }
        #endif
        return try body()
    }
}
