/// Finds the flags that variants change and never give their value, because later variants always do.
struct ShadowedFlags {
    let program: EvaluationProgram

    /// For each variant the numbers of these flags, in the order of the flags.
    var byVariant: [Int: [Int]] {
        var found: [Int: [Int]] = [:]
        for flag in program.flags.indices {
            for variant in shadowedVariants(onFlag: flag) { found[variant, default: []].append(flag) }
        }
        return found
    }

    private func shadowedVariants(onFlag flag: Int) -> [Int] {
        let variants = program.candidates[program.candidateRange(flag)].map { Int($0.variant) }
        guard variants.count > 1 else { return [] }
        let cells = SourceCells(program, variants: variants)
        var later = LaterVariants(cells)
        return variants.filter { later.shadow(ActiveRegion(program, variant: $0, cells)) }
    }
}
