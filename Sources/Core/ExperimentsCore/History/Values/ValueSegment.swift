import Foundation

/// A part of a history in a file of its own: all values of one moment, and what each later moment changed. The file's
/// name says when the part begins, so that the parts that matter are found without reading the others.
struct ValueSegment {
    /// The time at which it begins, in milliseconds since 1970.
    let start: Int64
    let path: String

    init(start: Int64, in folder: String) {
        self.start = start
        path = PathText.join(folder, "\(start).jsonl")
    }

    /// - Parameter name: the name of the file. Returns nil if it is not the name of a segment.
    init?(named name: String, in folder: String) {
        guard name.hasSuffix(".jsonl"), let start = Int64(name.dropLast(6)) else { return nil }
        self.init(start: start, in: folder)
    }

    static func milliseconds(_ date: Date) -> Int64 {
        Int64((min(max(date.timeIntervalSince1970, -1e12), 1e12) * 1000).rounded())
    }

    var size: Int {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : 0
    }

    /// The part of a segment that can be read.
    struct Content {
        /// Its lines, the first of which holds all values; empty if that one is damaged.
        var lines: [ValueLine] = []
        /// Whether no line is missing between two that can be read.
        var isComplete = true
        /// The length of the first line, and of the file, in bytes.
        var wholeBytes = 0
        var bytes = 0
        /// Whether the last line is complete. A program that is killed while it writes leaves half a line.
        var endsWithLine = true
    }

    /// Reads the segment. A half-written last line is skipped. After a missing line in the middle nothing is read,
    /// because it would build on values that are not known.
    ///
    /// - Throws: `FileProblem` if the file cannot be read, or has a newer format.
    func read() throws(FileProblem) -> Content {
        let bytes = try FileBytes.read(path, limit: ValueHistory.readLimit)
        var content = Content(bytes: bytes.count, endsWithLine: bytes.last == UInt8(ascii: "\n"))
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            if content.lines.isEmpty, content.wholeBytes == 0 {
                if ValueLine.isNewer(line) { throw newer }
                content.wholeBytes = line.count
            }
            guard let read = ValueLine(line) else { continue }
            guard read.number == content.lines.count else {
                content.isComplete = false
                break
            }
            content.lines.append(read)
        }
        if content.lines.isEmpty { content.isComplete = false }
        return content
    }

    private var newer: FileProblem {
        FileProblem(
            path: path, message: "was written by a newer version of this program", line: 1,
            advice: "use that one to look at values of before; the file is left as it is")
    }
}
