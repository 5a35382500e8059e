import ExperimentsCore
import ExperimentsTransport

/// What a server says about one flag within an answer.
enum FlagAnswer: Sendable, Hashable {
    /// A value, or that the app is to use its own default.
    case entry(Snapshot.Entry)
    /// There is no such flag.
    case absent
    /// The flag could not be evaluated, for a reason in the server's words, as it wrote them.
    case failed(String)

    /// Reads the members of a flag. What has an `errorCode` failed, whatever value stands beside it.
    init(_ flag: JSONObject) {
        if let code = flag["errorCode"], code != .null, code != "" {
            let name = code.string ?? code.compactText
            guard name != "FLAG_NOT_FOUND" else {
                self = .absent
                return
            }
            self = .failed(name + (flag["errorDetails"]?.string.map { ": " + $0 } ?? ""))
            return
        }
        // A number is kept by its digits: `7.0` is a double and `7` is not, and long ones are not rounded.
        self = .entry(Snapshot.Entry(text: flag["value"]?.valueText, supplier: Self.supplier(of: flag)))
    }

    private static func supplier(of flag: JSONObject) -> String? {
        func text(_ name: String) -> String? {
            flag[name]?.string.map(ServerText.presentable).flatMap { $0.isEmpty ? nil : $0 }
        }
        return FlagSupplier(reason: text("reason"), variant: text("variant")).text
    }
}
