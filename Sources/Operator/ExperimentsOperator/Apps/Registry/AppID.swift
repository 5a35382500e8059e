import ExperimentsCore

/// Which installation of which app.
package struct AppID: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The app's name, as its link says it.
    package let app: String
    /// What tells the installation from the app's others.
    package let installation: String

    /// An installation of an app.
    package init(app: String, installation: String) {
        (self.app, self.installation) = (app, installation)
    }

    /// `shop/4f2a91`: what commands and lists call it.
    package var description: String { "\(app)/\(installation)" }

    package static func < (left: AppID, right: AppID) -> Bool {
        (left.app, left.installation) < (right.app, right.installation)
    }

    /// Whether a text that somebody typed means it: its beginning, such as the app's name, or its installation's.
    func isMeant(by text: String) -> Bool { description.hasPrefix(text) || installation.hasPrefix(text) }
}

/// Why a text names no app.
package struct AppIDProblem: Error, Sendable, Hashable, CustomStringConvertible, OperatorError {
    package let message: String
    package let advice: String?

    package var description: String { message }
}

extension AppID {
    /// The one of some apps that a text means.
    ///
    /// - Throws: `AppIDProblem` where it means none, or several; it names the nearest, or those that it could be.
    package static func named(_ text: String, among ids: [AppID]) throws(AppIDProblem) -> AppID {
        if let exact = ids.first(where: { $0.description == text }) { return exact }
        let meant = ids.filter { $0.isMeant(by: text) }.sorted()
        let exact = meant.filter { $0.installation == text }
        if exact.count == 1 { return exact[0] }
        if meant.count == 1, !text.isEmpty { return meant[0] }
        guard !meant.isEmpty, !text.isEmpty else {
            let near = SpellingSuggestion.nearest(to: text, in: ids.map(\.description))
            throw AppIDProblem(
                message: "no app is called \"\(text)\"",
                advice: near.map { "Did you mean \($0)?" } ?? "`experiments apps` lists those that there are.")
        }
        let shown = meant.prefix(5).map(\.description).joined(separator: ", ")
        let more = meant.count > 5 ? " and \(meant.count - 5) more" : ""
        throw AppIDProblem(
            message: "\"\(text)\" could be any of \(meant.count) apps", advice: "Name one of \(shown)\(more).")
    }
}
