import ExperimentsSupport

/// The text form of a fault: `[TARGET/]EFFECT[:PART][*TIMES]`, for example `429:0.1`, `realtime/503*3` or
/// `fetch/delay=200ms`.
public struct FaultText: Sendable, Hashable, CustomStringConvertible {
    /// The reason why a text is not a fault.
    public struct Problem: Error, Sendable, Hashable, CustomStringConvertible, OperatorError {
        /// The text.
        public let text: String
        /// The problem, and what was expected.
        public let message: String

        package init(text: String, message: String) {
            self.text = text
            self.message = message
        }

        package var sentence: String { description }

        /// The text in quotes, followed by the message.
        public var description: String { "\(Quotation.of(text)): \(message)" }
    }

    /// The fault.
    public let fault: Fault

    /// Creates the text form of a fault.
    public init(_ fault: Fault) {
        self.fault = fault
    }

    /// Parses a fault. Without a target, it affects client fetches, or the requests that its effect is for.
    ///
    /// - Throws: `Problem` with what was expected.
    public init(parsing text: String) throws(Problem) {
        var rest = Substring(text)
        var remaining: Int?
        if let (before, after) = rest.cut(atLast: "*") {
            guard let times = Int(after), times > 0 else {
                throw Problem(text: text, message: "expected a count after *, such as 429*3")
            }
            remaining = times
            rest = before
        }
        var rate = 1.0
        if let (before, after) = rest.cut(atLast: ":") {
            guard let part = NumberText.double(String(after)), part > 0, part <= 1 else {
                throw Problem(
                    text: text, message: "expected a share of the requests after :, above 0 and at most 1")
            }
            rate = part
            rest = before
        }
        var target: Fault.Target?
        if let (before, after) = rest.cut(atFirst: "/") {
            target = Fault.Target(rawValue: String(before))
            guard target != nil else {
                let names = Fault.Target.allCases.map(\.rawValue).joined(separator: ", ")
                throw Problem(text: text, message: "expected one of \(names) before /")
            }
            rest = after
        }
        guard let effect = Self.effect(String(rest)) else {
            throw Problem(text: text, message: Self.expectation)
        }
        fault = Fault(effect, target: target ?? Self.usualTarget(effect), rate: rate, remaining: remaining)
    }

    /// The text form, which can be parsed again, or a description of an effect without one.
    public var description: String {
        let part = fault.rate < 1 ? ":" + NumberText.text(of: fault.rate) : ""
        return "\(fault.target.rawValue)/\(Self.text(fault.effect))\(part)"
            + (fault.remaining.map { "*\($0)" } ?? "")
    }

    private static let expectation =
        "expected a status such as 429 or 429,retry-after=30, delay=200ms, hang, truncated, oversized=BYTES, "
        + "feature-disabled, retry-interval=SECONDS or end-of-stream=5s"

    private static func usualTarget(_ effect: Fault.Effect) -> Fault.Target {
        switch effect {
        case .lastMessage, .endOfStream: .realtime
        case .delay: .any
        default: .fetch
        }
    }

    private static func effect(_ text: String) -> Fault.Effect? {
        let parts = text.split(scalar: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        switch (parts[0], parts.count > 1 ? parts[1] : nil) {
        case ("hang", nil): return .hang
        case ("truncated", nil): return .truncatedBody
        case ("feature-disabled", nil): return .lastMessage(.featureDisabled)
        case ("delay", let value?): return DurationText.duration(from: value).map(Fault.Effect.delay)
        case ("end-of-stream", let value?):
            return DurationText.duration(from: value).map { .endOfStream(after: $0) }
        case ("retry-interval", let value?):
            return Int(value).flatMap { $0 >= 0 ? .lastMessage(.retryInterval(seconds: $0)) : nil }
        case ("oversized", let value?):
            return Int(value).flatMap { (1...1_000_000_000).contains($0) ? .oversizedBody(bytes: $0) : nil }
        case (let first, let value):
            let words = first.split(scalar: ",", omittingEmptySubsequences: false)
            guard let status = Int(words[0]), (400...599).contains(status) else { return nil }
            if words.count == 1, value == nil { return .status(status) }
            guard words.count == 2, words[1] == "retry-after", let value, isRetryAfter(value) else {
                return nil
            }
            return .status(status, retryAfter: value)
        }
    }

    /// Whether the text is suitable for the header: seconds or a date, or other short text.
    private static func isRetryAfter(_ text: String) -> Bool {
        (1...100).contains(text.utf8.count) && text.utf8.allSatisfy { (0x20..<0x7F).contains($0) }
    }

    private static func text(_ effect: Fault.Effect) -> String {
        switch effect {
        case .status(let status, let retryAfter):
            "\(status)" + (retryAfter.map { ",retry-after=\($0)" } ?? "")
        case .delay(let duration): "delay=" + DurationText.text(of: duration)
        case .hang: "hang"
        case .truncatedBody: "truncated"
        case .oversizedBody(let bytes, _): "oversized=\(bytes)"
        case .lastMessage(let message): message.words
        case .endOfStream(let lifetime): "end-of-stream=" + DurationText.text(of: lifetime)
        case .redirect, .body: effect.description
        }
    }
}
