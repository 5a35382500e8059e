import ExperimentsCore

/// Several requests in the body of one stream.
///
/// etcd answers the first one that it has read, and once it answers, it may read no more of the body: the requests behind
/// would never be heard. It reads 512 bytes at first, and more, each time twice as many and 512 besides, only where they
/// hold no whole request. So the first request is made so long by blanks that all others are read together with its end.
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
