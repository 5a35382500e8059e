import TestSupport

/// Expressions that one type has.
extension ProgramWriter {
    mutating func truth(_ scope: ProgramScope, _ depth: Int) -> ProgramCode {
        switch random.below(14) {
        case 0, 1:
            let (one, other) = (
                condition(scope, depth).within(.and), condition(scope, depth).within(.comparison)
            )
            return ProgramCode("\(one) && \(other)", .and)
        case 2, 3:
            let (one, other) = (condition(scope, depth).within(.or), condition(scope, depth).within(.and))
            return ProgramCode("\(one) || \(other)", .or)
        case 4: return ProgramCode("!\(condition(scope, depth).within(.atom))", .prefix)
        case 5:
            let type = one(of: [ProgramType.whole, .text, .number])
            let sides = (expression(type, scope, depth), expression(type, scope, 0))
            let sign = one(of: ["==", "!=", "<", ">="])
            return ProgramCode(
                "\(sides.0.within(.coalescing)) \(sign) \(sides.1.within(.coalescing))", .comparison)
        case 6:
            note("closure of a method")
            let type = one(of: ProgramType.plain)
            let list = expression(.list(type), scope, 0).text
            let method = one(of: ["contains", "allSatisfy"])
            return ProgramCode("(\(list) as [\(type.name)]).\(method)\(predicate(on: type, scope))")
        case 7: return ProgramCode("(\(expression(.list(.whole), scope, depth).beforeCast) as [Int]).isEmpty")
        case 8:
            return ProgramCode(
                "(\(expression(.optional(.whole), scope, depth).beforeCast) as Int?) != nil", .comparison)
        case 9:
            return ProgramCode("(\(expression(.any, scope, depth).beforeCast) as Any) is Int", .comparison)
        case 10: return ProgramCode("step(\(expression(.text, scope, depth).text))")
        case 11:
            return ProgramCode(
                "(\(condition(scope).text), n) == (x, \(expression(.whole, scope, 0).text))", .comparison)
        case 12: return ProgramCode("(\(expression(.text, scope, depth).text)).isEmpty")
        default: return condition(scope, depth)
        }
    }

    mutating func whole(_ scope: ProgramScope, _ depth: Int) -> ProgramCode {
        let value = expression(.whole, scope, depth)
        switch random.below(16) {
        case 0:
            return ProgramCode(
                "\(value.within(.sum)) + \(expression(.whole, scope, 0).within(.product))", .sum)
        case 1:
            return ProgramCode(
                "\(value.within(.sum)) - \(expression(.whole, scope, depth).within(.product))", .sum)
        case 2:
            return ProgramCode(
                "\(value.within(.product)) &* \(expression(.whole, scope, 0).within(.prefix))", .product)
        case 3: return ProgramCode("-\(value.within(.atom))", .prefix)
        case 4: return ProgramCode("~\(value.within(.atom))", .prefix)
        case 5:
            return ProgramCode("\(value.within(.atom)).advanced(by: \(expression(.whole, scope, 0).text))")
        case 6: return ProgramCode("abs(\(value.text))")
        case 7: return ProgramCode("max(\(value.text), \(expression(.whole, scope, 0).text))")
        case 8: return ProgramCode("n-\(value.within(.atom))", .sum)
        case 9: return ProgramCode("\(expression(.text, scope, depth).within(.atom)).count")
        case 10: return ProgramCode("Int(\(expression(.number, scope, depth).text))")
        case 11:
            note("closure of a method")
            let list = expression(.list(.whole), scope, 0).text
            return ProgramCode("(\(list) as [Int]).filter\(predicate(on: .whole, scope)).count")
        case 12: return ProgramCode("\(value.within(.product)) % 3", .product)
        case 13: return ProgramCode("\(value.within(.atom)).signum()")
        case 14: return ProgramCode("\(value.within(.prefix)) << 1", .prefix)
        default: return ProgramCode("(\(value.within(.choice)), \(expression(.text, scope, 0).text)).0")
        }
    }

    mutating func decimal(_ scope: ProgramScope, _ depth: Int) -> ProgramCode {
        let value = expression(.number, scope, depth)
        switch random.below(9) {
        case 0: return ProgramCode("\(value.within(.product)) / 2", .product)
        case 1: return ProgramCode("\(value.within(.atom)).rounded(\(one(of: ["", ".up", ".down"])))")
        case 2: return ProgramCode("-\(value.within(.atom))", .prefix)
        case 3: return ProgramCode("Double(\(expression(.whole, scope, depth).text))")
        case 4:
            return ProgramCode(
                "\(value.within(.sum)) + \(expression(.number, scope, 0).within(.product))", .sum)
        case 5: return ProgramCode("\(value.within(.atom)).magnitude")
        case 6: return ProgramCode("min(\(value.text), \(expression(.number, scope, 0).text))")
        case 7: return ProgramCode("\(value.within(.atom)).advanced(by: 10)")
        default: return ProgramCode("1-\(value.within(.atom))", .sum)
        }
    }

