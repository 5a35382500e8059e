import ExperimentsSupport
import TestSupport
import Testing

@Suite("A time of day", .inTurn)
struct TimeOfDayTests {
    @Test("is an hour with one or two digits, and a minute with two")
    func reading() {
        #expect(LocalTime.timeOfDay("18:00").map { [$0.hour, $0.minute] } == [18, 0])
        #expect(LocalTime.timeOfDay("9:05").map { [$0.hour, $0.minute] } == [9, 5])
    }

    @Test(
        "is no other text",
        arguments: ["", "18", "24:00", "18:60", "018:00", "18:5", "18:005", "-1:00", "18:00:00", "٩:00"])
    func refusing(_ text: String) {
        #expect(LocalTime.timeOfDay(text).map(\.hour) == nil)
    }
}
