import ExperimentsCore

/// The identity of an app's installation.
package struct AppID: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The name of the app, from its link.
    package let app: String
    /// The identifier of the installation.
    package let installation: String

    /// Creates an identity.
    package init(app: String, installation: String) {
        self.app = app
        self.installation = installation
    }

    /// `shop/4f2a91`, the name in commands and lists.
    package var description: String { "\(app)/\(installation)" }

    package static func < (left: AppID, right: AppID) -> Bool {
        (left.app, left.installation) < (right.app, right.installation)
    }

    /// Returns whether a text that a person typed means the installation: it is the beginning of the name or of the
    /// installation's ID.
    package func isMeant(by text: String) -> Bool {
        description.hasPrefix(text) || installation.hasPrefix(text)
    }

    /// Returns the app that a text identifies.
    ///
    /// - Throws: `MessageError` if it identifies none or several. The error names the nearest ones, or the possible
    ///   ones.
    package static func named(_ text: String, among ids: [AppID]) throws(MessageError) -> AppID {
        if let exact = ids.first(where: { $0.description == text }) { return exact }
        let meant = ids.filter { $0.isMeant(by: text) }.sorted()
        let exact = meant.filter { $0.installation == text }
        if exact.count == 1 { return exact[0] }
        if meant.count == 1, !text.isEmpty { return meant[0] }
        guard !meant.isEmpty, !text.isEmpty else {
            let near = SpellingSuggestion.nearest(to: text, in: ids.map(\.description))
            throw MessageError(
                "no app \"\(text)\"",
                advice: near.map { "Did you mean \($0)?" } ?? "Use `experiments apps` to list apps.")
        }
        let shown = meant.prefix(5).map(\.description).joined(separator: ", ")
        let more = meant.count > 5 ? " and \(meant.count - 5) more" : ""
        throw MessageError("\"\(text)\" matches \(meant.count) apps", advice: "Use one of \(shown)\(more)")
    }
}
