import TestSupport
import Testing

@testable import ExperimentsEtcdClient

@Suite("Ranges of keys of etcd", .inTurn)
struct KeyRangeTests {
    @Test(
        "a prefix ends before the next prefix of its length",
        arguments: [
            ([0x61], [0x62]), ([0x61, 0xFF], [0x62]), ([0x61, 0x2F], [0x61, 0x30]), ([0xFF, 0xFF], [0x00]),
        ] as [([UInt8], [UInt8])])
    func ends(prefix: [UInt8], end: [UInt8]) {
        #expect(EtcdKeyRange.prefix(EtcdKey(prefix)).rangeEnd == EtcdKey(end))
    }

    @Test("the empty prefix is every key")
    func everything() {
        #expect(EtcdKeyRange.prefix("") == .all)
        #expect(EtcdKeyRange.all.contains(EtcdKey([0])))
    }

    @Test("a prefix contains exactly the keys that begin with it")
    func prefixes() {
        var random = SeededGenerator(seed: 8)
        func bytes(_ most: Int) -> [UInt8] {
            (0..<random.below(most + 1)).map { _ in [0, 1, 0x2F, 0x30, 0xFE, 0xFF][random.below(6)] }
        }
        for _ in 0..<5000 {
            let prefix = bytes(3)
            let key = bytes(4) + [1]
            let holds = EtcdKeyRange.prefix(EtcdKey(prefix)).contains(EtcdKey(key))
            #expect(holds == key.starts(with: prefix), "\(prefix) \(key)")
        }
    }

    @Test("what is left of a range behind a key holds the keys behind it, down to the very next")
    func rest() throws {
        let rest = try #require(EtcdKeyRange.prefix("a").rest(after: "ab"))
        #expect(!rest.contains("ab"))
        #expect(rest.contains(EtcdKey("ab").successor))
        #expect(rest.contains("az"))
        #expect(!rest.contains("b"))
        #expect(EtcdKeyRange.key("a").rest(after: "a") == nil)
    }

    @Test("a key of controls or of no text is shown so that it cannot steer a terminal")
    func shown() {
        #expect(EtcdKey("a\u{1B}[31m").description == #""a\u{1b}[31m""#)
        #expect(EtcdKey([0xC3, 0x28]).description == "the bytes c328")
    }
}
