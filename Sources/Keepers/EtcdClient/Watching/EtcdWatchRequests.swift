import ExperimentsCore

/// Several requests in the body of one stream.
///
/// etcd answers the first request that it has read. Once it answers, it may read no more of the body, so further
/// requests would never be read. It reads 512 bytes at first. It reads more, each time twice as many plus 512, only if
/// these do not contain a complete request. So the first request is extended with blanks until all others are read
/// together with its end.
enum EtcdWatchRequests {
    private static let firstReading = 512

    static func body(_ requests: [JSONObject]) -> [UInt8] {
        var texts = requests.map { JSONValue.object($0).densestBytes }
        guard texts.count > 1, let first = texts.first?.count else { return texts.first ?? [] }
        let rest = texts.dropFirst().reduce(0) { $0 + $1.count + 1 }
        guard first + rest > firstReading else { return joined(texts) }
        // What has been read when the end of the first request is not there yet.
        var read = firstReading
        while read < first || next(read) < read + 1 + rest { read = next(read) }
        texts[0].insert(contentsOf: repeatElement(UInt8(ascii: " "), count: read + 1 - first), at: first - 1)
        return joined(texts)
    }

    private static func next(_ read: Int) -> Int { 2 * read + firstReading }

    private static func joined(_ texts: [[UInt8]]) -> [UInt8] { Array(texts.joined(separator: [UInt8(ascii: "\n")])) }
}
