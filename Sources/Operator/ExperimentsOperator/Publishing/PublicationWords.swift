import ExperimentsCore

/// Texts about publications, of a template or of values.
package enum PublicationWords {
    /// The message that nothing would change.
    package static let nothing = "nothing to publish"

    /// The message that nothing was published.
    package static let notPublished = "nothing was published"

    /// The reason for reading the published version again if another publication was first.
    package static let othersFirst = ConflictWords.othersFirst

    /// The message that an edit was applied again.
    package static let appliedAgain = "\(othersFirst); the change was applied to their version"

    /// The title of what others have published.
    package static let othersTitle = ConflictWords.othersTitle

    /// Returns the message that someone else was first: who, and what.
    ///
    /// - Parameters:
    ///   - what: what is published now: `version 12`, `revision 40`; nil if it is not known.
    ///   - author: who published it; nil if that is not known.
    package static func conflict(_ what: String?, by author: String?) -> String {
        "\(what ?? "another version")\(author.map { " by \($0)" } ?? "") was published first, so nothing was published"
    }

    /// Returns the message that no answer arrived, so that the result is not known.
    ///
    /// - Parameter place: the place that it was sent to, if that is not on the screen.
    package static func unknown(_ reason: String, sentTo place: String? = nil) -> String {
        "it was sent\(place.map { " to \($0)" } ?? ""), but it is unknown whether it was published: \(reason)"
    }

    /// Returns the part of a message that says why the published version was read again.
    package static func foundLater(_ reason: String?) -> String {
        reason.map { " (\($0); that version has the same content)" } ?? ""
    }
}
