import Dispatch
import Foundation

/// Reports once that the program should end, so that it can end cleanly. A second signal ends it immediately.
final class EndingSignals: @unchecked Sendable {
    private static let numbers = [SIGTERM, SIGINT, SIGHUP]
    private let numbers: [Int32]
    // They are created and cancelled by one thread at a time.
    private let sources: [any DispatchSourceSignal]

    /// Whether some of these signals would end the program without any work: no part of it handles them.
    static var areUnhandled: Bool { numbers.contains(where: isUnhandled) }

    private static func isUnhandled(_ number: Int32) -> Bool {
        var current = sigaction()
        return sigaction(number, nil, &current) == 0 && current.hasStandardHandler
    }

    /// - Parameter leavesIgnored: whether signals that are ignored stay so, as for programs in the background.
    init(leavingIgnored leavesIgnored: Bool = false, _ end: @escaping @Sendable () -> Void) {
        let registered = DispatchGroup()
        numbers = Self.numbers.filter { !leavesIgnored || Self.isUnhandled($0) }
        sources = numbers.map { number in
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            registered.enter()
            source.setRegistrationHandler {
                // Until now, the signal ends the program as usual. Ignored earlier, it would be lost. On Linux, Dispatch
                // sets a handler of its own.
                #if canImport(Darwin)
                signal(number, SIG_IGN)
                #endif
                registered.leave()
            }
            source.setEventHandler {
                for number in Self.numbers { signal(number, SIG_DFL) }
                end()
            }
            source.resume()
            return source
        }
        registered.wait()
    }

    func cancel() {
        for source in sources { source.cancel() }
        #if canImport(Darwin)
        for number in numbers { signal(number, SIG_DFL) }
        #endif
    }
}

extension sigaction {
    fileprivate var hasStandardHandler: Bool {
        #if canImport(Darwin)
        unsafeBitCast(__sigaction_u.__sa_handler, to: Int.self) == 0
        #else
        unsafeBitCast(__sigaction_handler.sa_handler, to: Int.self) == 0
        #endif
    }
}
