/// The words that are the same whatever is published: a template, or values.
package enum PublicationWords {
    /// The message that nothing would change.
    package static let nothing = "there is nothing to publish"

    /// Returns the message that no answer came, so that the result is not known.
    ///
    /// - Parameter place: the place to which it was sent, if that is not on the screen already.
    package static func unknown(_ reason: String, sentTo place: String? = nil) -> String {
        "it was sent\(place.map { " to \($0)" } ?? ""), but it is not known whether it was published: \(reason)"
    }
}
