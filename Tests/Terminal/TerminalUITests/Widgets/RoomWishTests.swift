import TestSupport
import Testing

@testable import ExperimentsTerminalUI

@Suite("Dividing room among boxes", .inTurn)
struct RoomWishTests {
    @Test("first everyone gets the least, then what was wished, then what shows everything, by rank")
    func order() {
        let wishes = [
            RoomWish(least: 10, wished: 40, most: 60, rank: 1),
            RoomWish(least: 10, wished: 30, most: 50, rank: 0),
        ]
        #expect(RoomWish.divide(30, among: wishes) == [20, 10])
        #expect(RoomWish.divide(60, among: wishes) == [40, 20])
        #expect(RoomWish.divide(85, among: wishes) == [55, 30])
        #expect(RoomWish.divide(110, among: wishes) == [60, 50])
    }

    @Test("what is left goes to the last, or to the one that is to take it")
    func rest() {
        let wishes = [RoomWish(least: 5, wished: 10), RoomWish(least: 5, wished: 10)]
        #expect(RoomWish.divide(30, among: wishes) == [10, 20])
        #expect(RoomWish.divide(30, among: wishes, filler: 0) == [20, 10])
    }

    @Test("if there is not enough room, the lowest rank is omitted first, and one always stays")
    func leavingOut() {
        let wishes = [5, 6, 7].map { RoomWish(least: $0, wished: $0, rank: 10 - $0) }
        #expect(RoomWish.divide(18, among: wishes) == [5, 6, 7])
        #expect(RoomWish.divide(17, among: wishes) == [5, 12, 0])
        #expect(RoomWish.divide(9, among: wishes) == [9, 0, 0])
        #expect(RoomWish.divide(3, among: wishes) == [3, 0, 0])
    }

    @Test("all of a length is divided, whatever is wished", arguments: 0..<60)
    func whole(length: Int) {
        let wishes = [
            RoomWish(least: 4, wished: 9, most: 20), RoomWish(least: 7, wished: 7, rank: 3),
            RoomWish(least: 0, wished: 30),
        ]
        let lengths = RoomWish.divide(length, among: wishes)
        #expect(lengths.reduce(0, +) == length && lengths.allSatisfy { $0 >= 0 })
    }
}
