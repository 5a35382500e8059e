// What Foundation has on Apple's systems alone.
import Foundation

extension URL {
    static var applicationSupportDirectory: URL { fatalError("a stub") }
}
