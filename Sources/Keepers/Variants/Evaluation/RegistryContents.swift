/// The content of a registry: a value type, so that a change is made on a copy, and applied completely or not at all.
struct RegistryContents: Sendable {
    /// The origin of a flag or a variant.
    enum Origin: Sendable {
        case code
        case document
    }

    /// Counts the changes.
    private(set) var generation = 0
    /// In the order in which they were added; a replaced flag keeps its position.
    private(set) var flags: [(flag: FlagDefinition, origin: Origin)] = []
    private(set) var variants: [(checked: CheckedVariant, origin: Origin)] = []
    private(set) var conditionTypes: [String: ConditionType] = [:]
    private(set) var flagNumbers: [String: Int] = [:]
    private(set) var variantNumbers: [String: Int] = [:]

    mutating func set(_ flag: FlagDefinition, _ origin: Origin) {
        let entry = (flag: flag, origin: origin)
        if let number = flagNumbers[flag.name] {
            flags[number] = entry
        } else {
            flagNumbers[flag.name] = flags.count
            flags.append(entry)
        }
    }

    mutating func set(_ variant: CheckedVariant, _ origin: Origin) {
        let entry = (checked: variant, origin: origin)
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

    /// Removes the content of documents.
    mutating func removeDocuments() {
        let (oldFlags, oldVariants) = (flags, variants)
        flags = []
        variants = []
        flagNumbers = [:]
        variantNumbers = [:]
        for entry in oldFlags where entry.origin == .code { set(entry.flag, .code) }
        for entry in oldVariants where entry.origin == .code { set(entry.checked, .code) }
    }

    /// Whether a condition type is known by that name, in capitals.
    func knowsConditionType(_ id: String) -> Bool {
        conditionTypes[id] != nil || BuiltInCondition(rawValue: id) != nil
    }

    /// Returns the program of all flags and variants after a change.
    mutating func nextProgram() -> EvaluationProgram {
        generation += 1
        return EvaluationProgram(self)
    }
}

/// A variant without mistakes, and the meaning of its conditions.
struct CheckedVariant: Sendable {
    let variant: Variant
    /// One for each condition.
    let meanings: [ConditionMeaning]
}
