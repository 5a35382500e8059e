import ExperimentsCore
import ExperimentsDashboard
import ExperimentsTerminalUI
import Foundation
import TestSupport
import Testing

@testable import ExperimentsNcurses

@Suite("Hostile input", .fewAtATime)
struct HostileInputTests {
    private static let extremes = [
        "-9223372036854775808", "9223372036854775807", "-1", "0", "", "99999999999999999999", "65537",
        "4294967295",
        "-0", "1:2", "１", "1114112",
    ]

    private func events(_ text: String) -> [InputEvent] { InputDecoder.events(text) }

    private func dashboard() -> DashboardState {
        let keys = (0..<40).map {
            CatalogKey(name: "key_\($0)", schema: ValueSchema(kind: .int, defaultText: "1"))
        }
        let service = RemoteConfigService(
            remoteConfigKeeper: InMemoryRemoteConfigKeeper(
                Snapshot(texts: ["key_1": "2"], fetchedAt: .distantPast)))
        let session = DashboardSession(service: service, keys: keys, sourceName: "test")
        return DashboardState(
            session: session, options: DashboardOptions(), size: CellSize(columns: 100, rows: 30),
            now: .distantPast)
    }

    @Test("no modifier is so large or small that the program ends", arguments: extremes)
    func modifiers(number: String) {
        for final in "ABCDFHPQRSZIOu~" {
            _ = events("\u{1b}[1;\(number)\(final)")
            _ = events("\u{1b}[\(number);\(number);\(number)\(final)")
            _ = events("\u{1b}[27;\(number);\(number)\(final)")
        }
        #expect(events("\u{1b}[1;-9223372036854775808A") == [.key(KeyPress(.up))])
        #expect(events("\u{1b}[1;5A") == [.key(KeyPress(.up, modifiers: .control))])
    }

    @Test("the mouse is nowhere but on a screen", arguments: extremes)
    func mouse(number: String) {
        for final in ["M", "m"] {
            for report in [
                "\(number);2;2", "0;\(number);2", "0;2;\(number)", "\(number);\(number);\(number)",
            ] {
                for case .mouse(let mouse) in events("\u{1b}[<\(report)\(final)") {
                    #expect(
                        (0..<65_536).contains(mouse.point.column) && (0..<65_536).contains(mouse.point.row))
                }
            }
        }
    }

    @Test("a line that is dragged far beyond the screen stays on it")
    func drag() {
        var state = dashboard()
        _ = state.update(.input(.key(KeyPress(.enter))))
        for row in stride(from: 0, to: 30, by: 5) {
            for column in [0, 50, 60, 70] {
                let places = [
                    CellPoint(column: .max, row: .max), CellPoint(column: .min, row: .min),
                    CellPoint(column: .max, row: .min),
                ]
                for place in places {
                    let start = CellPoint(column: column, row: row)
                    _ = state.update(.input(.mouse(MouseEvent(.press, button: 1, at: start))))
                    _ = state.update(.input(.mouse(MouseEvent(.release, button: 1, at: place))))
                    _ = DashboardView.frame(of: state, theme: state.shownTheme)
                }
            }
        }
        #expect(DashboardView.frame(of: state, theme: state.shownTheme).size == state.size)
    }

    @Test("random sequences with extreme numbers, through the decoder and the dashboard", arguments: 0..<4)
    func fuzz(part: Int) {
        let rounds = FuzzEffort.rounds(usually: 40, cases: 4)
        var random = SeededGenerator(seed: FuzzEffort.seed &* 4 &+ UInt64(part))
        var state = dashboard()
        let pieces =
            [
                "\u{1b}[", "\u{1b}[<", "\u{1b}]11;rgb:", "\u{1b}O", "\u{1b}", ";", ":", "M", "m", "u", "~",
                "A", "/", "o",
            ]
            + [
                "200~", "201~", "\r", "\t", "q", "j", " ", "\u{7f}", "é", "👩‍👩‍👧", "\u{301}", "ffff/", "\u{7}",
                "\u{7fff}",
            ]
            + Self.extremes
        for _ in 0..<rounds {
            let length = Int.random(in: 1...12, using: &random)
            let text = (0..<length).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
            var decoder = InputDecoder()
            decoder.feed(text)
            decoder.giveUp()
            for event in decoder.takeEvents() { _ = state.update(.input(event)) }
        }
        #expect(DashboardView.frame(of: state, theme: state.shownTheme).size == state.size)
    }

    @Test("bytes mean the same however they are cut into pieces", arguments: 0..<4)
    func pieces(part: Int) {
        var random = SeededGenerator(seed: FuzzEffort.seed &* 4 &+ UInt64(part))
        let text = "é語👩‍👩‍👧\u{1b}[1;5A\u{1b}[200~one\r\ntwo\u{1b}[20x é\r\u{1b}[201~g\u{1b}[<0;3;4M\u{1b}[5~"
        for _ in 0..<50 {
            var decoder = InputDecoder()
            var rest = Array(text.utf8)[...]
            while !rest.isEmpty {
                let count = Int.random(in: 1...9, using: &random)
                decoder.feed(rest.prefix(count))
                rest = rest.dropFirst(count)
            }
            #expect(decoder.takeEvents() == events(text))
        }
    }

    @Test("invalid UTF-8 is replaced, and what follows is read")
    func brokenCharacters() {
        var decoder = InputDecoder()
        decoder.feed([0xe8, 0xaa, 0x61, 0xff, 0xc3, 0xa9])
        #expect(decoder.takeEvents() == ["\u{fffd}", "a", "\u{fffd}", "é"].map { .key(KeyPress($0)) })
    }

    @Test("a megabyte that is pasted arrives whole, and one without an end is not kept for ever")
    func large() {
        var decoder = InputDecoder()
        let text = String(repeating: "0123456789abcde\n", count: 1 << 16)
        decoder.feed("\u{1b}[200~" + text + "\u{1b}[201~x")
        #expect(decoder.takeEvents() == [.paste(text), .key(KeyPress("x"))])
        var pasted = PastedText()
        let chunk = [UInt8](repeating: 0x61, count: PastedText.limit / 2 + 1)
        for _ in 0..<4 { _ = pasted.take(chunk[...]) }
        #expect(pasted.finish()?.utf8.count == PastedText.limit)
    }
}
