import ExperimentsCore
import Foundation

/// The overrides that a command changes, and the keys they are for.
struct OverrideTarget {
    /// Where they are kept.
    let files: OverrideFiles
    /// The keys that the project declares; nil where there is no project, so that nothing can be checked.
    let keys: [CatalogKey]?

    /// What the store holds.
    var store: any OverrideStore { files.store }
    /// The file that changes are made in.
    var path: String { files.path }

    /// What the store holds, all layers together.
    ///
    /// - Throws: `FileProblem` where it cannot be read.
    func overrides() throws -> OverrideSet {
        if let problem = store.problem { throw problem }
        return store.overrides
    }

    /// Removes the overrides of the keys called `names`, all of them or none.
    ///
    /// - Throws: `CommandProblem` where one has none, or has one of a lower layer only.
    func remove(_ names: [String]) throws {
        let title = "remove the override\(names.count == 1 ? "" : "s") of \(Self.words(for: names))"
        try change(title, by: "override unset") { overrides in
            for name in names where overrides[name] == nil { throw problem(with: name) }
            Self.announce("removing the overrides of", names)
            for name in names { overrides[name] = nil }
        }
    }

    /// Switches the overrides of the keys called `names` on or off, all of them or none.
    ///
    /// - Throws: `CommandProblem` where one has none.
    func switchOverrides(_ names: [String], on isOn: Bool) throws {
        let layers = store.layers
        let object = names.count == 1 ? "the override" : "the overrides"
        let title = "switch \(object) of \(Self.words(for: names)) \(isOn ? "on" : "off")"
        try change(title, by: isOn ? "override enable" : "override disable") { overrides in
            for name in names where overrides[name] == nil && layers.covered(name) == nil { throw problem(with: name) }
            Self.announce("switching \(isOn ? "on" : "off") the overrides of", names)
            for name in names {
                let lower = layers.covered(name)
                overrides.switchOverride(of: name, on: isOn, over: lower, author: Environment.author, at: Date())
            }
        }
    }

    /// Changes what the overrides of the keys called `names` say, all of them or none. One of a lower layer is covered by
    /// a changed copy.
    ///
    /// - Throws: `CommandProblem` where one has none.
    func edit(_ names: [String], _ edit: (inout Override, String) -> Void) throws {
        let layers = store.layers
        try change("note and end of \(Self.words(for: names))", by: "override edit") { overrides in
            for name in names where overrides[name] == nil && layers.covered(name) == nil { throw problem(with: name) }
            Self.announce("changing the overrides of", names)
            for name in names {
                guard var override = overrides[name] ?? layers.covered(name) else { throw problem(with: name) }
                edit(&override, name)
                overrides[name] = override
            }
        }
    }

    private func problem(with name: String) -> CommandProblem {
        guard let layer = store.layers.supplier(of: name) else {
            return CommandProblem.noOverride(of: name, in: store.overrides)
        }
        return CommandProblem(
            "the override of \(name) is from \(layer.name), which is only read here; nothing was changed",
            advice: "`experiments override disable \(name)` switches it off for you.")
    }
}
