import ExperimentsCore

/// The members of an object of a payload, looked up by names that this code knows.
///
/// A rule has a handful of members and is asked for thirty names. Comparing lengths before letters finds out about them in a
/// fifth of the instructions that a dictionary takes, which hashes each of both.
struct PayloadMembers {
    private let members: [JSONObject.Member]
    /// A bit for each length that occurs: two of three names that are asked for are of none of these.
    private let lengths: UInt64

    init(_ object: JSONObject) {
        members = object.members
        lengths = members.reduce(0) { $0 | Self.bit(of: $1.name.utf8.count) }
    }

    private static func bit(of length: Int) -> UInt64 { 1 << UInt64(length & 63) }

    subscript(name: StaticString) -> JSONValue? {
        guard lengths & Self.bit(of: name.utf8CodeUnitCount) != 0 else { return nil }
        for place in members.indices where JavaScriptText.isSame(members[place].name, name) {
            return members[place].value
        }
        return nil
    }

    /// A member that JavaScript would not take for absent.
    func truthy(_ name: StaticString) -> JSONValue? { self[name].flatMap(PayloadReader.truthy) }
}
