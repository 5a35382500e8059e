import ExperimentsCore

extension ReportRow {
    /// Why the key has its status, in short; nil if the status is enough. For an incorrect value, its problem has more
    /// details.
    package var statusReason: String? {
        switch status {
        case .ok: nil
        case .missing: sourceProblem ?? (entry == nil ? "the source has no value" : "the source's value is empty")
        case .incorrect: problem?.reason
        case .override: "an override is on"
        case .default: "the source is set to the app's default"
        case .unknown: "not fetched yet"
        case .undeclared: "not declared"
        }
    }
}

/// Texts about publications, of a template or of values.
package enum PublicationWords {
    /// The message that nothing would change.
    package static let nothing = "nothing to publish"

    /// Returns the message that no answer arrived, so that the result is not known.
    ///
    /// - Parameter place: the place that it was sent to, if that is not on the screen.
    package static func unknown(_ reason: String, sentTo place: String? = nil) -> String {
        "it was sent\(place.map { " to \($0)" } ?? ""), but it is unknown whether it was published: \(reason)"
    }
}
