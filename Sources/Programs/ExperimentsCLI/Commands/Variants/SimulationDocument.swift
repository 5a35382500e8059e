import ExperimentsCore
import Variants

/// A simulation as JSON. Shares are from 0 to 1.
struct SimulationDocument {
    /// The document.
    let json: JSONValue

    init(_ simulation: Simulation) {
        json = [
            "schema": .number(DocumentSchema.version), "users": .number(String(simulation.users)),
            "seed": .number(String(simulation.seed)),
            "variants": .array(
                simulation.variants.map { variant in
                    Self.object(
                        [("id", .string(variant.id))], variant.active, variant.test, simulation)
                }),
            "flags": .array(simulation.flags.map { Self.json($0, simulation) }),
            "overlaps": .array(
                simulation.overlaps.map { overlap in
                    Self.object(
                        [
                            ("flag", .string(overlap.flag)), ("first", .string(overlap.first)),
                            ("second", .string(overlap.second)),
                        ], overlap.share, nil, simulation)
                }),
        ]
    }

    private static func json(_ flag: Simulation.FlagShare, _ simulation: Simulation) -> JSONValue {
        var members = JSONObject()
        members["flag"] = .string(flag.flag)
        members["arms"] = .array(
            flag.arms.map { arm in
                object([("variant", arm.variant.map(JSONValue.string) ?? .null)], arm.share, nil, simulation)
            })
        add(flag.test, to: &members, simulation)
        return .object(members)
    }

    private static func object(
        _ names: [(String, JSONValue)], _ share: ObservedShare, _ test: ChiSquaredTest?, _ simulation: Simulation
    ) -> JSONValue {
        var members = JSONObject()
        for (name, value) in names { members[name] = value }
        members["users"] = .number(String(share.count))
        members["share"] = number(share.share)
        members["interval"] = .array([number(share.interval.lowerBound), number(share.interval.upperBound)])
        members["intended"] = share.intended.map(number) ?? .null
        add(test, to: &members, simulation)
        return .object(members)
    }

    private static func add(_ test: ChiSquaredTest?, to members: inout JSONObject, _ simulation: Simulation) {
        guard let test else { return }
        // JSON has no infinity.
        members["chiSquared"] = test.statistic.isFinite ? number(test.statistic) : .null
        members["degreesOfFreedom"] = .number(String(test.degreesOfFreedom))
        members["probability"] = number(test.probability)
        members["mismatch"] = .bool(simulation.isMismatch(test))
    }

    private static func number(_ value: Double) -> JSONValue { .number(NumberText.text(of: value)) }
}
