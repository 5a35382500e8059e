/// The words that are the same whatever is published: a template, or values.
package enum PublicationWords {
    /// The message where nothing would change.
    package static let nothing = "there is nothing to publish"

    /// Returns the message where no answer came, so that the result is not known.
    ///
    /// - Parameter place: what it was sent to, where that is not on the screen already.
    package static func unknown(_ reason: String, sentTo place: String? = nil) -> String {
        "it was sent\(place.map { " to \($0)" } ?? ""), but it is not known whether it was published: \(reason)"
    }
}
