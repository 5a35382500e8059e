import ExperimentsCore

/// The differences between two JSON values, by path.
package struct JSONDifference: Sendable, Hashable {
    /// One difference.
    package struct Change: Sendable, Hashable {
        package enum Kind: String, Sendable, Hashable {
            case added, removed, changed, moved
        }

        package let kind: Kind
        /// The old value; nil if it was added or moved.
        package let old: JSONValue?
        /// The new value; nil if it was removed or moved.
        package let new: JSONValue?
        fileprivate let way: Way

        /// Its path; for a removed one, the path in the old value.
        package var path: DocumentPath { way.path(kind == .removed ? \.old : \.new) }
        /// Its old path, if it moved.
        package var origin: DocumentPath? { kind == .moved ? way.path(\.old) : nil }
    }

    /// The changes in the order of the new value; removed ones at their old place.
    package private(set) var changes: [Change] = []

    package init(_ old: JSONValue, _ new: JSONValue) { self.init(JSONMeaning(old), JSONMeaning(new)) }

    init(_ old: JSONMeaning, _ new: JSONMeaning) {
        compare(old, new, way: Way())
    }

    /// A path into both values. Steps are linked, so that a deep path needs no more memory than a shallow one until it
    /// is shown: a screen shows only twenty of ten thousand changes.
    fileprivate final class Way: Sendable, Hashable {
        private let parent: Way?
        let old: DocumentPath.Step?
        let new: DocumentPath.Step?

        init(_ parent: Way? = nil, old: DocumentPath.Step? = nil, new: DocumentPath.Step? = nil) {
            self.parent = parent
            self.old = old
            self.new = new
        }

        /// Into the members of one name.
        convenience init(_ parent: Way, member name: String) {
            self.init(parent, old: .member(name), new: .member(name))
        }

        func path(_ side: KeyPath<Way, DocumentPath.Step?>) -> DocumentPath {
            var steps: [DocumentPath.Step] = []
            var place: Way? = self
            while let step = place {
                if let one = step[keyPath: side] { steps.append(one) }
                place = step.parent
            }
            return DocumentPath(steps.reversed())
        }

        static func == (one: Way, other: Way) -> Bool {
            one === other || one.path(\.old) == other.path(\.old) && one.path(\.new) == other.path(\.new)
        }

        func hash(into hasher: inout Hasher) { hasher.combine(path(\.new)) }
    }

    private mutating func compare(_ old: JSONMeaning, _ new: JSONMeaning, way: Way) {
        guard old.fingerprint != new.fingerprint else { return }
        switch (old.value, new.value) {
        case (.object, .object): compareMembers(old, new, way: way)
        case (.array, .array): compareElements(old.children, new.children, way: way)
        default: add(.changed, way: way, old: old.value, new: new.value)
        }
    }

    private mutating func compareMembers(_ old: JSONMeaning, _ new: JSONMeaning, way: Way) {
        let (olds, news) = (old.children, new.children)
        for pair in JSONMeaning.memberPairs(old, new) {
            switch (pair.old, pair.new) {
            case (let origin?, let place?):
                guard olds.fingerprint(origin) != news.fingerprint(place) else { continue }
                compare(olds[origin], news[place], way: Way(way, member: new.members[place].name))
            case (let origin?, nil):
                add(
                    .removed, way: Way(way, member: old.members[origin].name), old: olds[origin].value,
                    new: nil)
            case (_, let place):
                guard let place else { continue }
                add(.added, way: Way(way, member: new.members[place].name), old: nil, new: news[place].value)
            }
        }
    }

    private mutating func compareElements(_ old: JSONMeaning.Children, _ new: JSONMeaning.Children, way: Way)
    {
        let pairing = JSONPairing(old, new)
        for place in pairing.removed {
            add(
                .removed, way: Way(way, old: .element(place), new: .element(place)), old: old[place].value,
                new: nil)
        }
        for place in new.indices {
            guard let origin = pairing.origins[place] else {
                add(.added, way: Way(way, new: .element(place)), old: nil, new: new[place].value)
                continue
            }
            guard pairing.isMoved[place] || old.fingerprint(origin) != new.fingerprint(place) else {
                continue
            }
            let inside = Way(way, old: .element(origin), new: .element(place))
            if pairing.isMoved[place] { add(.moved, way: inside, old: nil, new: nil) }
            compare(old[origin], new[place], way: inside)
        }
    }

    private mutating func add(_ kind: Change.Kind, way: Way, old: JSONValue?, new: JSONValue?) {
        changes.append(Change(kind: kind, old: old, new: new, way: way))
    }

    /// Returns the changes as a JSON Patch (RFC 6902): applied one after the other to the old value, they result in the
    /// new one.
    package static func patch(_ old: JSONValue, _ new: JSONValue) -> JSONValue {
        patch(JSONMeaning(old), JSONMeaning(new))
    }

    static func patch(_ old: JSONMeaning, _ new: JSONMeaning) -> JSONValue {
        var patch = JSONPatch()
        patch.compare(old, new, pointer: "")
        return .array(patch.operations)
    }
}

