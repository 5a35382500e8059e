import ExperimentsCore
import Foundation

/// Reads the realtime stream: a JSON array of flat objects that arrives over hours, in pieces of any size.
///
/// It is a value that takes bytes and returns the elements that they complete. It finds messages by balanced braces
/// outside of strings, so the network may cut the stream anywhere: within a name, a number, an escape or a character.
/// Text between messages (`[`, `,`, `]`, spaces) is skipped. After something that is not a message, it continues with
/// the next one. A message, or a gap between two, that is longer than the limits ends the reading.
struct RealtimeParser: Sendable {
    /// An element of the stream.
    enum Element: Sendable, Hashable {
        /// A message.
        case message(InvalidationMessage)
        /// An error of the service in place of a message, with its code, name and text as far as they are given.
        case refusal(code: Int, name: String?, message: String)
        /// Something that is not a message.
        case problem(MessageError)
        /// Input that exceeds a limit. Nothing after it is read.
        case endless(MessageError)
    }

    /// The largest message, in bytes: many times the size of any that the service sends.
    static let messageLimit = 65536
    /// The largest gap between two messages, in bytes: a blank each second for three days.
    static let gapLimit = 262_144

    private var message: [UInt8] = []
    private var depth = 0
    private var isInString = false
    private var isEscaped = false
    private var gap = 0
    private var isOver = false
    /// Whether bytes outside of messages have already been reported. One report is enough for a run of them.
    private var isAstray = false
    private var offset = 0

    /// Whether a message has begun and not ended, so that a stream that ends here was cut off.
    var isWithinMessage: Bool { depth > 0 }

    /// Returns the elements that `bytes` complete, which follow the earlier bytes.
    mutating func read(_ bytes: some Sequence<UInt8>) -> [Element] {
        var elements: [Element] = []
        for byte in bytes where !isOver {
            if let element = read(byte) { elements.append(element) }
            offset += 1
        }
        return elements
    }

    private mutating func read(_ byte: UInt8) -> Element? {
        guard depth > 0 else { return readBetween(byte) }
        guard message.count < Self.messageLimit else {
            return giveUp("a message is longer than \(Self.messageLimit) bytes")
        }
        message.append(byte)
        if isInString {
            readInString(byte)
            return nil
        }
        switch byte {
        case UInt8(ascii: "\""): isInString = true
        case UInt8(ascii: "{"): depth += 1
        case UInt8(ascii: "}"):
            depth -= 1
            if depth == 0 { return finish() }
        default: break
        }
        return nil
    }

    private mutating func readInString(_ byte: UInt8) {
        if isEscaped {
            isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
            isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
            isInString = false
        }
    }

    private mutating func giveUp(_ problem: String) -> Element {
        isOver = true
        message = []
        return .endless(MessageError(problem))
    }

    private mutating func readBetween(_ byte: UInt8) -> Element? {
        gap += 1
        guard gap <= Self.gapLimit else {
            return giveUp("there are more than \(Self.gapLimit) bytes without a message")
        }
        switch byte {
        case UInt8(ascii: "{"):
            depth = 1
            isAstray = false
            gap = 0
            message.append(byte)
        case UInt8(ascii: "["), UInt8(ascii: ","), UInt8(ascii: "]"), 0x20, 0x09, 0x0A, 0x0D: break
        default:
            guard !isAstray else { return nil }
            isAstray = true
            let shown =
                (0x21...0x7E).contains(byte) ? "'\(Character(Unicode.Scalar(byte)))'" : "the byte \(byte)"
            return .problem(MessageError("unexpected \(shown) between messages, at byte \(offset)"))
        }
        return nil
    }

    private mutating func finish() -> Element {
        defer { message.removeAll(keepingCapacity: message.count < 4096) }
        do {
            let object = try JSONValue(parsing: message).object ?? JSONObject()
            if let refusal = Self.refusal(object) { return refusal }
            return .message(try InvalidationMessage(object))
        } catch let problem as MessageError {
            return .problem(problem)
        } catch {
            return .problem(MessageError("a message is not JSON: \(ServerText.presentable("\(error)"))"))
        }
    }

    /// Reads an error in the form of Google's services, `{"error": {"code": 403, …}}`, or only its content.
    private static func refusal(_ object: JSONObject) -> Element? {
        let error = object["error"]?.object ?? object
        guard let code = error["code"]?.int64, (400...599).contains(code) else { return nil }
        return .refusal(
            code: Int(code), name: error["status"]?.string.map(ServerText.presentable),
            message: ServerText.presentable(error["message"]?.string ?? ""))
    }
}

/// One message of the realtime stream.
struct InvalidationMessage: Sendable, Hashable {
    /// The version of a template that is out now.
    var templateVersion: Int64?
    /// Whether the project's realtime updates are turned off.
    var isDisabled = false
    /// The number of seconds for which the service asks clients not to reconnect after this connection.
    var retryInterval: TimeInterval?

    /// The maximum wait that is accepted.
    static let longestRetryInterval: TimeInterval = 24 * 3600
}

extension InvalidationMessage {
    /// Reads a message. Unknown members are ignored.
    ///
    /// - Throws: `MessageError` for a member that does not follow the protocol.
    init(_ json: JSONObject) throws(MessageError) {
        if let version = json["latestTemplateVersionNumber"] {
            guard let number = version.int64, number >= 0 else {
                throw MessageError("\"latestTemplateVersionNumber\" must be a whole number from 0")
            }
            templateVersion = number
        }
        // Its presence alone means nothing: `"featureDisabled": false` is also a message.
        isDisabled = json["featureDisabled"]?.bool == true
        if let interval = json["retryIntervalSeconds"] {
            guard let number = interval.int64, number >= 0 else {
                throw MessageError("\"retryIntervalSeconds\" must be a whole number from 0")
            }
            retryInterval = min(TimeInterval(number), Self.longestRetryInterval)
        }
    }
}
