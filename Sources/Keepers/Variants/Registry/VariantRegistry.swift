import ExperimentsCore
import ExperimentsLocks
import Foundation

/// Flags, and the variants that change them in contexts that meet their conditions.
///
/// The value of a flag is set by the last active variant that changes it, in the order in which the variants were
/// added. If there is none, it is the base value.
///
/// ```swift
/// let registry = VariantRegistry()
/// try registry.load(VariantsDocument(contentsOfFile: "variants.json"))
/// let isNew = try registry.bool("new_checkout", context: ["user_id": 42])
/// ```
///
/// Every change applies completely or not at all, and a read sees the registry before or after it. The class is safe to
/// use from any thread.
public final class VariantRegistry: Sendable {
    /// The name in a context that identifies a user, for conditions that do not name one.
    public let userKey: String

    let random: RandomFractions
    private let current: Mutex<EvaluationProgram>
    let observers = Observers<VariantRegistry>()
    /// The contents from which the program was compiled. The lock is held during a change, so that changes are made one
    /// after the other.
    private let contents = Mutex(RegistryContents())

    /// Creates a registry without flags.
    ///
    /// - Parameters:
    ///   - userKey: the name in a context that identifies a user, for `USER_ID`, `USER_ID_MOD` and `ROLLOUT`.
    ///   - random: the source of the numbers for `RANDOM`.
    public init(userKey: String = "user_id", random: RandomFractions = RandomFractions()) {
        self.userKey = userKey
        self.random = random
        current = Mutex(EvaluationProgram(RegistryContents()))
    }

    /// The program that reads use.
    var program: EvaluationProgram { current.withLock { $0 } }

    /// The flags, in the order in which they were added.
    public var flags: [FlagDefinition] { program.flags }

    /// The variants, in the order in which they were added.
    public var variants: [Variant] { program.variants }

    /// Returns the flag called `name`; nil if there is none.
    public func flag(_ name: String) -> FlagDefinition? {
        let program = self.program
        return program.flagNumbers[name].map { program.flags[$0] }
    }

    /// Returns the variant called `id`; nil if there is none.
    public func variant(_ id: String) -> Variant? {
        let program = self.program
        return program.variantNumbers[id].map { program.variants[$0] }
    }

    /// The names that built-in conditions look up in a context, in the order of the variants.
    public var contextKeys: [String] { program.contextKeys }

    /// The names of the condition types in addition to the built-in ones, in alphabetical order.
    public var customConditionTypes: [String] { contents.withLock { $0.conditionTypes.keys.sorted() } }

    /// Applies a change to a copy of the contents, and replaces the contents with the copy if there is no problem. Does
    /// not notify observers.
    ///
    /// - Returns: the warnings about the change.
    @discardableResult
    func changeQuietly(
        _ change: RegistryChange, origin: RegistryContents.Origin, list: ProblemList = ProblemList(),
        _ merge: (inout ContentsMerger) -> Void
    ) throws(DocumentProblems) -> [DocumentProblem] {
        // Release the former contents and program without a lock: the release may run code of an app's conditions.
        let (list, _, _) = contents.withLock { contents in
            let former = contents
            var program = self.program
            var merger = ContentsMerger(contents, change, origin: origin, userKey: userKey, list: list)
            merge(&merger)
            guard merger.list.problems.isEmpty else { return (merger.list, former, program) }
            contents = merger.contents
            let next = contents.nextProgram()
            current.withLock { current in
                program = current
                current = next
            }
            return (merger.list, former, program)
        }
        guard list.problems.isEmpty else { throw DocumentProblems(list.problems) }
        return list.oddities
    }

    /// Notifies the observers of a change. Call it without holding a lock.
    func tellObservers() {
        observers.notify(self)
    }

    /// Calls `handler` after each change to flags, variants or condition types, on the thread that made it, until the
    /// returned handle is cancelled or released.
    public func observe(_ handler: @escaping @Sendable (VariantRegistry) -> Void) -> ObservationHandle {
        observers.add(handler)
    }