/// The operations of a JSON Patch. Lists are first brought to their new length and order, so that indices are then
/// valid.
private struct JSONPatch {
    var operations: [JSONValue] = []

    mutating func compare(_ old: JSONMeaning, _ new: JSONMeaning, pointer: String) {
        guard old.fingerprint != new.fingerprint else { return }
        switch (old.value, new.value) {
        case (.object, .object): compareMembers(old, new, pointer: pointer)
        case (.array, .array): compareElements(old.children, new.children, pointer: pointer)
        default: add("replace", pointer, value: new.value)
        }
    }

    private mutating func compareMembers(_ old: JSONMeaning, _ new: JSONMeaning, pointer: String) {
        let (olds, news) = (old.children, new.children)
        for pair in JSONMeaning.memberPairs(old, new) {
            switch (pair.old, pair.new) {
            case (let origin?, let place?):
                guard olds.fingerprint(origin) != news.fingerprint(place) else { continue }
                compare(olds[origin], news[place], pointer: Self.pointer(pointer, new.members[place].name))
            case (let origin?, nil): add("remove", Self.pointer(pointer, old.members[origin].name))
            case (_, let place):
                guard let place else { continue }
                add("add", Self.pointer(pointer, new.members[place].name), value: news[place].value)
            }
        }
    }

    private mutating func compareElements(
        _ old: JSONMeaning.Children, _ new: JSONMeaning.Children, pointer: String
    ) {
        let pairing = JSONPairing(old, new)
        // Added or moved items shift those after them. If there are very many, the whole list is replaced.
        let shifts = zip(pairing.origins, pairing.isMoved).count { $0 == nil || $1 }
        guard shifts * (old.count + new.count) <= 1 << 26 else {
            return add("replace", pointer, value: .array(new.map(\.value)))
        }
        let removed = Set(pairing.removed)
        for place in pairing.removed.reversed() { add("remove", "\(pointer)/\(place)") }
        /// The old places of the elements in the list after the operations so far; nil for added ones.
        var held: [Int?] = old.indices.filter { !removed.contains($0) }
        for (place, origin) in pairing.origins.enumerated() {
            guard let origin else {
                add("add", "\(pointer)/\(place)", value: new[place].value)
                held.insert(nil, at: place)
                continue
            }
            guard held[place] != origin, let now = held[place...].firstIndex(of: origin) else { continue }
            operations.append([
                "op": "move", "from": .string("\(pointer)/\(now)"), "path": .string("\(pointer)/\(place)"),
            ])
            held.insert(held.remove(at: now), at: place)
        }
        for (place, origin) in pairing.origins.enumerated() {
            guard let origin, old.fingerprint(origin) != new.fingerprint(place) else { continue }
            compare(old[origin], new[place], pointer: "\(pointer)/\(place)")
        }
    }

    private mutating func add(_ operation: String, _ pointer: String, value: JSONValue? = nil) {
        var members = JSONObject()
        members["op"] = .string(operation)
        members["path"] = .string(pointer)
        members["value"] = value
        operations.append(.object(members))
    }

    private static func pointer(_ parent: String, _ name: String) -> String {
        parent + "/" + name.replacing(scalar: "~", with: "~0").replacing(scalar: "/", with: "~1")
    }
}
