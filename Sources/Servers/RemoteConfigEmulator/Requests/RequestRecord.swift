import ExperimentsCore
import Foundation

/// A request that the emulator answered. It contains no keys or tokens, and long texts of clients are cut.
public struct RequestRecord: Sendable, Hashable {
    /// The time of its arrival.
    public let time: Date
    /// The method, for example `GET`.
    public let method: String
    /// The path without the query, because some clients put the API key there.
    public let path: String
    /// The HTTP status of the answer.
    public let status: Int
    /// The size of the answer's body in bytes.
    public let bytes: Int
    /// The time that the answer took.
    public let duration: Duration
    /// The result in short: `UPDATE version 4`, `NO_CHANGE`, or the reason for a refusal.
    public let note: String
    /// The injected fault, if there was one.
    public let fault: String?

    /// The largest number of stored requests.
    static let limit = 1000
    /// The largest stored length of a text in bytes, without the note about the rest.
    private static let textLimit = 500

    init(
        time: Date, method: String, path: String, status: Int, bytes: Int, duration: Duration, note: String,
        fault: String?
    ) {
        self.time = time
        self.status = status
        self.bytes = bytes
        self.duration = duration
        self.method = RequestRecord.cut(method, to: 30)
        self.path = RequestRecord.cut(path, to: Self.textLimit)
        self.note = RequestRecord.cut(note, to: Self.textLimit)
        self.fault = fault.map { RequestRecord.cut($0, to: Self.textLimit) }
    }

    /// The request as an object: `at`, `method`, `path`, `status`, `bytes`, `milliseconds`, `note`, and `fault` if one
    /// was injected.
    public var json: JSONObject {
        var object = JSONObject()
        object["at"] = .string(RFC3339.text(of: time, milliseconds: true))
        object["method"] = .string(method)
        object["path"] = .string(path)
        object["status"] = .number(String(status))
        object["bytes"] = .number(String(bytes))
        object["milliseconds"] = .number(String(Int(duration.inSeconds * 1000)))
        object["note"] = .string(note)
        object["fault"] = fault.map(JSONValue.string)
        return object
    }
}

/// Shortens texts of clients for the log, because they may be as long as a body, and a thousand are stored.
extension RequestRecord {
    /// Returns the text, or the beginning of one with more than `limit` bytes, and the number of bytes left out.
    static func cut(_ text: String, to limit: Int) -> String {
        let bytes = text.utf8
        guard bytes.count > limit else { return text }
        var end = bytes.index(bytes.startIndex, offsetBy: limit)
        // Do not cut within a character.
        while end > bytes.startIndex, bytes[end] & 0xC0 == 0x80 { bytes.formIndex(before: &end) }
        let rest = bytes.distance(from: end, to: bytes.endIndex)
        return String(decoding: bytes[..<end], as: UTF8.self) + "… (\(rest) bytes more)"
    }
}
