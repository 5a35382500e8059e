import ExperimentStatistics
import ExperimentsCore
import Foundation
import TerminalUI

/// A plan for an experiment, for people and for scripts.
struct PowerAnswer {
    let plan: SamplePlan
    let groups: Int
    /// The users of all groups together.
    let users: Double
    /// The smallest difference from control's mean that is seen.
    let difference: Double
    /// The number of days; nil if the number of users per day was not given.
    let days: Double?
    let isProportion: Bool
    /// The smallest difference that is seen in ``longest`` days, if the asked one takes longer; nil if it does not.
    var inReach: Double?

    /// The most days that an experiment is usually waited for.
    static let longest = 90.0

    /// A line for each fact.
    var lines: [StyledText] {
        let effect =
            "\(signed(difference / abs(plan.mean) * 100)) % (\(figure(plan.mean)) to \(figure(plan.mean + difference)))"
        var lines = [
            "Sees an effect of \(effect) with a chance of \(number(plan.power * 100)) %, "
                + "and one that is not there with \(number(plan.alpha * 100)) % at most.",
            "Users:  \(count(users)) (\(count(users / Double(groups))) in each of \(groups) groups)",
        ]
        if let days { lines.append("Days:   \(count(days))") }
        if let inReach {
            let shown = "\(signed(inReach / abs(plan.mean) * 100)) %"
            lines.append("        In \(count(Self.longest)) days, an effect of \(shown) would be seen.")
        }
        lines.append(
            plan.looks == .once
                ? "Look once, at the end: whoever looks earlier and stops is wrong far more often."
                : "Look whenever you like: what is ruled out stays ruled out.")
        return lines.map { StyledText($0) }
    }

    /// The same as JSON; shares are from 0 to 1.
    var json: JSONValue {
        var members = JSONObject()
        members["schema"] = .number(DocumentSchema.version)
        members["baseline"] = json(plan.mean)
        members["difference"] = json(difference)
        members["lift"] = json(difference / abs(plan.mean))
        members["alpha"] = json(plan.alpha)
        members["power"] = json(plan.power)
        members["looks"] = .string(plan.looks == .once ? "once" : "any time")
        members["groups"] = .number(String(groups))
        members["users"] = json(users.rounded(.up))
        members["usersPerGroup"] = json((users / Double(groups)).rounded(.up))
        members["days"] = days.map(json) ?? .null
        return .object(members)
    }

    /// JSON has no infinite numbers; the lift over a mean that is nearly nothing may be one.
    private func json(_ value: Double) -> JSONValue { value.isFinite ? .number(NumberText.text(of: value)) : .null }

    private func figure(_ value: Double) -> String { isProportion ? number(value * 100) + " %" : number(value) }

    private func signed(_ value: Double) -> String { (value > 0 ? "+" : "") + number(value) }

    /// Three digits that count.
    private func number(_ value: Double) -> String {
        let size = abs(value)
        guard size.isFinite else { return "more than can be told" }
        let digits = size >= 100 || size == 0 ? 0 : max(0, 2 - Int(log10(size).rounded(.down)))
        let text = String(format: "%.*f", min(12, digits), value)
        return NumberText.double(text).map { NumberText.text(of: $0) } ?? text
    }

    /// Returns a whole number with commas.
    private func count(_ value: Double) -> String {
        let digits = String(Int(exactly: value.rounded(.up)) ?? .max)
        var text = ""
        for (place, digit) in digits.reversed().enumerated() {
            if place > 0, place % 3 == 0 { text.append(",") }
            text.append(digit)
        }
        return String(text.reversed())
    }
}
