import ExperimentsCore

/// A user that flags are evaluated for: the user's fields, forced variants, and a seed for random draws.
public struct Persona: Sendable, Hashable {
    /// The fields of the user.
    public var context: VariantContext
    /// Variants that are active (true) or inactive (false) regardless of their conditions.
    public var forced: [String: Bool]
    /// Fixes the numbers of `RANDOM`, for each flag independently; nil to draw new ones for each read.
    public var seed: UInt64?

    /// Creates a persona.
    public init(context: VariantContext = .empty, forced: [String: Bool] = [:], seed: UInt64? = nil) {
        self.context = context
        self.forced = forced
        self.seed = seed
    }

    /// Returns the numbers for `RANDOM` when a flag is read: those of the registry, unless there is a seed.
    func draws(for flag: String, _ random: RandomFractions) -> RandomFractions {
        seed.map { RandomFractions(seed: XXHash64.hash(flag, seed: $0)) } ?? random
    }
}

extension VariantRegistry {
    /// Returns the value of every flag for a persona, in the order of the flags, all from one state of the registry.
    public func readings(for persona: Persona) -> [FlagReading] {
        program.readings(for: persona, random)
    }

    /// Returns the value of one flag for a persona.
    ///
    /// - Throws: `FlagProblem` if there is no such flag. A condition that fails is part of the reading.
    public func reading(_ flag: String, for persona: Persona) throws(FlagProblem) -> FlagReading {
        let program = self.program
        guard let number = program.flagNumbers[flag] else { throw .unknownFlag(flag) }
        return program.reading(ofFlag: number, for: persona, random)
    }
}

extension EvaluationProgram {
    func readings(for persona: Persona, _ random: RandomFractions) -> [FlagReading] {
        flags.indices.map { reading(ofFlag: $0, for: persona, random) }
    }

    func reading(ofFlag flag: Int, for persona: Persona, _ random: RandomFractions) -> FlagReading {
        let (name, baseValue) = (flags[flag].name, flags[flag].baseValue)
        do throws(FlagProblem) {
            let winner = try winner(
                ofFlag: flag, for: persona.context, forced: persona.forced, persona.draws(for: name, random))
            return FlagReading(
                flag: name, value: .success(winner?.value ?? baseValue),
                variant: winner.map { variants[$0.variant].id })
        } catch {
            return FlagReading(flag: name, value: .failure(error), variant: nil)
        }
    }
}
