import ExperimentsCore

/// A condition of a transaction: what one key must be like.
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

    /// The key is not there.
    package static func isAbsent(_ key: EtcdKey) -> EtcdComparison {
        EtcdComparison(key: key, target: "CREATE", relation: "EQUAL", member: "create_revision", operand: .number(0))
    }

    /// The key is there.
    package static func isPresent(_ key: EtcdKey) -> EtcdComparison {
        EtcdComparison(key: key, target: "CREATE", relation: "GREATER", member: "create_revision", operand: .number(0))
    }

    /// The key was last changed by this revision; 0: it is not there.
    package static func wasChanged(_ key: EtcdKey, at revision: Int64) -> EtcdComparison {
        EtcdComparison(key: key, target: "MOD", relation: "EQUAL", member: "mod_revision", operand: .number(revision))
    }

    /// The key was not changed after this revision, or is not there.
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
