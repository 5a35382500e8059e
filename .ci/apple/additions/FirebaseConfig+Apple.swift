// What Foundation and ExperimentsSupport have on Apple's systems alone.
import ExperimentsSupport
import Foundation

extension URL {
    static var applicationSupportDirectory: URL { fatalError("a stub") }
}

extension KeychainCalls {
    static var system: KeychainCalls { fatalError("a stub") }
}
