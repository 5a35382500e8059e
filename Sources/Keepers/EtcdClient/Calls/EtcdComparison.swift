import ExperimentsCore

/// A condition of a transaction on one key.
package struct EtcdComparison: Sendable, Hashable {
    private enum Operand: Hashable {
        case number(Int64)
        case bytes([UInt8])
    }

    private let key: EtcdKey
    private let target: String
    private let relation: String
    private let member: String
    private let operand: Operand

    /// The key does not exist.
    package static func isAbsent(_ key: EtcdKey) -> EtcdComparison {
        EtcdComparison(key: key, target: "CREATE", relation: "EQUAL", member: "create_revision", operand: .number(0))
    }

    /// The key was last changed in this revision. With 0, it does not exist.
    package static func wasChanged(_ key: EtcdKey, at revision: Int64) -> EtcdComparison {
        EtcdComparison(key: key, target: "MOD", relation: "EQUAL", member: "mod_revision", operand: .number(revision))
    }

    /// The key was not changed after this revision, or does not exist.
    package static func isUnchanged(_ key: EtcdKey, since revision: Int64) -> EtcdComparison {
        EtcdComparison(
            key: key, target: "MOD", relation: "LESS", member: "mod_revision", operand: .number(revision.following))
    }

    /// The key has this value.
    package static func holds(_ key: EtcdKey, _ value: [UInt8]) -> EtcdComparison {
        EtcdComparison(key: key, target: "VALUE", relation: "EQUAL", member: "value", operand: .bytes(value))
    }

    var json: JSONValue {
        var json = JSONObject()
        json["key"] = .base64(key.bytes)
        json["target"] = .string(target)
        json["result"] = .string(relation)
        switch operand {
        case .number(let number): json[member] = .number64(number)
        case .bytes(let bytes): json[member] = .base64(bytes)
        }
        return .object(json)
    }
}
