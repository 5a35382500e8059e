import ArgumentParser
import ExperimentStatistics
import ExperimentsCore

extension PowerCommand {
    /// The baseline according to the options; nil if it is to come from the history of a metric.
    ///
    /// - Throws: `ValidationError` for options that make no sense.
    func optionBaseline() throws -> SamplePlan.Baseline? {
        let ofRatio = [denominator, denominatorDeviation, correlation]
        guard let baseline else {
            guard deviation == nil, ofRatio.allSatisfy({ $0 == nil }) else {
                throw ValidationError("--deviation and the options of a ratio need --baseline")
            }
            return nil
        }
        let start = try Self.amount(baseline, for: "--baseline", expected: "a share such as 10%, or a mean")
        let deviation = try deviation.map {
            try Self.size($0, for: "--deviation", expected: "a number above 0, such as 30")
        }
        if denominator != nil { return try ratio(start.value, deviation: deviation) }
        guard ofRatio.allSatisfy({ $0 == nil }) else {
            throw ValidationError("--denominator-deviation and --correlation need --denominator")
        }
        if let deviation {
            guard !start.isShare else {
                throw ValidationError("--deviation is for a mean, and --baseline \(baseline) is a share")
            }
            return .mean(start.value, deviation: deviation)
        }
        guard start.value > 0, start.value < 1 else {
            throw ValidationError(
                "--baseline is a share above 0% and below 100%, such as 10%; for a mean, give --deviation, too")
        }
        return .proportion(start.value)
    }

    private func ratio(_ ratio: Double, deviation: Double?) throws -> SamplePlan.Baseline {
        guard let deviation else { throw ValidationError("a ratio needs --deviation, that of its numerator") }
        let words = "a number above 0, such as 4"
        let mean = try Self.size(denominator ?? "", for: "--denominator", expected: words)
        let spread = try denominatorDeviation.map {
            try Self.size($0, for: "--denominator-deviation", expected: words)
        }
        let expected = "a number from -1 to 1"
        let both = try correlation.map { text in
            let amount = try Self.amount(text, for: "--correlation", expected: expected).value
            guard abs(amount) <= 1 else { throw ValidationError("--correlation is \(expected), found '\(text)'") }
            return amount
        }
        return .ratio(ratio, deviation: deviation, denominator: (mean, spread ?? 0), correlation: both ?? 0)
    }

    /// A number, or a share in percent as a share of 1.
    static func amount(
        _ text: String, for option: String, expected: String
    ) throws -> (value: Double, isShare: Bool) {
        var digits = text[...]
        let isShare = digits.unicodeScalars.last == "%"
        if isShare {
            digits.removeLast()
            // People write "5 %", too.
            while digits.last?.isWhitespace == true { digits.removeLast() }
        }
        guard let number = NumberText.double(String(digits)) else {
            throw ValidationError("\(option) is \(expected), found '\(text)'")
        }
        return (isShare ? number / 100 : number, isShare)
    }

    /// A number above 0.
    static func size(_ text: String, for option: String, expected: String) throws -> Double {
        guard let number = NumberText.double(text), number > 0 else {
            throw ValidationError("\(option) is \(expected), found '\(text)'")
        }
        return number
    }
}
