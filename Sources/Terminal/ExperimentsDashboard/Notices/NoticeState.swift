/// What the dashboard says to its operator.
struct NoticeState: Sendable {
    /// The message above the footer, which goes away by itself.
    var notice: Notice?
    /// What the terminal was sent to be copied last, which it may not have taken.
    var doubtfulCopy: String?
}
