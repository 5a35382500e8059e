import ActiveConfiguration
import ExperimentsCore
import TestSupport
import Testing

/// Documents damaged at random: each is refused with its problems, or taken with a place for what is wrong in it.
@Suite("Damaged configurations", .inTurn)
struct DocumentFuzzTests {
    private static let document = #"""
        {"meta": {"format_version_string": "1.0", "creation_time": "2012-08-20T19:36Z", "ab_group": "é🦊", "n": -1.5e3},
         "config_sections": {"Shop": {"settings": {"Title": {"value": "Sale"}, "Tags": {"value": ["a", 1, null]},
         "Color": {"value": {"red": 0.1}}, "Address": {"value": "https://example.com/a b?c=%20"}}},
         "Empty": {}, "a.b%": {"settings": {"x": {"value": true, "comment": "\ud83d\ude00"}}}}}
        """#

    private static let pieces = [
        "{", "}", "[", "]", ",", ":", "null", "1e400", "\"\"", "\\", "\"", "\u{FEFF}", "\u{0}", #""meta""#,
        #""config_sections""#, #""settings""#, #""value""#, "{}", "[]", "1", "\"x\"",
    ].map { Array($0.utf8) }

    @Test("no document crashes the check, and none is taken or refused without saying what is wrong")
    func fuzz() throws {
        var random = SeededGenerator(seed: FuzzEffort.seed &+ 6)
        for _ in 0..<FuzzEffort.rounds(usually: 3000) {
            let bytes = Self.damaged(using: &random)
            let text = Comment(rawValue: String(decoding: bytes, as: UTF8.self))
            do throws(InvalidActiveConfig) {
                let state = try ActiveConfigState(parsing: bytes)
                #expect(state.problems.allSatisfy { $0.severity == .tolerated && !$0.message.isEmpty }, text)
                Self.readEverything(of: state)
                // What is stored of it is the same again.
                #expect(try ActiveConfigState(parsing: Array(state.documentText.utf8)) == state, text)
            } catch {
                #expect(error.problems.contains { $0.severity == .refused && !$0.message.isEmpty }, text)
            }
        }
    }

    private static func readEverything(of state: ActiveConfigState) {
        for name in state.sectionNames {
            guard let section = state[name] else { continue }
            for key in section.keys + ["absent"] {
                _ = (section.bool(forKey: key), section.int(forKey: key), section.double(forKey: key))
                _ = (section.string(forKey: key), section.url(forKey: key), section.stringArray(forKey: key))
                _ = try? section.checkedInt(forKey: key)
            }
        }
    }

    private static func damaged(using random: inout SeededGenerator) -> [UInt8] {
        var bytes = Array(document.utf8)
        for _ in 0...Int.random(in: 0...3, using: &random) where !bytes.isEmpty {
            let start = Int.random(in: 0..<bytes.count, using: &random)
            let end = min(bytes.count, start + Int.random(in: 0...16, using: &random))
            let piece = pieces[Int.random(in: pieces.indices, using: &random)]
            switch Int.random(in: 0..<5, using: &random) {
            case 0: bytes.removeSubrange(start..<end)
            case 1: bytes.insert(contentsOf: piece, at: start)
            case 2: bytes.replaceSubrange(start..<end, with: piece)
            case 3: bytes[start] = UInt8.random(in: 0...255, using: &random)
            default: bytes.insert(contentsOf: Array(bytes[start..<end]), at: start)
            }
        }
        return bytes
    }
}
