import ExperimentsSupport

/// Reads an event stream (`text/event-stream`, WHATWG HTML, 9.2.6) that arrives in pieces of any size.
///
/// It is a value that takes bytes and returns the elements that they complete. Lines end with a line feed, a carriage
/// return, or both. An event ends with an empty line; an incomplete event at the end of the stream is dropped. An event
/// of more than `limit` bytes ends the reading, so that a server cannot fill the memory with an event that never ends.
package struct EventStreamParser: Sendable {
    /// An element of the stream.
    package enum Element: Sendable, Hashable {
        /// A complete event of the stream.
        case event(Event)
        /// How long, in milliseconds, the server asks clients to wait before they reconnect.
        case retry(milliseconds: Int)
        /// An event of more than `limit` bytes. Nothing more is read.
        case endless
    }

    /// An event with data.
    package struct Event: Sendable, Hashable {
        /// The type of the event; `message` if the server gives none.
        package var type: String
        /// The data; several lines are joined by line feeds.
        package var data: String
        /// The last ID from the server, to be sent as `Last-Event-ID` when the stream is opened again; empty for none.
        package var id: String
    }

    /// The default for the largest event, in bytes.
    package static let defaultLimit = 1 << 20

    private let limit: Int
    private var line: [UInt8] = []
    private var type: [UInt8] = []
    private var data: [UInt8] = []
    /// The bytes of the present event so far, of lines without content too.
    private var size = 0
    private var hasData = false
    private var id = ""
    private var endedWithReturn = false
    private var isAtStart = true
    private var isOver = false

    /// Creates a parser for the start of a stream.
    package init(limit: Int = defaultLimit) {
        self.limit = limit
    }

    /// Returns the elements that `bytes` complete, which follow the earlier bytes.
    package mutating func read(_ bytes: some Sequence<UInt8>) -> [Element] {
        var elements: [Element] = []
        for byte in bytes where !isOver {
            if let element = read(byte) { elements.append(element) }
        }
        return elements
    }

    private mutating func read(_ byte: UInt8) -> Element? {
        defer { endedWithReturn = byte == 0x0D }
        switch byte {
        case 0x0A where endedWithReturn: return nil
        case 0x0A, 0x0D: return endLine()
        default:
            line.append(byte)
            size += 1
            guard size > limit else { return nil }
            isOver = true
            line = []
            data = []
            type = []
            return .endless
        }
    }

    private mutating func endLine() -> Element? {
        defer { line.removeAll(keepingCapacity: line.count < 4096) }
        // There may be a byte order mark before the first line.
        if isAtStart, line.starts(with: [0xEF, 0xBB, 0xBF]) { line.removeFirst(3) }
        isAtStart = false
        guard !line.isEmpty else { return endEvent() }
        let colon = line.firstIndex(of: UInt8(ascii: ":")) ?? line.endIndex
        var value = line[colon...].dropFirst()
        if value.first == UInt8(ascii: " ") { value = value.dropFirst() }
        // A line that begins with a colon is a comment, which servers send to show that they are alive.
        if colon == line.startIndex { size -= line.count }
        return take(value, of: String(decoding: line[..<colon], as: UTF8.self))
    }

    private mutating func take(_ value: ArraySlice<UInt8>, of name: String) -> Element? {
        switch name {
        case "event": type = Array(value)
        case "data":
            if hasData { data.append(0x0A) }
            data += value
            hasData = true
        case "id":
            if !value.contains(0) { id = String(decoding: value, as: UTF8.self) }
        case "retry":
            let isNumber = !value.isEmpty && value.allSatisfy(\.isASCIIDigit)
            return isNumber ? .retry(milliseconds: Int(String(decoding: value, as: UTF8.self)) ?? .max) : nil
        default: break
        }
        return nil
    }

    private mutating func endEvent() -> Element? {
        defer { (type, data, hasData, size) = ([], [], false, 0) }
        guard hasData else { return nil }
        return .event(
            Event(
                type: type.isEmpty ? "message" : String(decoding: type, as: UTF8.self),
                data: String(decoding: data, as: UTF8.self), id: id))
    }
}
