/// The groups of an expression of JavaScript that can be referred to. They decide the meaning of an escape, also before
/// the group.
struct DeclaredGroups: Sendable {
    private(set) var count = 0
    private(set) var names: [String: Int] = [:]

    init() {}

    init(of scalars: [Unicode.Scalar]) {
        var isInSet = false
        var place = 0
        while place < scalars.count {
            switch scalars[place] {
            case "\\": place += 1
            case "[": isInSet = true
            case "]": isInSet = false
            case "(" where !isInSet: open(scalars[(place + 1)...])
            default: break
            }
            place += 1
        }
    }

    private mutating func open(_ rest: ArraySlice<Unicode.Scalar>) {
        guard rest.first == "?" else {
            count += 1
            return
        }
        let name = rest.dropFirst(2)
        guard rest.dropFirst().first == "<", let first = name.first, first != "=", first != "!" else { return }
        count += 1
        names[String(String.UnicodeScalarView(name.prefix { $0 != ">" }))] = count
    }
}
