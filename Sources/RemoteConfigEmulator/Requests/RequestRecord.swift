import Foundation

/// One request that the emulator answered. Keys and tokens are not in it.
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
}
