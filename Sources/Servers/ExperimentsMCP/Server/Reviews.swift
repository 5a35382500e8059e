import ExperimentsSupport

/// A call that is carried out only after a review of what it would change.
struct ReviewedCall: Sendable, Hashable {
    let tool: String
    /// The arguments without the digest.
    let arguments: JSONObject
}

/// The reviews that wait for a confirmation. A confirmation counts once, and only for what was reviewed.
struct Reviews: Sendable {
    private struct Review: Sendable {
        let call: ReviewedCall
        /// The digest of what was shown, which the command compares with what is there.
        let content: String
        let until: Double
    }

    /// How long a review may be confirmed, in seconds.
    static let patience = 15.0 * 60
    private static let most = 32

    private var byDigest: [String: Review] = [:]

    /// Keeps a review under the digest that confirms it.
    mutating func add(_ digest: String, _ call: ReviewedCall, of content: String, at seconds: Double) {
        byDigest = byDigest.filter { $0.value.until > seconds }
        if byDigest.count >= Self.most, let oldest = byDigest.min(by: { $0.value.until < $1.value.until }) {
            byDigest[oldest.key] = nil
        }
        byDigest[digest] = Review(call: call, content: content, until: seconds + Self.patience)
    }

    /// Takes out the review with a digest, and returns the digest of what was shown.
    ///
    /// - Throws: `ToolProblem` if it was not reviewed, was used, is too old, or is about another call.
    mutating func confirm(_ digest: String, _ call: ReviewedCall, at seconds: Double) throws(ToolProblem)
        -> String
    {
        let again = "call the tool without it, and show the new review to a person"
        guard let review = byDigest.removeValue(forKey: digest) else {
            throw ToolProblem("no review with this digest: \(again)")
        }
        guard review.until > seconds else {
            throw ToolProblem("the review with this digest is older than 15 minutes: \(again)")
        }
        guard review.call == call else {
            throw ToolProblem("the review with this digest is of a call with other arguments: \(again)")
        }
        return review.content
    }
}
