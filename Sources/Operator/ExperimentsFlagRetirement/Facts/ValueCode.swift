import ExperimentsCore
import ExperimentsSupport
import Foundation

/// The Swift code of a value that has no literal: `URL(string: "https://example.com")!`.
struct ValueCode {
    let text: String
    let type: String

    /// Returns nil for a text that is no value of the type.
    init?(_ value: String, _ type: KeyType) {
        switch type {
        case .url:
            guard (try? ValueSchema(kind: .url).check(value)) != nil else { return nil }
            text = "URL(string: \(KnownValue.literal(value)))!"
            self.type = "URL"
        case .date:
            guard let date = RFC3339.date(from: value) else { return nil }
            text = "Date(timeIntervalSince1970: \(NumberText.text(of: date.timeIntervalSince1970)))"
            self.type = "Date"
        case .duration:
            guard let duration = DurationText.duration(from: value) else { return nil }
            text = "Duration." + Self.call(duration)
            self.type = "Duration"
        case .decimal:
            guard let number = Decimal(string: value, locale: Locale(identifier: "en_US_POSIX")),
                NumberText.double(value) != nil
            else { return nil }
            text = "Decimal(string: \(KnownValue.literal("\(number)")))!"
            self.type = "Decimal"
        default: return nil
        }
    }

    private static func call(_ duration: Duration) -> String {
        let (seconds, rest) = duration.components
        let milliseconds = rest / 1_000_000_000_000_000
        return milliseconds == 0 ? "seconds(\(seconds))" : "milliseconds(\(seconds * 1000 + milliseconds))"
    }
}
