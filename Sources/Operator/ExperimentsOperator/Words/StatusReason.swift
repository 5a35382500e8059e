import ExperimentsCore

extension ReportRow {
    /// Why the key has its status, in a few words, wherever it is shown or printed; nil if the status says everything.
    /// For an incorrect value, its problem says more.
    package var statusReason: String? {
        switch status {
        case .ok: nil
        case .missing: sourceProblem ?? (entry == nil ? "the source has no value" : "the source's value is empty")
        case .incorrect: problem?.reason
        case .override: "an override is on"
        case .default: "the source says to use the app's default"
        case .unknown: "not fetched yet"
        case .undeclared: "not declared"
        }
    }
}

/// The words that are the same whatever is published: a template, or values.
package enum PublicationWords {
    /// The message that nothing would change.
    package static let nothing = "nothing to publish"

    /// Returns the message that no answer came, so that the result is not known.
    ///
    /// - Parameter place: the place to which it was sent, if that is not on the screen already.
    package static func unknown(_ reason: String, sentTo place: String? = nil) -> String {
        "it was sent\(place.map { " to \($0)" } ?? ""), but it is unknown whether it was published: \(reason)"
    }
}
