import Experiments
import Foundation

/// Prints lines with the time in front.
enum ShopLog {
    /// Prints a line immediately, even if the output is a pipe.
    static func print(_ line: String) {
        // Names and values come from elsewhere, and must not control the terminal.
        let text = "\(timestamp())  \(VisibleText.of(line))\n"
        FileHandle.standardOutput.write(Data(text.utf8))
    }

    private static func timestamp() -> String {
        let now = Date.now
        let time = now.formatted(
            .verbatim(
                "\(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits):\(second: .twoDigits)",
                timeZone: .current, calendar: Calendar(identifier: .gregorian)))
        let milliseconds = Int(now.timeIntervalSince1970 * 1000) % 1000
        return time + "." + String(repeating: "0", count: 3 - String(milliseconds).count)
            + String(milliseconds)
    }
}
