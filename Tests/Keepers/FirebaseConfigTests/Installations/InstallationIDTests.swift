import FirebaseConfig
import TestSupport
import Testing

@Suite("Installation ids", .inTurn)
struct InstallationIDTests {
    @Test("generated ids have the right shape and differ")
    func generated() {
        var random = Randomness.seeded(7)
        var seen: Set<InstallationID> = []
        for _ in 0..<1000 {
            let id = InstallationID.generate(using: &random)
            #expect(id.text.wholeMatch(of: #/[cdef][\w\-]{21}/#) != nil)
            seen.insert(id)
        }
        #expect(seen.count == 1000)
    }

    @Test(
        "an invalid ID is refused",
        arguments: [
            "", "cAbCdEfGhIjKlMnOpQrSt", "cAbCdEfGhIjKlMnOpQrStUv", "aAbCdEfGhIjKlMnOpQrStU",
            "cAbCdEfGhIjKlMnOp/rStU", "cAbCdEfGhIjKlMnOpQrS\r\n", "cÄbCdEfGhIjKlMnOpQrSt",
        ])
    func refused(text: String) {
        #expect(InstallationID(text) == nil)
    }

    @Test("an id is kept as written")
    func kept() {
        #expect(InstallationID(sampleID)?.text == sampleID)
        #expect(InstallationID("f_-0123456789abcdefghi")?.text == "f_-0123456789abcdefghi")
    }
}
