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
/// use from any thread.
public final class VariantRegistry: Sendable {
    /// The name in a context that identifies a user, if a condition does not give one.
    public let userKey: String

    let random: RandomFractions
    let keyTable = ContextKeyTable()
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
        current = Mutex(RegistryContents().program(keyTable))
    }

    /// The program that reads are made with.
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
    public var contextKeys: [String] {
        var seen: Set<String> = []
        return program.meanings.compactMap(\.contextKey).filter { seen.insert($0).inserted }
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
        // The former contents and program are released when no lock is held: what an app's conditions hold may end with
        // them, and do anything.
        let (list, _, _) = contents.withLock { contents in
            let former = contents
            var program = self.program
            var merger = ContentsMerger(contents, change, origin: origin, userKey: userKey, list: list)
            merge(&merger)
            guard merger.list.problems.isEmpty else { return (merger.list, former, program) }
            contents = merger.contents
            let next = contents.nextProgram(keyTable)
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
}
