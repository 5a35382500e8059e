/// Turns the parts of a regular expression into steps.
struct PatternCompiler {
    /// A pattern that is longer than this, its repetitions written out, is refused.
    static let sizeLimit = 20_000

    private(set) var slotCount: Int
    private var program: [PatternInstruction] = []

    init(groupCount: Int) {
        slotCount = 2 * (groupCount + 1)
    }

    mutating func program(for node: PatternNode) throws(PatternProblem) -> [PatternInstruction] {
        try add(node)
        try emit(.match)
        return program
    }

    private mutating func emit(_ instruction: PatternInstruction) throws(PatternProblem) {
        guard program.count < Self.sizeLimit else {
            throw PatternProblem(message: "the pattern is too large", offset: 0)
        }
        program.append(instruction)
    }

    private mutating func add(_ node: PatternNode) throws(PatternProblem) {
        switch node {
        case .empty: break
        case .set(let set): try emit(.set(set))
        case .anchor(let anchor): try emit(.anchor(anchor))
        case .sequence(let parts): for part in parts { try add(part) }
        case .alternatives(let choices): try add(choices)
        case .group(let node, let number):
            try emit(.save(2 * number))
            try add(node)
            try emit(.save(2 * number + 1))
        case .reference(let number, let ignoresCase): try emit(.reference(number, ignoresCase: ignoresCase))
        case .look(let node, let isBehind, let isNegative):
            let start = program.count
            try emit(.match)
            try add(node)
            try emit(.match)
            program[start] = .look(behind: isBehind ? node.width ?? 0 : nil, isNegative: isNegative, end: program.count)
        case .repetition(let node, let least, let most, let isLazy):
            for _ in 0..<least { try add(node) }
            if let most {
                try addOptional(node, count: most - least, isLazy: isLazy)
            } else {
                try addLoop(node, isLazy: isLazy)
            }
        }
    }

    private mutating func add(_ choices: [PatternNode]) throws(PatternProblem) {
        var jumps: [Int] = []
        for (index, choice) in choices.enumerated() {
            guard index < choices.count - 1 else {
                try add(choice)
                continue
            }
            let split = program.count
            try emit(.match)
            try add(choice)
            jumps.append(program.count)
            try emit(.match)
            program[split] = .split(split + 1, program.count)
        }
        for jump in jumps { program[jump] = .jump(program.count) }
    }

    private mutating func addOptional(_ node: PatternNode, count: Int, isLazy: Bool) throws(PatternProblem) {
        var splits: [Int] = []
        for _ in 0..<count {
            splits.append(program.count)
            try emit(.match)
            try add(node)
        }
        for split in splits {
            program[split] = isLazy ? .split(program.count, split + 1) : .split(split + 1, program.count)
        }
    }

    private mutating func addLoop(_ node: PatternNode, isLazy: Bool) throws(PatternProblem) {
        let slot = slotCount
        slotCount += 1
        let split = program.count
        try emit(.match)
        try emit(.save(slot))
        try add(node)
        // Without this, a loop around what may be empty would never end.
        try emit(.progress(slot))
        try emit(.jump(split))
        program[split] = isLazy ? .split(program.count, split + 1) : .split(split + 1, program.count)
    }
}
