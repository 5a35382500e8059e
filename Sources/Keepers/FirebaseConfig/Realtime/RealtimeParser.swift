import ExperimentsCore
import Foundation

/// Reads the realtime stream: one JSON array of flat objects that arrives over hours, in pieces cut anywhere.
///
/// A value that is fed bytes and gives what they complete. It splits on braces that balance outside of strings, so that
/// it does not matter where the network cuts: within a name, a number, an escape, or a character of several bytes. What
/// stands between messages (`[`, `,`, `]`, blanks) is passed over. After something that is no message it goes on with
/// the next one, but not without end: what is longer than any message, or than any pause between two, ends the reading.
struct RealtimeParser: Sendable {
    /// What bytes can complete.
    enum Element: Sendable, Hashable {
        /// A message.
        case message(InvalidationMessage)
        /// An error of the service in place of a message: its code, name and text, where it says them.
        case refusal(code: Int, name: String?, message: String)
        /// Something that is no message.
        case problem(InvalidationMessageProblem)
        /// Something that may never end. Nothing more is read.
        case endless(InvalidationMessageProblem)
    }

    /// The most bytes of a message: many times what the service ever sends.
    static let messageLimit = 65536
    /// The most bytes between two messages: a blank each second for three days.
    static let gapLimit = 262_144

    private var message: [UInt8] = []
    private var depth = 0
    private var isInString = false
    private var isEscaped = false
    private var gap = 0
    private var isOver = false
    /// Whether bytes that belong to no message were told of already; one word for a run of them is enough.
    private var isAstray = false
    private var offset = 0

    /// Whether a message has begun and not ended: a stream that ends here was cut off.
    var isWithinMessage: Bool { depth > 0 }

    /// What `bytes`, which follow those given before, complete.
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
        return .endless(InvalidationMessageProblem(problem))
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
            let shown = (0x21...0x7E).contains(byte) ? "'\(Character(Unicode.Scalar(byte)))'" : "the byte \(byte)"
            return .problem(InvalidationMessageProblem("unexpected \(shown) between messages, at byte \(offset)"))
        }
        return nil
    }

    private mutating func finish() -> Element {
        defer { message.removeAll(keepingCapacity: message.count < 4096) }
        do {
            let object = try JSONValue(parsing: message).object ?? JSONObject()
            if let refusal = Self.refusal(object) { return refusal }
            return .message(try InvalidationMessage(object))
        } catch let problem as InvalidationMessageProblem {
            return .problem(problem)
        } catch {
            return .problem(InvalidationMessageProblem("a message is not JSON: \(ServerText.presentable("\(error)"))"))
        }
    }

    /// An error as Google's services write it, `{"error": {"code": 403, …}}`, or its inside alone.
    private static func refusal(_ object: JSONObject) -> Element? {
        let error = object["error"]?.object ?? object
        guard let code = error["code"]?.int64, (400...599).contains(code) else { return nil }
        return .refusal(
            code: Int(code), name: error["status"]?.string.map(ServerText.presentable),
            message: ServerText.presentable(error["message"]?.string ?? ""))
    }
}
