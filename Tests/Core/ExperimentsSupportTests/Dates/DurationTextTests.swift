import ExperimentsSupport
import TestSupport
import Testing

@Suite("Lengths of time as text", .inTurn)
struct DurationTextTests {
    @Test(
        "reads numbers with units",
        arguments: [
            ("250ms", Duration.milliseconds(250)), ("0s", .zero), ("30s", .seconds(30)),
            ("5m", .seconds(300)),
            ("2h", .seconds(7_200)), ("1d", .seconds(86_400)), ("1w", .seconds(604_800)),
            ("1h30m", .seconds(5_400)),
            ("1m500ms", .milliseconds(60_500)),
        ])
    func reads(_ text: String, _ duration: Duration) {
        #expect(DurationText.duration(from: text) == duration)
    }

    @Test(
        "refuses what has no unit, another unit, or no number",
        arguments: [
            "", "30", "s", "1x", "1 h", "-5s", "1.5h", "1h30", "5M", "٣s", "99999999999999999999s",
            "9223372036854775807w",
            "1h 30m",
        ])
    func refuses(_ text: String) {
        #expect(DurationText.duration(from: text) == nil)
    }

    @Test(
        "writes the largest two units",
        arguments: [
            (Duration.zero, "0ms"), (.milliseconds(850), "850ms"), (.milliseconds(1_900), "1s"),
            (.seconds(4), "4s"),
            (.seconds(192), "3m12s"), (.seconds(7_200), "2h"), (.seconds(7_230), "2h"),
            (.seconds(5_400), "1h30m"),
            (.seconds(446_400), "5d4h"), (.seconds(-90), "-1m30s"), (.milliseconds(-5), "-5ms"),
        ])
    func writes(_ duration: Duration, _ text: String) {
        #expect(DurationText.text(of: duration) == text)
    }

    @Test("writes the longest lengths too")
    func extremes() {
        #expect(DurationText.text(of: .seconds(Int64.max)).hasSuffix("h"))
        #expect(DurationText.text(of: .seconds(Int64.min)).hasPrefix("-"))
    }

    @Test("counts seconds with their fraction")
    func seconds() {
        #expect(Duration.milliseconds(1_500).inSeconds == 1.5)
        #expect(Duration.milliseconds(-250).inSeconds == -0.25)
    }
}
