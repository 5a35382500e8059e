/// Decides when writes in place are reported: once in a while, and once more a while after the last.
///
/// What a write means can be there only after it. SQLite, for example, writes a change into its log first, and says in
/// shared memory, of which no notice comes, that it is valid. Who reads right after the write does not see the change, and
/// would not hear of it again.
struct SettlingWrites {
    private var isWaiting = false
    private var isUnreported = false
    private var isNewer = false

    /// Notes a write.
    ///
    /// - Returns: whether a wait begins with it, after which `settle()` is to be called.
    mutating func begin() -> Bool {
        isUnreported = true
        isNewer = isWaiting
        defer { isWaiting = true }
        return !isWaiting
    }

    /// Notes that what was written so far is reported, because its writer has finished.
    mutating func report() { (isUnreported, isNewer) = (false, false) }

    /// Ends a wait.
    ///
    /// - Returns: whether a change is to be reported, and whether another wait begins, for a write that came during this one.
    mutating func settle() -> (isDue: Bool, isNewer: Bool) {
        let result = (isUnreported, isNewer)
        (isWaiting, isUnreported, isNewer) = (isNewer, isNewer, false)
        return result
    }
}
