import ExperimentsSupport

/// A call that is carried out only after a review of what it would change.
struct ReviewedCall: Sendable {
    let tool: String
    let arguments: JSONObject
    /// The digest that the client gave; nil if it asks for the review.
    let digest: String?
}

/// The reviews that wait for a confirmation. A confirmation counts once, and only for what was reviewed.
struct Reviews: Sendable {
    private struct Review: Sendable {
        let content: [UInt8]
        let until: Double
    }

    /// How long a review may be confirmed, in seconds.
    static let patience = 15.0 * 60
    private static let most = 32

    private var byDigest: [String: Review] = [:]

    /// Keeps a review, and returns the digest that confirms it.
    mutating func add(_ content: [UInt8], at seconds: Double, token: () -> String) -> String {
        byDigest = byDigest.filter { $0.value.until > seconds }
        if byDigest.count >= Self.most, let oldest = byDigest.min(by: { $0.value.until < $1.value.until }) {
            byDigest[oldest.key] = nil
        }
        let key = token()
        byDigest[key] = Review(content: content, until: seconds + Self.patience)
        return key
    }

    /// Takes out the review with a digest.
    ///
    /// - Throws: `ToolProblem` if it was not reviewed, was used, is too old, or is about something else by now.
    mutating func confirm(_ digest: String, _ content: [UInt8], at seconds: Double) throws(ToolProblem) {
        guard let review = byDigest.removeValue(forKey: digest) else {
            throw ToolProblem(
                "no review with this digest: call the tool without it, and show the new review to a person")
        }
        guard review.until > seconds else {
            throw ToolProblem("the review is older than 15 minutes: call the tool without the digest for a new one")
        }
        guard review.content == content else {
            throw ToolProblem(
                "what would be published has changed since the review: call the tool without the digest for a new one")
        }
    }
}
