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

    init(_ line: [UInt8]) throws(EtcdAnswerProblem) {
        let value: JSONValue
        do { value = try JSONValue(parsing: line) } catch {
            throw EtcdAnswerProblem("a line is not JSON: \(error)")
        }
        if let error = value.object?["error"] {
            self = .refused(EtcdRefusal(error.object ?? JSONObject()))
            return
        }
        guard let fields = try EtcdFields(value, place: "a line").fields("result") else {
            throw EtcdAnswerProblem("a line has neither a result nor an error")
        }
        let header = try EtcdHeader(of: fields)
        let watch = try fields.number("watch_id")
        if try fields.truth("canceled") {
            let revision = try fields.number("compact_revision")
            let reason = try fields.text("cancel_reason")
            self = revision > 0 ? .compacted(header, oldest: revision) : .refused(EtcdRefusal(cancelReason: reason))
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
