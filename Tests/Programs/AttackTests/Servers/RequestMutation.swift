import Foundation
import TestSupport

/// What is done to a good request to make a bad one.
enum RequestMutation {
    /// A good request, changed a few times over.
    static func mutated(_ good: [GoodRequest], port: UInt16, _ random: inout SeededGenerator) -> [UInt8] {
        var bytes = random.one(of: good).bytes(port: port)
        if random.happens(onceIn: 4) { encode(&bytes, &random) }
        for _ in 0..<1 + random.below(4) { mutate(&bytes, &random) }
        return bytes
    }

    private static let words: [String] = [
        "\0", "\r\n", "\n", "\r", " ", "\t", ":", "%", "%00", "%2e%2e/", "..", "{", "}", "[", "]", "\"", "\\",
        "\\u0000",
        "-1", "9223372036854775807", "9223372036854775806", "-9223372036854775808", "18446744073709551616",
        "1e999",
        "NaN",
        "null", "\u{1b}]2;x\u{7}", "\u{202e}", "HTTP/0.9", "HTTP/2.0", "Transfer-Encoding: chunked\r\n",
        "Transfer-Encoding: identity, chunked\r\n", "Content-Length: 5\r\n", "Content-Length: +5\r\n",
        "Content-Length: 99999999999999999999\r\n", "Content-Encoding: gzip\r\n", "Expect: 100-continue\r\n",
        "Host: evil.example\r\n", "Host: localhost.evil.example:80\r\n", "Host:\r\n", "Origin: null\r\n",
        "Origin: http://evil.example\r\n", "Connection: close, keep-alive\r\n", "\r\n\r\n", "0\r\n\r\n",
        "ffffffffffffffff\r\n", "+5\r\n", "app.version.>(['1'])", "percent between 0 and 1 && ",
        "(((((((((((((((",
    ]

    private static func mutate(_ bytes: inout [UInt8], _ random: inout SeededGenerator) {
        guard !bytes.isEmpty else { return }
        let place = random.below(bytes.count)
        let end = min(bytes.count, place + 1 + random.below(20))
        switch random.below(9) {
        case 0: bytes[place] = UInt8(random.below(256))
        case 1: bytes[place] ^= 1 << UInt8(random.below(8))
        case 2: bytes.removeSubrange(place..<end)
        case 3: bytes.insert(contentsOf: bytes[place..<end], at: place)
        case 4: bytes.removeSubrange(place...)
        case 5:
            bytes.insert(
                contentsOf: repeatElement(UInt8(random.below(256)), count: random.below(60_000)), at: place)
        case 6: replaceNumber(&bytes, from: place, &random)
        default: bytes.insert(contentsOf: Array(random.one(of: words).utf8), at: place)
        }
    }

    /// Puts another number into the place of the first one after a place.
    private static func replaceNumber(
        _ bytes: inout [UInt8], from place: Int, _ random: inout SeededGenerator
    ) {
        let isDigit = { (byte: UInt8) in (0x30...0x39).contains(byte) }
        guard let start = bytes[place...].firstIndex(where: isDigit) else { return }
        let end = bytes[start...].firstIndex { !isDigit($0) } ?? bytes.count
        let edge = random.one(of: [Int64.max, Int64.min, Int64(Int32.max), 0, -1, 1 << 53])
        bytes.replaceSubrange(start..<end, with: Array(String(edge &+ Int64(random.below(5)) &- 2).utf8))
    }

    /// Gives a request's body another form: in chunks, or said to be compressed.
    private static func encode(_ bytes: inout [UInt8], _ random: inout SeededGenerator) {
        // It gets another length, or none.
        if let start = bytes.firstRange(of: Array("Content-Length: ".utf8))?.lowerBound,
            let end = bytes[start...].firstRange(of: Array("\r\n".utf8))?.upperBound
        {
            bytes.removeSubrange(start..<end)
        }
        guard let blank = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { return }
        let body = Array(bytes[blank.upperBound...])
        if random.happens(onceIn: 2) {
            var packed = GzipBomb.bytes(unpacking: random.below(200_000))
            if random.happens(onceIn: 2), !packed.isEmpty {
                packed[random.below(packed.count)] = UInt8(random.below(256))
            }
            let head = "Content-Encoding: gzip\r\nContent-Length: \(packed.count)\r\n\r\n"
            bytes.replaceSubrange((blank.lowerBound + 2)..., with: Array(head.utf8) + packed)
        } else {
            var chunked = Array("Transfer-Encoding: chunked\r\n\r\n".utf8)
            var rest = body[...]
            while !rest.isEmpty {
                let chunk = rest.prefix(1 + random.below(40))
                chunked += Array((String(chunk.count, radix: 16) + "\r\n").utf8) + chunk + Array("\r\n".utf8)
                rest = rest.dropFirst(chunk.count)
            }
            bytes.replaceSubrange((blank.lowerBound + 2)..., with: chunked + Array("0\r\n\r\n".utf8))
        }
    }
}
