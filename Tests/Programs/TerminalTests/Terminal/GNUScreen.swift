import Foundation

/// The terminal multiplexer of that name, which tests need not find.
enum GNUScreen {
    /// Where it is; nil where it is not installed.
    static let program: String? = {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
        return folders.map { "\($0)/screen" }.first { access($0, X_OK) == 0 }
    }()
}
