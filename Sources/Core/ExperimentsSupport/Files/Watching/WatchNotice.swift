/// What a batch of the system's notices means for a watched file.
struct WatchNotice: OptionSet {
    let rawValue: Int

    /// Something on the way to the file came, went or moved: the way has to be looked up again.
    static let wayChanged = WatchNotice(rawValue: 1)
    /// The file was written to, and its writer may not be done.
    static let beingWritten = WatchNotice(rawValue: 2)
    /// The file was changed, and its writer is done.
    static let written = WatchNotice(rawValue: 4)
}
