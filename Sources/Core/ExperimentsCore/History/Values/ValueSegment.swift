import Foundation

/// A part of a history, in a file of its own: all values of one moment, and what each later one changed. Its name says
/// when it begins, so that the parts that matter are known before any is read.
struct ValueSegment {
    /// When it begins, in milliseconds since 1970.
    let start: Int64
    let path: String

    init(start: Int64, in folder: String) {
        self.start = start
        path = PathText.join(folder, "\(start).jsonl")
    }

    /// - Parameter name: of the file; nil for one that is no segment's.
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

    /// What can be read of it.
    struct Content {
        /// Its lines, the first of them whole; empty where that one is damaged.
        var lines: [ValueLine] = []
        /// Whether nothing is lost between two lines that can be read.
        var isComplete = true
        /// How long the first line is, and the file, in bytes.
        var wholeBytes = 0
        var bytes = 0
        /// Whether the last line ends as it should. One that a killed program left half written does not.
        var endsWithLine = true
    }

    /// Reads it. A last line that is half written is passed over; after one that is lost in the middle nothing is taken,
    /// for it would build on values that are not known.
    ///
    /// - Throws: `FileProblem` where it cannot be read, or is of a newer format.
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
