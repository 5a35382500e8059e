/// Cuts long texts for a log.
enum CutText {
    static let limit = 500

    /// Returns the text, or the beginning of a long one with a sign that there is more.
    static func of(_ text: String) -> String {
        guard text.utf8.count > limit else { return text }
        return String(text.prefix(limit)) + "…"
    }
}
