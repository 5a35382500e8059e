/// Runs a compiled regular expression over a text, with its own stack: no pattern and no text can exhaust the thread's.
struct PatternMatcher {
    private enum Retreat {
        /// Another way to go on.
        case branch(step: Int, position: Int)
        /// What a slot held before.
        case restore(slot: Int, value: Int)
    }

    let program: [PatternInstruction]
    let text: [Unicode.Scalar]
    private var slots: [Int]
    private var stepsLeft = Pattern.stepLimit

    init(program: [PatternInstruction], text: [Unicode.Scalar], slotCount: Int) {
        self.program = program
        self.text = text
        slots = Array(repeating: -1, count: slotCount)
    }

    /// Whether a match begins at `start`; nil where the search takes too many steps, over all starts together.
    mutating func match(from start: Int) -> Bool? {
        for index in slots.indices { slots[index] = -1 }
        return run(step: 0, position: start)
    }

    private mutating func run(step first: Int, position start: Int) -> Bool? {
        var retreats: [Retreat] = []
        var (step, position) = (first, start)
        while true {
            stepsLeft -= 1
            guard stepsLeft > 0 else { return nil }
            var holds = true
            switch program[step] {
            case .match: return true
            case .set(let set):
                holds = position < text.count && set.contains(text[position])
                position += 1
                step += 1
            case .anchor(let anchor):
                holds = isAt(anchor, position)
                step += 1
            case .split(let preferred, let other):
                retreats.append(.branch(step: other, position: position))
                step = preferred
            case .jump(let target): step = target
            case .save(let slot):
                retreats.append(.restore(slot: slot, value: slots[slot]))
                slots[slot] = position
                step += 1
            case .progress(let slot):
                holds = slots[slot] < position
                step += 1
            case .reference(let group, let ignoresCase):
                if let length = length(of: group, at: position, ignoresCase: ignoresCase) {
                    position += length
                } else {
                    holds = false
                }
                step += 1
            case .look(let behind, let isNegative, let end):
                let from = position - (behind ?? 0)
                var isFound = false
                if from >= 0 {
                    guard let result = run(step: step + 1, position: from) else { return nil }
                    isFound = result
                }
                holds = isFound != isNegative
                step = end
            }
            if holds { continue }
            guard let branch = retreat(&retreats) else { return false }
            (step, position) = branch
        }
    }

    private mutating func retreat(_ retreats: inout [Retreat]) -> (step: Int, position: Int)? {
        while let last = retreats.popLast() {
            switch last {
            case .branch(let step, let position): return (step, position)
            case .restore(let slot, let value): slots[slot] = value
            }
        }
        return nil
    }

    private func length(of group: Int, at position: Int, ignoresCase: Bool) -> Int? {
        let (start, end) = (slots[2 * group], slots[2 * group + 1])
        guard start >= 0, end >= start, position + end - start <= text.count else { return nil }
        for offset in 0..<(end - start) {
            let (taken, here) = (text[start + offset], text[position + offset])
            guard taken == here || (ignoresCase && PatternSet.cases(of: taken).contains(here)) else { return nil }
        }
        return end - start
    }

    private func isAt(_ anchor: PatternAnchor, _ position: Int) -> Bool {
        switch anchor {
        case .start: position == 0
        case .end: position == text.count
        case .lineStart: position == 0 || text[position - 1] == "\n"
        case .lineEnd: position == text.count || text[position] == "\n"
        case .wordBoundary: isWord(position - 1) != isWord(position)
        case .noWordBoundary: isWord(position - 1) == isWord(position)
        }
    }

    private func isWord(_ index: Int) -> Bool {
        text.indices.contains(index) && PatternSet.isNamed(text[index], .word)
    }
}
