import ExperimentsCore
import Locks

/// Flags, and the variants that change them for those contexts that meet their conditions.
///
/// A flag's value is its base value, or what the last active variant with a mod for it sets, in the order in which the
/// variants were added.
///
/// ```swift
/// let registry = VariantRegistry()
/// try registry.load(VariantsDocument(contentsOfFile: "variants.json"))
/// let isNew = try registry.bool("new_checkout", context: ["user_id": 42])
/// ```
///
/// Every change is taken as a whole or not at all, and a read sees the registry before or after it. Safe to use from
/// any thread; reads do not wait for each other.
public final class VariantRegistry: Sendable {
    /// The name in a context of what identifies a user, where a condition does not say.
    public let userKey: String

    let random: RandomFractions
    let keyTable = ContextKeyTable()
    let current: CurrentProgram
    let observers = Observers<VariantRegistry>()
    /// What the program was compiled from. Held while a change is made, so that changes come one after the other.
    private let contents = Mutex(RegistryContents())

    /// A registry without flags.
    ///
    /// - Parameters:
    ///   - userKey: the name in a context of what identifies a user, for `USER_ID`, `USER_ID_MOD` and `ROLLOUT`.
    ///   - random: where `RANDOM` gets its numbers.
    public init(userKey: String = "user_id", random: RandomFractions = RandomFractions()) {
        self.userKey = userKey
        self.random = random
        current = CurrentProgram(RegistryContents().program(keyTable))
    }

    /// The flags, in the order in which they were added.
    public var flags: [FlagDefinition] { current.program.flags }

    /// The variants, in the order in which they were added.
    public var variants: [Variant] { current.program.variants }

    /// The flag called `name`, if there is one.
    public func flag(_ name: String) -> FlagDefinition? {
        let program = current.program
        return program.flagNumbers.number(of: name).map { program.flags[$0] }
    }

    /// The variant called `id`, if there is one.
    public func variant(_ id: String) -> Variant? {
        let program = current.program
        return program.variantNumbers[id].map { program.variants[$0] }
    }

    /// The names that built-in conditions look up in a context, in the order of the variants.
    public var contextKeys: [String] {
        var seen: Set<String> = []
        return current.program.meanings.compactMap(\.contextKey).filter { seen.insert($0).inserted }
    }

    /// The names of the condition types that are known beside the built-in ones, in alphabetical order.
    public var customConditionTypes: [String] { contents.withLock { $0.conditionTypes.keys.sorted() } }

    /// Makes a change on a copy of the contents, and takes the copy where there is no problem with it.
    ///
    /// Observers are not told yet.
    ///
    /// - Returns: what is odd about the change.
    @discardableResult
    func changeQuietly(
        _ change: RegistryChange, origin: RegistryContents.Origin, list: ProblemList = ProblemList(),
        _ merge: (inout ContentsMerger) -> Void
    ) throws(DocumentProblems) -> [DocumentProblem] {
        // The former contents are let go of when no lock is held, as the former programs are.
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

    /// Tells of a change that was made quietly. No lock may be held.
    func tellObservers() {
        observers.notify(self)
    }
}
