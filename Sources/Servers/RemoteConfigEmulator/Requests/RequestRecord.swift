import Foundation

/// One request that the emulator answered. Keys and tokens are not in it, and texts of clients are cut.
public struct RequestRecord: Sendable, Hashable {
    /// When it arrived.
    public let time: Date
    /// `GET`, `POST` and so on.
    public let method: String
    /// The path, without the query: some clients put the API key there.
    public let path: String
    /// The HTTP status of the answer.
    public let status: Int
    /// The size of the answer's body in bytes.
    public let bytes: Int
    /// How long the answer took.
    public let duration: Duration
    /// What the emulator did, in a few words: `UPDATE version 4`, `NO_CHANGE`, or why it refused.
    public let note: String
    /// The fault that was injected, if one was.
    public let fault: String?

    /// The most bytes of a text that are kept, beside the words on how many are not.
    private static let textLimit = 500

    init(
        time: Date, method: String, path: String, status: Int, bytes: Int, duration: Duration, note: String,
        fault: String?
    ) {
        (self.time, self.status, self.bytes, self.duration) = (time, status, bytes, duration)
        self.method = LogText.cut(method, to: 30)
        self.path = LogText.cut(path, to: Self.textLimit)
        self.note = LogText.cut(note, to: Self.textLimit)
        self.fault = fault.map { LogText.cut($0, to: Self.textLimit) }
    }
}
