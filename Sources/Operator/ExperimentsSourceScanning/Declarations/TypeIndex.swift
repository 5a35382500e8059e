import Dispatch
import ExperimentsLocks
import ExperimentsSyntaxReading
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
    /// The places that read keys by name, or give them defaults, in order.
    let readings: [KeyReading]
    /// The keys of the app as static properties of `RemoteConfig.Key`.
    let firebaseKeys: [FirebaseKey]
    /// The constants that defaults, ranges and names may refer to.
    let constants: Constants
    /// Finds what the names in the sources stand for.
    let resolver: NameResolver
    private let sources: [String: ScannedSource]

    /// A key of Firebase as a property: `static let paywall: Self = "paywall_type"`.
    struct FirebaseKey {
        let property: TokenSyntax
        let value: ExprSyntax
        let file: ScannedFile
    }

    /// - Parameter progress: is called with the number of files that were read, from any thread.
    init(
        _ files: [SourceFile], _ options: ScanOptions = ScanOptions(),
        progress: (@Sendable (Int) -> Void)? = nil
    ) {
        var collector = DeclarationCollector()
        for part in Self.collectors(files, options, progress) { collector.add(part) }
        readings = collector.readings
        firebaseKeys = collector.extensions.filter { $0.path.suffix(2) == ["RemoteConfig", "Key"] }.flatMap {
            found in
            found.members.declarations.compactMap { $0.as(VariableDeclSyntax.self) }
                .filter { $0.modifiers.contains { $0.name.tokenKind == .keyword(.static) } }.flatMap(
                    \.bindings
                )
                .compactMap { binding in
                    guard let property = binding.name, let value = binding.valueExpression else { return nil }
                    return FirebaseKey(property: property, value: value, file: found.file)
                }
        }
        protocols = collector.protocols
        aliases = collector.aliases
        constants = collector.constants
        resolver = NameResolver(collector.sources)
        sources = Dictionary(collector.sources.map { ($0.path, $0) }) { first, _ in first }
        for source in collector.sources where source.isRead { resolver.enter(source) }
        var types: [String: TypeDeclaration] = [:]
        var order: [String] = []
        for type in collector.types {
            // If there are two declarations of a name, for example because of `#if`, the first one is read.
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

    /// Returns the place of a node of a file that names are looked up in.
    func place(of node: Syntax, in path: String) -> SourcePlace? {
        guard let tree = sources[path]?.names.tree else { return nil }
        return ScannedFile(path: path, converter: SourceLocationConverter(fileName: path, tree: tree)).place(
            of: node)
    }

    /// Reads files on all cores, in parts that are in their order.
    private static func collectors(
        _ files: [SourceFile], _ options: ScanOptions, _ progress: (@Sendable (Int) -> Void)?
    ) -> [DeclarationCollector] {
        let size = 32
        let parts = stride(from: 0, to: files.count, by: size).map { files[$0..<min($0 + size, files.count)] }
        // Each part is written by one thread only.
        return [DeclarationCollector](unsafeUninitializedCapacity: parts.count) { buffer, count in
            nonisolated(unsafe) let buffer = buffer
            let counter = Mutex(0)
            DispatchQueue.concurrentPerform(iterations: parts.count) { index in
                var collector = DeclarationCollector()
                for file in parts[index] { collector.collect(file, options) }
                buffer.initializeElement(at: index, to: collector)
                let done = counter.withLock { done in
                    done += parts[index].count
                    return done
                }
                progress?(done)
            }
            count = parts.count
        }
    }

    /// The types that conform to `RemoteKey`, in the order declared.
    var keyTypes: [TypeDeclaration] {
        order.compactMap { types[$0] }.filter { conforms($0, to: ["RemoteKey", "TitledRemoteKey"]) }
    }

    /// The enums of texts that are not keys, those with the most cases first.
    var enumsOfTexts: [(name: String, count: Int)] {
        let keys = Set(keyTypes.map(\.qualifiedName))
        return order.compactMap { types[$0] }
            .filter {
                $0.node.is(EnumDeclSyntax.self) && $0.node.hasStringRawType
                    && !keys.contains($0.qualifiedName)
            }
            .map { ($0.qualifiedName, $0.cases.count) }.sorted { $0.1 > $1.1 }
    }

    /// Returns the type that `path` names in code within the type `scope`.
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

    /// Searches from the innermost scope outwards; otherwise, returns the only type whose name ends in this way, for
    /// types in an extension or in an outer type that was not read.
    private static func find(_ path: [String], from scope: [String], in types: [String: TypeDeclaration])
        -> String?
    {
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

/// A type of the app, with its extensions.
struct TypeDeclaration {
    /// The names from the outermost type to this one.
    let path: [String]
    let node: any DeclGroupSyntax
    let name: TokenSyntax
    let file: ScannedFile
    /// The macro that makes it a remote value, at the type or added by its namespace.
    let macro: (name: MacroName, attribute: AttributeSyntax?)?
    /// The types that it and its extensions inherit or conform to, by name.
    var inherited: [String]
    /// Its own members, then those of its extensions.
    var memberBlocks: [MemberBlockSyntax]

    var qualifiedName: String { path.joined(separator: ".") }

    var cases: [EnumCaseElementSyntax] {
        members.compactMap { $0.as(EnumCaseDeclSyntax.self) }.flatMap { Array($0.elements) }
    }

    /// Returns the declaration of a property, and its value if that is a single expression.
    func property(_ name: String, isStatic: Bool) -> PatternBindingSyntax? {
        members.lazy.compactMap { $0.as(VariableDeclSyntax.self) }
            .filter { $0.modifiers.contains { $0.name.tokenKind == .keyword(.static) } == isStatic }
            .flatMap(\.bindings).first { $0.name?.plainText == name }
    }

    private var members: [DeclSyntax] { memberBlocks.flatMap(\.declarations) }
}

extension MemberBlockSyntax {
    /// The members, also those in conditional blocks.
    var declarations: [DeclSyntax] {
        members.flatMap { $0.decl.as(IfConfigDeclSyntax.self)?.declarations ?? [$0.decl] }
    }
}

extension PatternBindingSyntax {
    /// The value of the property as an expression: its initial value, or the only statement of its getter.
    var valueExpression: ExprSyntax? {
        if let initializer { return initializer.value }
        guard let accessors = accessorBlock?.accessors else { return nil }
        switch accessors {
        case .getter(let items): return items.onlyExpression
        case .accessors(let list):
            return list.first { $0.accessorSpecifier.tokenKind == .keyword(.get) }?.body?.statements
                .onlyExpression
        }
    }
}

extension CodeBlockItemListSyntax {
    /// The expression that the only statement is, or returns.
    var onlyExpression: ExprSyntax? {
        guard count == 1, let item = first?.item else { return nil }
        switch item {
        case .expr(let expression): return expression
        case .stmt(let statement):
            if let expression = statement.as(ExpressionStmtSyntax.self)?.expression { return expression }
            return statement.as(ReturnStmtSyntax.self)?.expression
        case .decl: return nil
        }
    }
}

/// A parsed file, which knows the places of its nodes.
struct ScannedFile: Sendable {
    let path: String
    let converter: SourceLocationConverter

    func place(of node: some SyntaxProtocol) -> SourcePlace {
        let location = converter.location(for: node.positionAfterSkippingLeadingTrivia)
        return SourcePlace(path: path, line: location.line, column: location.column)
    }
}
