import ExperimentsSupport
import Testing

@testable import GrowthBookFeatures

@Suite("Bucket hashes")
struct BucketHashTests {
    @Test("The digits of a number are hashed as its text is")
    func digits() {
        var random = SplitMix64(seed: 1)
        var values: [UInt32] = [0, 9, 10, 99_999, 100_000, 100_001, 999_999, 1_000_000_000, .max - 1, .max]
        for bits in 0..<32 as Range<UInt64> {
            for _ in 0..<200 { values.append(UInt32(truncatingIfNeeded: random.next() >> (32 + bits))) }
        }
        for value in values {
            var hash = BucketHash()
            hash.addDigits(of: value)
            var expected = BucketHash()
            expected.add(Array(String(value).utf16))
            #expect(hash.state == expected.state, "\(value)")
        }
    }
}