    mutating func text(_ scope: ProgramScope, _ depth: Int) -> ProgramCode {
        switch random.below(12) {
        case 0, 1, 2:
            note("interpolation")
            return ProgramCode(
                "\"\(step()) \\(\(expression(one(of: ProgramType.plain), scope, depth).text))\"")
        case 3:
            let (one, other) = (expression(.text, scope, depth), expression(.text, scope, 0))
            return ProgramCode("\(one.within(.sum)) + \(other.within(.product))", .sum)
        case 4: return ProgramCode("\(expression(.text, scope, depth).within(.atom)).uppercased()")
        case 5: return ProgramCode("String(\(expression(.whole, scope, depth).text))")
        case 6:
            return ProgramCode(
                "String(describing: \(expression(one(of: ProgramType.plain), scope, depth).text))")
        case 7:
            let type = one(of: ProgramType.plain)
            return ProgramCode("pick(\(expression(type, scope, depth).text))")
        case 8:
            return ProgramCode(
                "(\(expression(.list(.text), scope, depth).beforeCast) as [String]).joined(separator: \"-\")")
        case 9: return ProgramCode("\(expression(.style, scope, depth).within(.atom)).rawValue")
        case 10:
            return ProgramCode(
                "\"\\(type(of: \(expression(one(of: ProgramType.plain), scope, depth).text)))\"")
        default: return ProgramCode("String(\(expression(.text, scope, depth).within(.atom)).prefix(3))")
        }
    }

    mutating func style(_ scope: ProgramScope, _ depth: Int) -> ProgramCode {
        switch random.below(4) {
        case 0:
            let text = expression(.text, scope, depth).text
            return ProgramCode(
                "Style(rawValue: \(text)) ?? \(expression(.style, scope, 0).within(.coalescing))", .coalescing
            )
        case 1: return ProgramCode("Style.allCases[\(condition(scope).within(.or)) ? 0 : 2]")
        case 2: return ProgramCode("same(\(expression(.style, scope, depth).text))")
        default: return ProgramCode("\(expression(.style, scope, depth).within(.atom)).next")
        }
    }

    mutating func optional(_ wrapped: ProgramType, _ scope: ProgramScope, _ depth: Int) -> ProgramCode {
        let value = expression(wrapped, scope, depth)
        let type = ProgramType.optional(wrapped).name
        switch random.below(8) {
        case 0: return value
        case 1, 2:
            note("ternary with nil")
            return ProgramCode("(\(condition(scope).within(.or)) ? \(value.within(.or)) : nil)")
        case 3:
            return ProgramCode(
                "(\(condition(scope).within(.or)) ? nil : \(value.within(.choice)) as \(type))")
        case 4: return ProgramCode("Optional(\(value.beforeCast) as \(wrapped.name))")
        case 5:
            guard !scope.isAnonymous else { return value }
            note("map of an optional")
            let condition = condition(closed(scope)).within(.or)
            return ProgramCode("(\(value.beforeCast) as \(type)).map { \(condition) ? $0 : $0 }")
        case 6:
            return ProgramCode(
                "(\(expression(.list(wrapped), scope, depth).beforeCast) as [\(wrapped.name)]).first")
        default: return ProgramCode("(\(value.beforeCast) as Any as? \(wrapped.name))")
        }
    }

    mutating func list(_ element: ProgramType, _ scope: ProgramScope, _ depth: Int) -> ProgramCode {
        let name = ProgramType.list(element).name
        switch random.below(9) {
        case 0, 1:
            let parts = (0...random.below(2)).map { _ in expression(element, scope, depth).text }
            return ProgramCode("[" + parts.joined(separator: ", ") + "]")
        case 2:
            note("ternary of lists")
            let (one, other) = (
                expression(.list(element), scope, depth), expression(.list(element), scope, 0)
            )
            return ProgramCode(
                "(\(condition(scope).within(.or)) ? \(one.within(.or)) : \(other.within(.choice)))")
        case 3:
            note("filter")
            return ProgramCode(
                "(\(expression(.list(element), scope, depth).beforeCast) as \(name)).filter\(predicate(on: element, scope))"
            )
        case 4:
            note("map")
            let value = expression(element, closed(scope), depth).text
            return ProgramCode("[0, 1].map { (_: Int) -> \(element.name) in \(value) }")
        case 5 where !scope.isAnonymous:
            note("compactMap")
            let condition = condition(closed(scope)).within(.or)
            let list = expression(.list(element), scope, 0).text
            return ProgramCode("(\(list) as \(name)).compactMap { \(condition) ? $0 : nil }")
        case 6:
            let (one, other) = (expression(.list(element), scope, depth), leaf(.list(element), scope))
            return ProgramCode("\(one.within(.sum)) + (\(other.text) as \(name))", .sum)
        case 7 where [.whole, .text, .number].contains(element) && !scope.isAnonymous:
            note("sorted")
            let condition = condition(closed(scope)).within(.or)
            let list = expression(.list(element), scope, 0).text
            return ProgramCode("(\(list) as \(name)).sorted { \(condition) ? $0 < $1 : $0 > $1 }")
        default:
            return ProgramCode(
                "Array((\(expression(.list(element), scope, depth).beforeCast) as \(name)).reversed())")
        }
    }
}
