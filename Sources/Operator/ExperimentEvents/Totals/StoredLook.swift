import ExperimentStatistics
import ExperimentsSupport
import Foundation

#if canImport(CryptoKit)
import CryptoKit
#else
import Crypto
#endif

/// A look at a treatment and a metric that was kept, so that no later look can take it back.
package struct StoredLook: Sendable, Hashable {
    /// The metric's name.
    package var metric: String
    /// The treatment's group.
    package var group: String
    /// A digest of everything that defines what was looked at. A look counts only for the same definition.
    package var definition: String
    /// When it was taken.
    package var at: Date
    /// The data at this look.
    package var look: Look

    package init(metric: String, group: String, definition: String = "", at: Date, look: Look) {
        (self.metric, self.group, self.definition, self.at, self.look) = (metric, group, definition, at, look)
    }

    /// The digest of a definition: the first half of the SHA-256 of its parts, in hexadecimal digits.
    package static func digest(of parts: [String]) -> String {
        // No part contains the separator, so that no two lists of parts are alike.
        let text = parts.map { $0.replacing("\u{1F}", with: " ") }.joined(separator: "\u{1F}")
        return Hexadecimal.text(SHA256.hash(data: Data(text.utf8)).prefix(16))
    }
}
