/// The members of one object or mapping, found by their names.
@usableFromInline package struct DocumentRecord<Node: DocumentNode> {
    /// The object itself.
    @usableFromInline package let node: Node
    /// Its members, in the order written.
    @usableFromInline package let members: Node.Members
    /// Whether a member that says "nothing" counts as absent.
    @usableFromInline package let skipsNothing: Bool
    /// The names that unknown members were probably intended to have. If one of them is required, its absence is not
    /// noted a second time.
    @usableFromInline package internal(set) var meant: [String] = []

    @inlinable package init(_ node: Node, _ members: Node.Members, skipsNothing: Bool) {
        self.node = node
        self.members = members
        self.skipsNothing = skipsNothing
    }

    /// The value of a member; nil if there is none. This is a linear search, intended for records of a few members.
    @inlinable package subscript(name: String) -> Node? {
        guard let index = index(of: name) else { return nil }
        let value = Node.value(of: members[index])
        return skipsNothing && value.isNothing ? nil : value
    }

    /// Returns the location of a member's name; nil if there is no such member, or if the location is looked up by the
    /// path.
    package func location(of name: String) -> DocumentLocation? {
        index(of: name).flatMap { Node.location(of: members[$0]) }
    }

    @inlinable package func index(of name: String) -> Int? {
        for index in members.indices where Self.isName(Node.name(of: members[index]), name) { return index }
        return nil
    }

    /// Compares byte by byte. Names of fields are ASCII, and a name that only looks the same is a different one.
    @inlinable package static func isName(_ found: String?, _ name: String) -> Bool {
        guard let found, found.utf8.count == name.utf8.count else { return false }
        return found == name
    }
}
