import ExperimentsCore

/// One line of a stream of watches.
enum EtcdWatchLine: Sendable, Hashable {
    /// A watch has begun.
    case created(watch: Int64, EtcdHeader)
    /// A watch has ended because the history at its start was compacted. `oldest` is the oldest revision that remains.
    case compacted(EtcdHeader, oldest: Int64)
    /// A watch, or the whole stream, was refused.
    case refused(EtcdRefusal)
    /// The events of a watch. If `isPart` is true, the next line continues them, possibly with the same revision.
    case events(watch: Int64, EtcdHeader, [EtcdEvent], isPart: Bool)
    /// A watch has reported everything up to the header's revision.
    case progress(watch: Int64, EtcdHeader)

    init(_ line: [UInt8]) throws(MessageError) {
        let value: JSONValue
        do { value = try JSONValue(parsing: line) } catch {
            throw MessageError("a line is not JSON: \(error)")
        }
        if let error = value.object?["error"] {
            self = .refused(EtcdRefusal(error.object ?? JSONObject()))
            return
        }
        guard let fields = try EtcdFields(value, place: "a line").fields("result") else {
            throw MessageError("a line has neither a result nor an error")
        }
        let header = try EtcdHeader(of: fields)
        let watch = try fields.number("watch_id")
        if try fields.truth("canceled") {
            let revision = try fields.number("compact_revision")
            let reason = try fields.text("cancel_reason")
            self =
                revision > 0
                ? .compacted(header, oldest: revision) : .refused(EtcdRefusal(cancelReason: reason))
        } else if try fields.truth("created") {
            self = .created(watch: watch, header)
        } else {
            var events: [EtcdEvent] = []
            for element in try fields.list("events") { events.append(try EtcdEvent(element)) }
            let isPart = try fields.truth("fragment")
            self =
                events.isEmpty && !isPart
                ? .progress(watch: watch, header) : .events(watch: watch, header, events, isPart: isPart)
        }
    }
}

/// Splits a body that arrives in pieces into its lines. A value that is fed bytes.
struct EtcdLines: Sendable {
    /// The maximum number of bytes of a line. With fragments, lines stay near 2.4 MB, and the largest value results in
    /// a line of 4.2 MB.
    static let limit = 32 << 20

    private var line: [UInt8] = []

    /// Returns the lines that `bytes` complete, without blank ones.
    ///
    /// - Throws: `MessageError` if a line is longer than any line of etcd.
    mutating func read(_ bytes: [UInt8]) throws(MessageError) -> [[UInt8]] {
        var lines: [[UInt8]] = []
        var rest = bytes[...]
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            line += rest[..<end]
            if line.contains(where: { $0 != 0x0D && $0 != 0x20 }) { lines.append(line) }
            line = []
            rest = rest[(end + 1)...]
        }
        line += rest
        guard line.count <= Self.limit else {
            throw MessageError("a line is longer than \(Self.limit) bytes")
        }
        return lines
    }
}

/// Several requests in the body of one stream.
///
/// etcd responds to the first request that it has read. After that, it may not read the rest of the body, so further
/// requests would never be read. It reads 512 bytes first. Only if these do not contain a complete request does it read
/// more, each time twice as many plus 512. So the first request is extended with spaces until all others are read
/// together with its end.
extension EtcdWatch {
    private static let firstReading = 512

    static func requestBody(_ requests: [JSONObject]) -> [UInt8] {
        var texts = requests.map { JSONValue.object($0).densestBytes }
        guard texts.count > 1, let first = texts.first?.count else { return texts.first ?? [] }
        let rest = texts.dropFirst().reduce(0) { $0 + $1.count + 1 }
        guard first + rest > firstReading else { return joined(texts) }
        // The number of bytes that are read before the end of the first request.
        var read = firstReading
        while read < first || next(read) < read + 1 + rest { read = next(read) }
        texts[0].insert(contentsOf: repeatElement(UInt8(ascii: " "), count: read + 1 - first), at: first - 1)
        return joined(texts)
    }

    private static func next(_ read: Int) -> Int { 2 * read + firstReading }

    private static func joined(_ texts: [[UInt8]]) -> [UInt8] {
        Array(texts.joined(separator: [UInt8(ascii: "\n")]))
    }
}
