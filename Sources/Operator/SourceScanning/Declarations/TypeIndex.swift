import SwiftSyntax

/// The types of the app, by name.
struct TypeIndex {
    private(set) var types: [String: TypeDeclaration] = [:]
    /// The types in the order declared.
    private let order: [String]
    private let aliases: [String: [String]]
    private let protocols: [String: [String]]
    /// The calls that make keys, in order.
    let keyCalls: [KeyCall]
    /// The constants that defaults, ranges and names may refer to.
    let constants: Constants

    init(_ files: [SourceFile]) {
        var collector = DeclarationCollector()
        for file in files { collector.collect(file) }
        protocols = collector.protocols
        aliases = collector.aliases
        constants = collector.constants
        var types: [String: TypeDeclaration] = [:]
        var order: [String] = []
        for type in collector.types {
            // Of two declarations of a name, as `#if` allows, the first is read.
            guard types[type.qualifiedName] == nil else { continue }
            types[type.qualifiedName] = type
            order.append(type.qualifiedName)
        }
        for addition in collector.extensions {
            guard let name = Self.find(addition.path, from: [], in: types) else { continue }
            types[name]?.inherited += addition.inherited
            types[name]?.memberBlocks.append(addition.members)
        }
        self.types = types
        self.order = order
        // A type of the app of that name is not the library's.
        keyCalls = collector.keyCalls.filter { types[$0.isInKeys ? "Keys" : "Key"] == nil }
    }

    /// The types that conform to `RemoteKey`, in the order declared.
    var keyTypes: [TypeDeclaration] {
        order.compactMap { types[$0] }.filter { conforms($0, to: ["RemoteKey", "TitledRemoteKey"]) }
    }

    /// The type that `path` names in code within the type `scope`.
    func type(_ path: [String], from scope: [String]) -> TypeDeclaration? {
        var path = path
        // An alias of an alias ends somewhere; a circle of them must too.
        for _ in 0..<8 {
            if let name = Self.find(path, from: scope, in: types) { return types[name] }
            guard let target = aliasTarget(path, from: scope) else { return nil }
            path = target
        }
        return nil
    }

    /// Whether a type inherits one of the protocols, at first hand or through protocols of the app.
    func conforms(_ type: TypeDeclaration, to names: Set<String>) -> Bool {
        var seen: Set<String> = []
        var open = type.inherited
        while let name = open.popLast() {
            if names.contains(name) { return true }
            if seen.insert(name).inserted { open += protocols[name] ?? [] }
        }
        return false
    }

    private func aliasTarget(_ path: [String], from scope: [String]) -> [String]? {
        for depth in (0...scope.count).reversed() {
            if let target = aliases[(scope.prefix(depth) + path).joined(separator: ".")] { return target }
        }
        return nil
    }

    /// From the innermost scope outwards; failing that, the only type whose name ends so, as it stands where an
    /// extension or an unseen outer type holds it.
    private static func find(
        _ path: [String], from scope: [String], in types: [String: TypeDeclaration]
    ) -> String? {
        for depth in (0...scope.count).reversed() {
            let name = (scope.prefix(depth) + path).joined(separator: ".")
            if types[name] != nil { return name }
        }
        let ending = "." + path.joined(separator: ".")
        let candidates = types.keys.filter { $0.hasSuffix(ending) }
        if candidates.count == 1 { return candidates.first }
        // A module's name in front.
        return path.count > 1 ? find(Array(path.dropFirst()), from: [], in: types) : nil
    }
}
