extension DecisionGraphBuilder {
    /// Adds the questions of a condition, and leads to one of two steps.
    mutating func add(_ condition: Condition, ifTrue: Int32, ifFalse: Int32) -> Int32 {
        var first = ifTrue
        for clause in condition.clauses.reversed() {
            let count = steps.count
            if case .malformed = clause {
                // The whole condition fails where this is reached.
                first = ifFalse
            } else if case .all(let conditions) = clause {
                for condition in conditions.reversed() { first = add(condition, ifTrue: first, ifFalse: ifFalse) }
            } else if let simple = add(simple: clause, ifTrue: first, ifFalse: ifFalse) {
                first = simple
            } else {
                takeBack(to: count)
                first = append(.clause, place: tables.add(clause), ifTrue: first, ifFalse: ifFalse)
            }
        }
        return first
    }

    /// The same for what is made of simple questions alone; nil for what is not.
    private mutating func add(simple condition: Condition, ifTrue: Int32, ifFalse: Int32) -> Int32? {
        var first = ifTrue
        for clause in condition.clauses.reversed() {
            guard let next = add(simple: clause, ifTrue: first, ifFalse: ifFalse) else { return nil }
            first = next
        }
        return first
    }

    private mutating func add(simple clause: Condition.Clause, ifTrue: Int32, ifFalse: Int32) -> Int32? {
        switch clause {
        case .attribute(let asked): return add(asked, ifTrue: ifTrue, ifFalse: ifFalse)
        case .not(let condition): return add(simple: condition, ifTrue: ifFalse, ifFalse: ifTrue)
        case .any(let conditions): return add(any: conditions, ifTrue: ifTrue, ifFalse: ifFalse)
        case .none(let conditions): return add(any: conditions, ifTrue: ifFalse, ifFalse: ifTrue)
        case .all(let conditions):
            var first = ifTrue
            for condition in conditions.reversed() {
                guard let next = add(simple: condition, ifTrue: first, ifFalse: ifFalse) else { return nil }
                first = next
            }
            return first
        case .savedGroup, .malformed: return nil
        }
    }

    private mutating func add(any conditions: [Condition], ifTrue: Int32, ifFalse: Int32) -> Int32? {
        guard !conditions.isEmpty else { return ifTrue }
        var first = ifFalse
        for condition in conditions.reversed() {
            guard let next = add(simple: condition, ifTrue: ifTrue, ifFalse: first) else { return nil }
            first = next
        }
        return first
    }

    private mutating func add(_ asked: AttributeTest, ifTrue: Int32, ifFalse: Int32) -> Int32? {
        switch asked.test {
        case .literal(let literal):
            guard let question = dialect == .loose ? likeness(to: literal) : identity(with: literal) else { return nil }
            return append(question, asked, ifTrue: ifTrue, ifFalse: ifFalse)
        case .operators(let operators):
            var first = ifTrue
            for one in operators.reversed() {
                let own = operators.count == 1 ? asked : AttributeTest(asked.path, .operators([one]))
                guard let next = add(one.question, own, ifTrue: first, ifFalse: ifFalse) else { return nil }
                first = next
            }
            return first
        }
    }

    private mutating func append(
        _ question: DecisionStep.Question, isNegated: Bool = false, _ asked: AttributeTest, ifTrue: Int32,
        ifFalse: Int32
    ) -> Int32 {
        var step = DecisionStep(question)
        step.isNegated = isNegated
        (step.slot, step.place) = (Int32(asked.path.slot), tables.add(.attribute(asked)))
        (step.ifTrue, step.ifFalse) = (ifTrue, ifFalse)
        return append(step)
    }

    /// Whether a value is what a literal of the loose dialect says; nil for lists and objects.
    private mutating func likeness(to literal: AttributeValue) -> DecisionStep.Question? {
        switch literal {
        case .null: .isNull
        case .bool(let truth): .countsAs(truth)
        case .number(let number): .readsAsNumber(number)
        case .text(let text): .readsAsText(tables.number(of: text))
        case .list, .object: nil
        }
    }

    /// Whether type and value are equal; nil for lists and objects.
    private mutating func identity(with value: AttributeValue) -> DecisionStep.Question? {
        switch value {
        case .null: .isNull
        case .bool(let truth): .isTruth(truth)
        case .number(let number): .isNumber(number)
        case .text(let text): .isText(tables.number(of: text))
        case .list, .object: nil
        }
    }

    private mutating func add(
        _ question: ValueOperator.Question, _ asked: AttributeTest, ifTrue: Int32, ifFalse: Int32
    ) -> Int32? {
        var isNegated = false
        let simple: DecisionStep.Question?
        switch question {
        case .equals(let operand): simple = identity(with: operand)
        case .differs(let operand): (simple, isNegated) = (identity(with: operand), true)
        case .exists(let isWanted): (simple, isNegated) = (.isNull, isWanted)
        case .ordered(let order, .number(let number)): simple = number.isNaN ? nil : .isOrdered(order, number)
        case .version(let order, let operand, let padded):
            let isComparable = dialect == .loose || operand.typeName == "string"
            simple =
                isComparable
                ? padded.bytes.map { .isVersion(order, tables.add(version: $0, of: asked.path.slot)) } : nil
        case .member(let set, let negated):
            (simple, isNegated) = (set.texts.map { .isOneOf(tables.add($0)) }, negated)
        case .not(let test): return add(AttributeTest(asked.path, test), ifTrue: ifFalse, ifFalse: ifTrue)
        case .unusable: return ifFalse
        case .unknown where dialect == .loose: return ifFalse
        default: simple = nil
        }
        return simple.map { append($0, isNegated: isNegated, asked, ifTrue: ifTrue, ifFalse: ifFalse) }
    }
}
