import ExperimentEventStore
import ExperimentEvents
import TestSupport
import Testing

@Suite("What a unit did, in bytes", .inTurn) struct UnitTalliesTests {
    private static func number(_ random: inout SeededGenerator) -> Double {
        switch Int.random(in: 0..<6, using: &random) {
        case 0: 0
        case 1, 2: Double(Int.random(in: -3...200, using: &random))
        case 3: Double(Int64.random(in: -(1 << 54)...(1 << 54), using: &random))
        case 4: Double.random(in: -1e120...1e120, using: &random)
        default: Double.random(in: -9...9, using: &random)
        }
    }

    private static func tallies(_ random: inout SeededGenerator) -> UnitTallies {
        var tallies = UnitTallies()
        for _ in 0..<Int.random(in: 0...5, using: &random) {
            let metric = Int.random(in: 0...(Bool.random(using: &random) ? 300 : .max), using: &random)
            tallies[metric] = Tally(number(&random), denominator: number(&random), past: number(&random))
        }
        return tallies
    }

    @Test("are read as they were written", arguments: 0..<500) func roundTrip(_ seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        let tallies = Self.tallies(&random)
        #expect(UnitTallies(bytes: tallies.bytes) == tallies)
    }

    @Test("are few where numbers are whole and small") func size() {
        var tallies = UnitTallies()
        for (metric, value) in [(3, 1.0), (4, 1), (5, 49)] { tallies[metric] = Tally(value) }
        #expect(tallies.bytes == [3, 1, 2, 4, 1, 2, 5, 1, 98])
    }

    @Test("an empty tally takes none, and takes away what was there") func emptyTally() {
        var tallies = UnitTallies()
        tallies[2] = Tally(1)
        tallies[1] = Tally()
        #expect(tallies.entries.map(\.metric) == [2] && tallies[1] == Tally())
        tallies[2] = Tally()
        #expect(tallies.isEmpty && tallies.bytes.isEmpty)
    }

    @Test("cut short are none", arguments: 0..<100) func cut(_ seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        let bytes = Self.tallies(&random).bytes
        for count in 0..<bytes.count {
            // What ends after a whole entry is a shorter text, and is read as one.
            guard let read = UnitTallies(bytes: bytes.prefix(count)) else { continue }
            #expect(read.bytes == Array(bytes.prefix(count)))
        }
    }

    @Test(
        "that no one wrote are none",
        arguments: [
            [7, 3], [7, 1], [7, 0x41, 2], [7, 1, 2, 7, 1, 2], [7, 1, 2, 6, 1, 2], [0x80], [7, 1, 0x80],
            [7, 2, 0, 0, 0, 0, 0, 0, 0xF0, 0x7F],
            [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 2, 0],
            [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 1, 0],
        ] as [[UInt8]])
    func damaged(_ bytes: [UInt8]) {
        #expect(UnitTallies(bytes: bytes) == nil)
    }

    @Test("whatever bytes there are, reading ends", arguments: 0..<500) func anything(_ seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        let bytes = (0..<Int.random(in: 0...40, using: &random)).map { _ in
            UInt8.random(in: 0...255, using: &random)
        }
        if let read = UnitTallies(bytes: bytes) {
            #expect(UnitTallies(bytes: read.bytes) == read)
            #expect(read.entries.allSatisfy { $0.tally.value.isFinite })
        }
    }
}
