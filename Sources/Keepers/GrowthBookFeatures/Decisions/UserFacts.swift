/// The values of a user that a ``DecisionGraph`` needs, looked up once. No value in it is reference-counted, and texts
/// are numbers.
final class UserFacts: Sendable {
    /// The known facts about the value of an attribute.
    struct Fact: Sendable {
        enum Kind: Sendable { case null, truth, number, text, other }

        var kind = Kind.null
        var isTruthy = false
        /// As a number, of all kinds but texts, lists and objects.
        var number = 0.0
        /// The number of a text that the payload mentions; -1 for others.
        var text: Int32 = -1
        /// The text as a padded version, among the bytes; nil if nothing asks for it, or it is not ASCII.
        var version: NumberRange?
    }

    /// The value that is hashed.
    struct Identity: Sendable {
        let units: NumberRange
        /// The hash of the value alone.
        let state: UInt32
    }

    /// The facts, by the position of the attribute that conditions examine.
    let facts: [Fact]
    /// The identities, by the position of the attribute that is hashed; nil if the user has none.
    let identities: [Identity?]
    let units: [UInt16]
    let versions: [UInt8]

    init(_ values: [AttributeValue], hashed: [HashedValue?], _ graph: DecisionGraph) {
        var (facts, identities, units, versions) = ([Fact](), [Identity?](), [UInt16](), [UInt8]())
        for (slot, value) in values.enumerated() { facts.append(Fact(value, at: slot, graph, &versions)) }
        for value in hashed { identities.append(value.map { Identity($0, &units) }) }
        (self.facts, self.identities, self.units, self.versions) = (facts, identities, units, versions)
    }

    /// The same user with another identifier.
    ///
    /// - Parameter replaced: where it goes: among what conditions look at, and what tells users apart.
    init(
        _ other: UserFacts, _ replaced: [(slot: Int?, place: Int?)], by identifier: String, _ hashed: HashedValue,
        _ graph: DecisionGraph
    ) {
        var (facts, identities, units, versions) = (other.facts, other.identities, other.units, other.versions)
        let identity = Identity(hashed, &units)
        for (slot, place) in replaced {
            if let slot { facts[slot] = Fact(.text(identifier), at: slot, graph, &versions) }
            if let place { identities[place] = identity }
        }
        (self.facts, self.identities, self.units, self.versions) = (facts, identities, units, versions)
    }
}

extension UserFacts.Identity {
    fileprivate init(_ value: HashedValue, _ units: inout [UInt16]) {
        units += value.units
        self.init(units: NumberRange(units.count - value.units.count..<units.count), state: value.state)
    }
}

extension UserFacts.Fact {
    fileprivate init(_ value: AttributeValue, at slot: Int, _ graph: DecisionGraph, _ versions: inout [UInt8]) {
        isTruthy = value.isTruthy
        switch value {
        case .null: break
        case .bool(let truth): (kind, number) = (.truth, truth ? 1 : 0)
        case .number(let value): (kind, number) = (.number, value)
        case .text(let text):
            kind = .text
            self.text = graph.texts[ExactText(text)] ?? -1
            guard graph.versionSlots.contains(slot), let padded = PaddedVersion(value).bytes else { return }
            versions += padded
            version = NumberRange(versions.count - padded.count..<versions.count)
        case .list, .object: kind = .other
        }
    }
}
