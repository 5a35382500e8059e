import Dispatch
import Foundation

/// Reports once that the program should end, so that it can end cleanly. A second signal ends it immediately.
final class EndingSignals {
    private static let numbers = [SIGTERM, SIGINT, SIGHUP]
    private let sources: [any DispatchSourceSignal]

    init(_ end: @escaping @Sendable () -> Void) {
        let registered = DispatchGroup()
        sources = Self.numbers.map { number in
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
    }
}
