/// What a registry holds: a value, so that a change is made on a copy and taken as a whole or not at all.
struct RegistryContents: Sendable {
    /// Who brought a flag or a variant.
    enum Origin: Sendable {
        case code
        case document
    }

    /// A flag and who brought it.
    struct FlagEntry: Sendable {
        let flag: FlagDefinition
        let origin: Origin
    }

    /// A variant and who brought it.
    struct VariantEntry: Sendable {
        let checked: CheckedVariant
        let origin: Origin
    }

    /// Counts the changes.
    private(set) var generation = 0
    /// In the order in which they were added; one that is replaced keeps its place.
    private(set) var flags: [FlagEntry] = []
    private(set) var variants: [VariantEntry] = []
    private(set) var conditionTypes: [String: ConditionType] = [:]
    private(set) var flagNumbers: [String: Int] = [:]
    private(set) var variantNumbers: [String: Int] = [:]

    mutating func set(_ flag: FlagDefinition, _ origin: Origin) {
        let entry = FlagEntry(flag: flag, origin: origin)
        if let number = flagNumbers[flag.name] {
            flags[number] = entry
        } else {
            flagNumbers[flag.name] = flags.count
            flags.append(entry)
        }
    }

    mutating func set(_ variant: CheckedVariant, _ origin: Origin) {
        let entry = VariantEntry(checked: variant, origin: origin)
        if let number = variantNumbers[variant.variant.id] {
            variants[number] = entry
        } else {
            variantNumbers[variant.variant.id] = variants.count
            variants.append(entry)
        }
    }

    mutating func set(_ type: ConditionType) {
        conditionTypes[type.id] = type
    }

    /// Forgets what documents brought.
    mutating func removeDocuments() {
        let (oldFlags, oldVariants) = (flags, variants)
        (flags, variants, flagNumbers, variantNumbers) = ([], [], [:], [:])
        for entry in oldFlags where entry.origin == .code { set(entry.flag, .code) }
        for entry in oldVariants where entry.origin == .code { set(entry.checked, .code) }
    }

    /// Whether a condition type is known by that name, in capitals.
    func knowsConditionType(_ id: String) -> Bool {
        conditionTypes[id] != nil || BuiltInCondition(rawValue: id) != nil
    }

    /// Counts a change, so that a program says which contents it was made of.
    mutating func countChange() {
        generation += 1
    }
}

/// A variant that was found to be in order, and what its conditions mean.
struct CheckedVariant: Sendable {
    let variant: Variant
    /// One for each condition.
    let meanings: [ConditionMeaning]
}
