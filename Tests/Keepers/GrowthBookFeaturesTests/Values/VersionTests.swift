import Testing

@testable import GrowthBookFeatures

@Suite("Versions")
struct VersionTests {
    private static let versions = [
        "", "0", "1", "v1", "1.2", "1.2.0", "1.2.0-rc", "1.2.0-rc.1", "v1.2.0+7", "1.2.0+7-b", "10.0.0", "9.9.9",
        "1..2",
        "1.2.", "-", "+", "v", "vv1", "99999.0.0", "100000.0.0", "1.2.3.4", "a.b.c", "1.2.x", "1.2.0 ", " 1", "1.2.\n3",
        "1+2\n3", "1.é", "é", "~", "1.2.0-~",
    ]

    @Test("compare by their bytes as their padded texts do")
    func bytes() {
        for operand in Self.versions {
            let padded = PaddedVersion(.text(operand))
            for value in Self.versions {
                let own = PaddedVersion(.text(value)).text
                let expected = own == padded.text ? 0 : JavaScriptText.precedes(own, padded.text) ? -1 : 1
                #expect(padded.order(of: .text(value)) == expected, "\(value) against \(operand)")
            }
        }
        #expect(PaddedVersion(.text("2")).order(of: .number(10)) == 1)
        #expect(PaddedVersion(.text("0")).order(of: .null) == 0)
    }
}
