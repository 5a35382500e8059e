import ExperimentsCore
import ExperimentsSupport
import Foundation

/// The configuration that the sample backend of ActiveConfig makes for a user: a colour, a text and a switch, which
/// follow from the user's number.
struct SampleConfig {
    private let number: Int?

    /// The configuration of the user whose ID begins with a whole number; the shared one for any other.
    init(userID: String?) {
        let text = (userID ?? "").drop { $0 == " " }
        let sign = text.hasScalarPrefix("-") ? "-" : ""
        let digits = text.dropFirst(text.hasScalarPrefix("-") || text.hasScalarPrefix("+") ? 1 : 0).prefix {
            "0"..."9" ~= $0
        }
        number = Int(sign + digits)
    }

    /// The sections, in the exchange format.
    var sections: JSONValue {
        let settings: JSONValue = [
            "ViewBackgroundColor": ["value": color],
            "LabelText": ["value": .string("This is a label value for user ID \(number.map { "\($0)" } ?? "NaN")")],
            "ButtonEnabled": ["value": .bool(number == 3)],
        ]
        return ["SampleViewConfiguration": ["settings": settings]]
    }

    private var color: JSONValue {
        guard let number, number != 0 else { return ["red": 0, "green": 0, "blue": 0] }
        let divisor = Double(number)
        return [
            "red": .number("\(sin(45 / divisor) / divisor)"), "green": .number("\(cos(30.0) / divisor)"),
            "blue": .number("\(1 / divisor)"),
        ]
    }
}
