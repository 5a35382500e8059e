import ExperimentsDigests
import ExperimentsSupport
import TestSupport
import Testing

#if canImport(CryptoKit)
import CryptoKit
#else
import Crypto
#endif

@Suite("SHA-256 and HMAC", .inTurn)
struct SHA256SumTests {
    @Test(
        "the sums of the standard's examples are right",
        arguments: [
            ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
            ),
        ])
    func examples(_ text: String, _ expected: String) {
        #expect(Hexadecimal.text(SHA256Sum.of(text)) == expected)
    }

    @Test("a sum is the same in one part and in several, and the same as swift-crypto's, for every length")
    func lengths() {
        var random = SeededGenerator(seed: 256)
        for length in 0...300 {
            let bytes = (0..<length).map { _ in UInt8.random(in: .min ... .max, using: &random) }
            var sum = SHA256Sum()
            var rest = bytes[...]
            while !rest.isEmpty {
                let part = Int.random(in: 1...rest.count, using: &random)
                sum.add(Array(rest.prefix(part)))
                rest = rest.dropFirst(part)
            }
            let expected = Array(SHA256.hash(data: bytes))
            #expect(SHA256Sum.of(bytes) == expected)
            #expect(sum.bytes == expected)
        }
    }

    @Test("a sum can be read, and continued afterwards")
    func continued() {
        var sum = SHA256Sum()
        sum.add("ab")
        let early = sum.bytes
        sum.add("c")
        #expect(early == SHA256Sum.of("ab"))
        #expect(sum.bytes == SHA256Sum.of("abc"))
    }

    @Test("a code is the same as swift-crypto's, for keys shorter and longer than a block")
    func codes() {
        var random = SeededGenerator(seed: 2104)
        for length in [0, 1, 16, 63, 64, 65, 200] {
            let key = (0..<length).map { _ in UInt8.random(in: .min ... .max, using: &random) }
            var code = HMACSHA256(key: key)
            code.add("a message")
            let expected = HMAC<SHA256>.authenticationCode(
                for: Array("a message".utf8), using: SymmetricKey(data: key))
            #expect(code.bytes == Array(expected))
        }
    }
}