    /// Returns a sequence with an element for each change. Several changes before the next element is read are one
    /// element.
    public func changes() -> AsyncStream<Void> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let observation = observe { _ in continuation.yield() }
            continuation.onTermination = { _ in observation.cancel() }
        }
    }
}

extension Notification.Name {
    /// The flags, variants or condition types of a ``VariantRegistry``, the notification's object, have changed.
    public static let variantRegistryDidChange = Notification.Name("VariantRegistryDidChangeNotification")
}

extension VariantRegistry {
    /// Posts `variantRegistryDidChange` after each change, on the thread that made it, until the returned handle is
    /// cancelled or released. Nothing is posted for a change that was refused.
    public func postNotifications(to center: NotificationCenter = .default) -> ObservationHandle {
        observe { center.post(name: .variantRegistryDidChange, object: $0) }
    }

    /// Returns the value of a flag.
    ///
    /// - Parameters:
    ///   - name: the name of the flag.
    ///   - context: the user's fields.
    ///   - forced: variants that are active (true) or inactive (false) regardless of their conditions. Unknown IDs
    ///     are ignored.
    /// - Throws: `FlagProblem` if there is no such flag, or a condition of the app's own throws.
    public func flagValue(
        _ name: String, context: VariantContext = .empty, forced: [String: Bool] = [:]
    ) throws(FlagProblem) -> JSONValue {
        try value(name, context, forced).json
    }

    /// Returns the value of a flag, and the ID of the variant that sets it; nil for the base value.
    func value(
        _ name: String, _ context: VariantContext, _ forced: [String: Bool]
    ) throws(FlagProblem) -> (json: JSONValue, variant: String?) {
        let program = self.program
        guard let flag = program.flagNumbers[name] else { throw .unknownFlag(name) }
        let winner = try program.winner(ofFlag: flag, for: context, forced: forced, random)
        return (
            winner?.value ?? program.flags[flag].baseValue, winner.map { program.variants[$0.variant].id }
        )
    }

    /// Registers a condition type. Documents that use it must be loaded afterwards.
    ///
    /// - Throws: `DocumentProblems` if there is a type with this name, including the built-in ones.
    public func register(_ type: ConditionType) throws(DocumentProblems) {
        try changeQuietly(.add, origin: .code) { $0.merge([type]) }
        tellObservers()
    }

    /// Registers a condition type by its name and a function that creates a predicate from a condition's arguments.
    ///
    /// - Throws: `DocumentProblems` if there is a type with this name, including the built-in ones.
    public func registerConditionType(
        _ id: String, _ makePredicate: @escaping @Sendable (ConditionArguments) throws -> ConditionPredicate
    ) throws(DocumentProblems) {
        try register(ConditionType(id, makePredicate))
    }

    /// Registers a flag. To register many flags, ``register(flags:variants:)`` is faster.
    ///
    /// - Throws: `DocumentProblems` if there is a flag with this name.
    public func register(_ flag: FlagDefinition) throws(DocumentProblems) {
        try register(flags: [flag])
    }

    /// Adds a variant to the registry.
    ///
    /// - Throws: `DocumentProblems` with all mistakes in it. Their paths are those that it would have in a document.
    public func register(_ variant: Variant) throws(DocumentProblems) {
        try register(variants: [variant])
    }

    /// Registers flags and variants, either all or none.
    ///
    /// - Throws: `DocumentProblems` with all mistakes in them. Their paths are those that they would have in a
    ///   document.
    public func register(flags: [FlagDefinition] = [], variants: [Variant] = []) throws(DocumentProblems) {
        let root = DocumentPath()
        var content = DocumentContent()
        content.flags = flags.enumerated().map { .init(element: $1, path: root["flag_defs"][$0]) }
        content.variants = variants.enumerated().map { .init(element: $1, path: root["variants"][$0]) }
        try changeQuietly(.add, origin: .code) { $0.merge(content) }
        tellObservers()
    }
}
