import ExperimentsSupport
import MarkedYAML

/// Reads `notify:`.
enum NotificationReader {
    static let fields = ["keys", "broken", "by"]
    /// How many unknown names are compared with all that there are: each comparison takes long.
    private static let hintedNames = 20

    /// - Parameter declared: the names of the keys that the project declares.
    static func read(
        _ node: YAMLNode, declared: Set<String>, _ problems: inout ProblemCollector
    ) -> ProjectNotifications {
        var notifications = ProjectNotifications()
        let field = FieldPath.field("notify")
        guard let pairs = node.pairs else {
            problems.addWrong(
                "notify", of: .project, mustBe: "fields such as keys: [paywall_type] and broken: true", node, .root)
            return notifications
        }
        for pair in pairs {
            switch pair.key.text {
            case "keys": notifications.keys = readKeys(pair.value, declared, field, &problems)
            case "broken":
                notifications.broken = problems.truth("broken", of: .notifications, pair.value, field) ?? false
            case "by": notifications.ways = readWays(pair.value, field, &problems)
            default: problems.addUnknown(pair.key, in: .notifications, known: fields, field)
            }
        }
        return notifications
    }

    private static func readKeys(
        _ node: YAMLNode, _ declared: Set<String>, _ field: FieldPath, _ problems: inout ProblemCollector
    ) -> [String] {
        lazy var known = declared.sorted()
        var unknownNames = 0
        return (node.items ?? [node]).compactMap { item in
            guard let name = problems.text("keys", of: .notifications, item, field, "names of keys") else { return nil }
            guard declared.contains(name) else {
                unknownNames += 1
                let hint = unknownNames > hintedNames ? "" : ProblemCollector.hint(for: name, amongMany: known)
                problems.addWrong("keys", of: .notifications, "names no declared key: '\(name)'\(hint)", item, field)
                return nil
            }
            return name
        }
    }

    private static func readWays(
        _ node: YAMLNode, _ field: FieldPath, _ problems: inout ProblemCollector
    ) -> [ProjectNotifications.Way] {
        let words = ProjectNotifications.Way.allCases.map(\.rawValue)
        return (node.items ?? [node]).compactMap { item in
            problems.word("by", of: .notifications, item, field, among: words, ProjectNotifications.Way.init)
        }
    }
}

extension ProblemCollector {
    /// The nearest name in brackets, or nothing where none is near: there may be very many.
    fileprivate static func hint(for name: String, amongMany known: [String]) -> String {
        SpellingSuggestion.nearest(to: name, in: known).map { " (did you mean '\($0)'?)" } ?? ""
    }
}
