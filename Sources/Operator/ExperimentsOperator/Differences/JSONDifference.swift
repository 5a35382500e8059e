import ExperimentsCore

/// What differs between two JSON values, by path.
package struct JSONDifference: Sendable, Hashable {
    /// One thing that differs.
    package struct Change: Sendable, Hashable {
        package enum Kind: String, Sendable, Hashable {
            case added, removed, changed, moved
        }

        package let kind: Kind
        /// Where it is; for what is gone, where it was.
        package let path: DocumentPath
        /// Where it was, if it moved.
        package let origin: DocumentPath?
        /// What it was; nil for what is added or moved.
        package let old: JSONValue?
        /// What it is; nil for what is gone or moved.
        package let new: JSONValue?
    }

    /// The changes in the order of the new value; what is gone stands where it was.
    package let changes: [Change]

    package init(_ old: JSONValue, _ new: JSONValue) {
        var walk = Walk()
        walk.compare(JSONMeaning(old), JSONMeaning(new), Step())
        changes = walk.changes
    }

    /// A way into both values. Steps are linked, so that a deep place costs no more than a shallow one until it is told.
    private final class Step {
        let parent: Step?
        let old: DocumentPath.Step?
        let new: DocumentPath.Step?

        init(_ parent: Step? = nil, old: DocumentPath.Step? = nil, new: DocumentPath.Step? = nil) {
            (self.parent, self.old, self.new) = (parent, old, new)
        }

        func path(_ side: KeyPath<Step, DocumentPath.Step?>) -> DocumentPath {
            var steps: [DocumentPath.Step] = []
            var place: Step? = self
            while let step = place {
                if let one = step[keyPath: side] { steps.append(one) }
                place = step.parent
            }
            return DocumentPath(steps.reversed())
        }
    }

    private struct Walk {
        var changes: [Change] = []

        mutating func compare(_ old: JSONMeaning, _ new: JSONMeaning, _ step: Step) {
            guard old.fingerprint != new.fingerprint else { return }
            switch (old.value, new.value) {
            case (.object, .object): compareMembers(old, new, step)
            case (.array, .array): compareElements(old.children, new.children, step)
            default: add(.changed, step, old.value, new.value)
            }
        }

        private mutating func compareMembers(_ old: JSONMeaning, _ new: JSONMeaning, _ step: Step) {
            for (name, old, new) in JSONMemberPairing(old, new).pairs {
                let inside = Step(step, old: .member(name), new: .member(name))
                switch (old, new) {
                case (let old?, let new?): compare(old, new, inside)
                default: add(old == nil ? .added : .removed, inside, old?.value, new?.value)
                }
            }
        }

        private mutating func compareElements(_ old: [JSONMeaning], _ new: [JSONMeaning], _ step: Step) {
            let pairing = JSONPairing(old, new)
            for place in pairing.removed {
                add(.removed, Step(step, old: .element(place), new: .element(place)), old[place].value, nil)
            }
            for place in new.indices {
                guard let origin = pairing.origins[place] else {
                    add(.added, Step(step, new: .element(place)), nil, new[place].value)
                    continue
                }
                let inside = Step(step, old: .element(origin), new: .element(place))
                if pairing.moved.contains(place) { add(.moved, inside, nil, nil) }
                compare(old[origin], new[place], inside)
            }
        }

        private mutating func add(_ kind: Change.Kind, _ step: Step, _ old: JSONValue?, _ new: JSONValue?) {
            changes.append(
                Change(
                    kind: kind, path: step.path(kind == .removed ? \.old : \.new),
                    origin: kind == .moved ? step.path(\.old) : nil, old: old, new: new))
        }
    }
}

extension JSONDifference {
    /// The changes as a JSON Patch (RFC 6902): applied to the old value one after the other, they make the new one.
    package static func patch(_ old: JSONValue, _ new: JSONValue) -> JSONValue {
        var patch = JSONPatch()
        patch.compare(JSONMeaning(old), JSONMeaning(new), "")
        return .array(patch.operations)
    }
}

/// The operations of a JSON Patch. Lists are first brought to their new length and order, from then on places hold.
private struct JSONPatch {
    var operations: [JSONValue] = []

    mutating func compare(_ old: JSONMeaning, _ new: JSONMeaning, _ pointer: String) {
        guard old.fingerprint != new.fingerprint else { return }
        switch (old.value, new.value) {
        case (.object, .object): compareMembers(old, new, pointer)
        case (.array, .array): compareElements(old.children, new.children, pointer)
        default: add("replace", pointer, new.value)
        }
    }

    private mutating func compareMembers(_ old: JSONMeaning, _ new: JSONMeaning, _ pointer: String) {
        for (name, old, new) in JSONMemberPairing(old, new).pairs {
            let inside = Self.pointer(pointer, name)
            switch (old, new) {
            case (let old?, let new?): compare(old, new, inside)
            default: add(new == nil ? "remove" : "add", inside, new?.value)
            }
        }
    }

    private mutating func compareElements(_ old: [JSONMeaning], _ new: [JSONMeaning], _ pointer: String) {
        let pairing = JSONPairing(old, new)
        let removed = Set(pairing.removed)
        for place in pairing.removed.reversed() { add("remove", "\(pointer)/\(place)") }
        /// The old places of what the list holds after the operations so far; nil for what was added.
        var held: [Int?] = old.indices.filter { !removed.contains($0) }
        for (place, origin) in pairing.origins.enumerated() {
            guard let origin else {
                add("add", "\(pointer)/\(place)", new[place].value)
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
            if let origin { compare(old[origin], new[place], "\(pointer)/\(place)") }
        }
    }

    private mutating func add(_ operation: String, _ pointer: String, _ value: JSONValue? = nil) {
        var members = JSONObject()
        members["op"] = .string(operation)
        members["path"] = .string(pointer)
        members["value"] = value
        operations.append(.object(members))
    }

    private static func pointer(_ parent: String, _ name: String) -> String {
        parent + "/" + name.replacing("~", with: "~0").replacing("/", with: "~1")
    }
}
