import ExperimentsCore
import ExperimentsTransport

/// The result for one flag within an answer.
enum FlagAnswer: Sendable, Hashable {
    /// A value, or the instruction to use the app's own default.
    case entry(Snapshot.Entry)
    /// There is no such flag.
    case absent
    /// The flag could not be evaluated, for the reason in the server's words.
    case failed(String)

    /// Reads the members of a flag. A flag with an `errorCode` has failed, even if it has a value.
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
        // The digits of a number are kept, so that long ones are not rounded.
        self = .entry(Snapshot.Entry(flag["value"], supplier: Self.supplier(of: flag)))
    }

    private static func supplier(of flag: JSONObject) -> String? {
        func text(_ name: String) -> String? {
            flag[name]?.string.map(ServerText.presentable).flatMap { $0.isEmpty ? nil : $0 }
        }
        return FlagSupplier(reason: text("reason"), variant: text("variant")).text
    }
}
