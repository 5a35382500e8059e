// What ExperimentsSupport has on Apple's systems alone.
import ExperimentsSupport

extension KeychainCalls {
    static var system: KeychainCalls { fatalError("a stub") }
}
