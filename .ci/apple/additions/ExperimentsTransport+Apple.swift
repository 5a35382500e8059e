// What Foundation has on Apple's systems alone.
import Foundation

extension URLSessionConfiguration {
    var allowsConstrainedNetworkAccess: Bool {
        get { fatalError("a stub") }
        set {}
    }
}
