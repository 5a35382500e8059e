/// The members of a JSON object in the order they were written.
public struct JSONObject: Sendable, Hashable {
    /// A name and its value.
    public struct Member: Sendable, Hashable {
        /// The member's name.
        public let name: String
        /// The member's value.
        public var value: JSONValue

        /// Creates a member.
        public init(name: String, value: JSONValue) {
            self.name = name
            self.value = value
        }
    }

    /// The members, in order; no name occurs twice.
    public private(set) var members: [Member]

    /// Creates an object without members.
    public init() {
        members = []
    }

    /// Creates an object from members whose names are known to be distinct.
    public init(distinct members: [Member]) {
        self.members = members
    }

    /// Creates an object as if the members were set one after the other: of two with the same name, the later value
    /// takes the place of the earlier. Takes linear time; setting them one by one takes quadratic time.
    public init(setting members: some Sequence<Member>) {
        var places: [String: Int] = [:]
        var kept: [Member] = []
        for member in members {
            if let place = places[member.name] {
                kept[place].value = member.value
            } else {
                places[member.name] = kept.count
                kept.append(member)
            }
        }
        self.members = kept
    }

    /// The values by name, for looking up many of them.
    public var valuesByName: [String: JSONValue] {
        Dictionary(members.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
    }

    /// Whether there are no members.
    public var isEmpty: Bool { members.isEmpty }

    /// The value called `name`; nil if there is none. Setting the value of an existing member keeps its place, a new
    /// member is added at the end, and setting nil removes the member.
    ///
    /// The look-up is linear. That is fast for small objects; for large ones, use `valuesByName`.
    public subscript(name: String) -> JSONValue? {
        get { members.first { $0.name == name }?.value }
        set {
            let index = members.firstIndex { $0.name == name }
            switch (index, newValue) {
            case (let index?, let value?): members[index].value = value
            case (let index?, nil): members.remove(at: index)
            case (nil, let value?): members.append(Member(name: name, value: value))
            case (nil, nil): break
            }
        }
    }
}
