import TestSupport
import Testing

@testable import ExperimentsTerminalUI

@Suite("Scroll bars", .inTurn)
struct ScrollBarTests {
    @Test("There is none where everything is on screen")
    func none() {
        #expect(ScrollBar(top: 0, visible: 10, count: 10).thumb(rows: 10) == nil)
        #expect(ScrollBar(top: 0, visible: 10, count: 0).thumb(rows: 10) == nil)
        #expect(ScrollBar(top: 0, visible: 0, count: 5).thumb(rows: 0) == nil)
    }

    @Test("It is as long as the part of the list that is on screen, and a row at least")
    func length() {
        #expect(ScrollBar(top: 0, visible: 10, count: 20).thumb(rows: 10)?.count == 5)
        #expect(ScrollBar(top: 0, visible: 10, count: 100_000).thumb(rows: 10)?.count == 1)
        #expect(ScrollBar(top: 0, visible: 10, count: 11).thumb(rows: 10)?.count == 9)
    }

    @Test("It stands at an end only where the list does", arguments: [15, 40, 100_000])
    func ends(count: Int) {
        for top in 0...min(count - 10, 2000) {
            let bar = ScrollBar(top: top, visible: 10, count: count).thumb(rows: 10) ?? 0..<0
            #expect((bar.lowerBound == 0) == (top == 0), "\(top)")
            #expect(bar.upperBound < 10 || top == count - 10, "\(top)")
        }
        #expect(ScrollBar(top: count - 10, visible: 10, count: count).thumb(rows: 10)?.upperBound == 10)
    }

    @Test("It never moves up while the list is scrolled down")
    func monotonic() {
        let places = (0...990).compactMap {
            ScrollBar(top: $0, visible: 10, count: 1000).thumb(rows: 17)?.lowerBound
        }
        #expect(places == places.sorted() && places.count == 991)
    }
}
