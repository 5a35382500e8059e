// What Foundation has on Apple's systems alone.
import Foundation
import FoundationNetworking

extension URLSessionConfiguration {
    var allowsConstrainedNetworkAccess: Bool {
        get { fatalError("a stub") }
        set {}
    }
}
