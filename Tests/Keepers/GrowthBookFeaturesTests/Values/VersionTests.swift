import TestSupport
import Testing

@testable import GrowthBookFeatures

@Suite("Versions", .inTurn)
struct VersionTests {
    /// Those of one list are the same, and come before those of the next, as in GrowthBook's SDK for JavaScript.
    private static let ascending = [
        ["+", "v"],
        ["", "0"],
        ["1", "v1"],
        ["1.2"],
        ["1.2.\n3"],
        ["1.2.0-rc"],
        ["1.2.0-rc.1"],
        ["1.2.0", "v1.2.0+7", "1.2.0+7-b", "1.2.0-~"],
        ["1.2.3.4"],
        ["1.2."],
        ["1.2.0 "],
        ["1.2.x"],
        ["1..2"],
        ["1.é"],
        ["9.9.9"],
        ["10.0.0"],
        [" 1"],
        ["-"],
        ["1+2\n3"],
        ["100000.0.0"],
        ["99999.0.0"],
        ["a.b.c"],
        ["vv1"],
        ["~"],
        ["é"],
    ]

    @Test("stand in the order that the SDK for JavaScript gives them")
    func order() {
        for (place, operands) in Self.ascending.enumerated() {
            for operand in operands {
                let padded = PaddedVersion(.text(operand))
                for (other, values) in Self.ascending.enumerated() {
                    for value in values {
                        let expected = (other - place).signum()
                        #expect(padded.order(of: .text(value)) == expected, "\(value) against \(operand)")
                    }
                }
            }
        }
        #expect(PaddedVersion(.text("2")).order(of: .number(10)) == 1)
        #expect(PaddedVersion(.text("0")).order(of: .null) == 0)
    }
}
