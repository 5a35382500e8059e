/// The members of a JSON object in the order they were written.
public struct JSONObject: Sendable, Hashable {
    /// One name and its value.
    public struct Member: Sendable, Hashable {
        /// The member's name.
        public let name: String
        /// The member's value.
        public var value: JSONValue

        /// A member called `name` that holds `value`.
        public init(name: String, value: JSONValue) {
            self.name = name
            self.value = value
        }
    }

    /// The members, in order; no name occurs twice.
    public private(set) var members: [Member]

    /// An object without members.
    public init() {
        members = []
    }

    /// An object of members that the caller knows to have distinct names.
    public init(distinct members: [Member]) {
        self.members = members
    }

    /// An object of members as if they were set one after the other: of two with one name, the later value takes the
    /// earlier's place. Takes linear time, where setting takes quadratic.
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

    /// The values by name, to look up many of them.
    public var valuesByName: [String: JSONValue] {
        Dictionary(members.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
    }

    /// Whether there is no member.
    public var isEmpty: Bool { members.isEmpty }

    /// The value called `name`. Setting an existing one keeps its place, a new one goes last, nil removes.
    ///
    /// Looks through the members one by one: objects that are looked up by name are small here, large ones are walked.
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
