import ExperimentsCore
import Locks

/// Flags, and the variants that change them for contexts that meet their conditions.
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
/// use from any thread, and reads do not wait for each other.
public final class VariantRegistry: Sendable {
    /// The name in a context that identifies a user, if a condition does not give one.
    public let userKey: String

    let random: RandomFractions
    let keyTable = ContextKeyTable()
    let current: CurrentProgram
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
        current = CurrentProgram(RegistryContents().program(keyTable))
    }

    /// The flags, in the order in which they were added.
    public var flags: [FlagDefinition] { current.program.flags }

    /// The variants, in the order in which they were added.
    public var variants: [Variant] { current.program.variants }

    /// Returns the flag called `name`; nil if there is none.
    public func flag(_ name: String) -> FlagDefinition? {
        let program = current.program
        return program.flagNumbers.number(of: name).map { program.flags[$0] }
    }

    /// Returns the variant called `id`; nil if there is none.
    public func variant(_ id: String) -> Variant? {
        let program = current.program
        return program.variantNumbers[id].map { program.variants[$0] }
    }

    /// The names that built-in conditions look up in a context, in the order of the variants.
    public var contextKeys: [String] {
        var seen: Set<String> = []
        return current.program.meanings.compactMap(\.contextKey).filter { seen.insert($0).inserted }
    }

    /// The names of the condition types in addition to the built-in ones, in alphabetical order.
    public var customConditionTypes: [String] { contents.withLock { $0.conditionTypes.keys.sorted() } }

    /// Makes a change on a copy of the contents, and replaces the contents by the copy if there is no problem. Does not
    /// notify observers.
    ///
    /// - Returns: the warnings about the change.
    @discardableResult
    func changeQuietly(
        _ change: RegistryChange, origin: RegistryContents.Origin, list: ProblemList = ProblemList(),
        _ merge: (inout ContentsMerger) -> Void
    ) throws(DocumentProblems) -> [DocumentProblem] {
        // The old contents are released after the lock, as the old programs are.
        let (list, _) = contents.withLock { contents in
            let former = contents
            var merger = ContentsMerger(contents, change, origin: origin, userKey: userKey, list: list)
            merge(&merger)
            guard merger.list.problems.isEmpty else { return (merger.list, former) }
            contents = merger.contents
            current.replace(contents.nextProgram(keyTable))
            return (merger.list, former)
        }
        guard list.problems.isEmpty else { throw DocumentProblems(list.problems) }
        return list.oddities
    }

    /// Notifies the observers of a change. Call it without holding a lock.
    func tellObservers() {
        observers.notify(self)
    }
}
