import ExperimentsCore
import Variants

/// A good document of flags `f0`… and variants `V0`…, different for each state of the generator.
struct RandomDocument {
    /// The document as text.
    let bytes: [UInt8]
    /// The document.
    var document: VariantsDocument { VariantsDocument(bytes: bytes) }

    init(using random: inout some RandomNumberGenerator) {
        let flagCount = Int.random(in: 1...4, using: &random)
        let flags = (0..<flagCount).map { #"{"flag": "f\#($0)", "base_value": -1}"# }
        var variants: [String] = []
        for number in 0..<Int.random(in: 0...6, using: &random) {
            let conditions = (0..<Int.random(in: 0...3, using: &random)).map { _ in
                Self.condition(using: &random)
            }
            let joining =
                conditions.count > 1 ? #""condition_operator": "\#(["AND", "OR"][number % 2])","# : ""
            let mods = (0..<Int.random(in: 0...3, using: &random)).map { mod in
                #"{"flag": "f\#(Int.random(in: 0..<flagCount, using: &random))", "value": \#(number * 10 + mod)}"#
            }
            variants.append(
                """
                {"id": "V\(number)", \(joining) "conditions": [\(conditions.joined(separator: ","))],
                 "mods": [\(mods.joined(separator: ","))]}
                """)
        }
        let text = """
            {"flag_defs": [\(flags.joined(separator: ","))], "variants": [\(variants.joined(separator: ","))]}
            """
        bytes = Array(text.utf8)
    }

    private static func condition(using random: inout some RandomNumberGenerator) -> String {
        let low = Int.random(in: -99...99, using: &random)
        let share = Int.random(in: 0...50, using: &random)
        switch Int.random(in: 0..<5, using: &random) {
        case 0: return #"{"type": "RANDOM", "value": \#(Double(share) / 50)}"#
        case 1: return #"{"type": "MOD_RANGE", "values": ["user_id", \#(low), \#(low + share)]}"#
        case 2: return #"{"type": "USER_ID", "values": [\#(low), \#(share), "x"]}"#
        case 3: return #"{"type": "USER_ID_MOD", "values": [\#(low), \#(low + share)]}"#
        default:
            return
                #"{"type": "ROLLOUT", "value": {"percentage": \#(share), "start": \#(share), "salt": "s\#(low % 2)"}}"#
        }
    }
}
