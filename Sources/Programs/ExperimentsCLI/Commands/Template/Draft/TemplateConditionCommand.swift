import ArgumentParser
import ExperimentsCore
import ExperimentsOperator
import ExperimentsSupport
import FirebaseTemplates

struct TemplateConditionCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "condition", abstract: "Manage the conditions of the draft",
        discussion: """
            If several conditions are met, the first one with a value for the parameter decides. Expressions are \
            checked; a caret shows the place of a mistake.
            """,
        subcommands: [
            TemplateConditionListCommand.self, TemplateConditionAddCommand.self,
            TemplateConditionSetCommand.self,
            TemplateConditionMoveCommand.self, TemplateConditionRenameCommand.self,
            TemplateConditionRemoveCommand.self,
        ], defaultSubcommand: TemplateConditionListCommand.self)
    static let examples: KeyValuePairs = [
        "experiments template condition list": "List the conditions in order of priority"
    ]
}

struct TemplateConditionListCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List conditions in order of priority")
    static let examples: KeyValuePairs = [
        "experiments template condition list": "List the conditions in order of priority"
    ]

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run() throws {
        let workspace = try TemplateWorkspace.opened(global.settings).workspace
        let template = try workspace.read(global).template
        let rows = template.conditions.map { condition in
            (condition, template.parameters.filter { $0.value(when: condition.name) != nil }.count)
        }
        let columns: KeyValuePairs = [
            "NO": 4, "CONDITION": 40, "SHARE": 10, "DECIDES": 14, "COLOR": 12, "EXPRESSION": 160,
        ]
        let table = Table(columns, of: rows.enumerated()) { index, row in
            let (condition, count) = row
            let clause = condition.expression.flatMap { PercentClause($0) }
            return [
                .init(String(index + 1), .dim), .init(condition.name),
                .init(clause.map { "\(NumberText.text(of: $0.share))%" } ?? ""),
                .init(TemplateWords.parameters(count)),
                .init(condition.tagColor.map { ConditionColor(rawValue: $0)?.words ?? $0 } ?? "", .dim),
                .init(condition.expression ?? ""),
            ]
        }
        try global.settings.print(
            [
                "conditions": rows.map { condition, count in condition.json + ["parameters": count] }
            ], else: table)
    }
}

struct TemplateConditionAddCommand: TemplateEditCommand {
    static let configuration = CommandConfiguration(commandName: "add", abstract: "Add a condition")
    static let examples: KeyValuePairs = [
        "experiments template condition add norway \"device.country in ['NO']\"": "Add a condition"
    ]

    @Argument(help: ArgumentHelp("Name", valueName: "name")) var name: String
    @Argument(help: ArgumentHelp("Expression", valueName: "expression")) var expression: String
    @Option(help: ArgumentHelp("Priority, from 1 (default: last)", valueName: "number"))
    var at: Int?
    @Option(help: "Color in lists") var tagColor: ConditionColor?
    @OptionGroup var ending: EndingOptions
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func validate() throws { try TemplateConditionMoveCommand.check(at) }

    var edits: [TemplateEdit] {
        [
            .addCondition(
                name: name, expression: expression, index: at.map { $0 - 1 }, color: tagColor?.rawValue)
        ]
    }
}

struct TemplateConditionSetCommand: TemplateEditCommand {
    static let configuration = CommandConfiguration(
        commandName: "set", abstract: "Change a condition's expression or color")
    static let examples: KeyValuePairs = [
        "experiments template condition set norway \"device.country in ['NO', 'SE']\"":
            "Change its expression",
        "experiments template condition set norway --tag-color blue": "Change its color in lists",
    ]

    @Argument(help: ArgumentHelp("Condition", valueName: "name")) var name: String
    @Argument(help: ArgumentHelp("Expression", valueName: "expression")) var expression: String?
    @Option(help: "Color in lists, as in the Firebase console") var tagColor: ConditionColor?
    @Flag(help: "Remove the color") var noTagColor = false
    @OptionGroup var ending: EndingOptions
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func validate() throws {
        if tagColor != nil, noTagColor {
            throw ValidationError("--tag-color and --no-tag-color cannot be combined")
        }
        if expression == nil, tagColor == nil, !noTagColor {
            throw ValidationError("expected an expression, --tag-color or --no-tag-color")
        }
    }

    var edits: [TemplateEdit] {
        var edits: [TemplateEdit] = []
        if let expression { edits.append(.setExpression(condition: name, expression)) }
        if tagColor != nil || noTagColor { edits.append(.setColor(condition: name, tagColor)) }
        return edits
    }
}

/// Colors are in lower case on the command line.
extension ConditionColor: ExpressibleByArgument {
    public init?(argument: String) { self.init(words: argument) }

    public static var allValueStrings: [String] { allCases.map(\.words) }

    public static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
}

struct TemplateConditionMoveCommand: TemplateEditCommand {
    static let configuration = CommandConfiguration(
        commandName: "move", abstract: "Change the priority of a condition")
    static let examples: KeyValuePairs = [
        "experiments template condition move norway 1": "Give it the highest priority"
    ]

    @Argument(help: ArgumentHelp("Condition", valueName: "name")) var name: String
    @Argument(help: ArgumentHelp("New priority, from 1", valueName: "number")) var place: Int
    @OptionGroup var ending: EndingOptions
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func validate() throws { try Self.check(place) }

    var edits: [TemplateEdit] { [.moveCondition(name: name, index: place - 1)] }

    static func check(_ place: Int?) throws {
        guard place ?? 1 >= 1 else {
            throw ValidationError("invalid priority \(place ?? 0): expected 1 or more")
        }
    }
}

struct TemplateConditionRenameCommand: TemplateEditCommand {
    static let configuration = CommandConfiguration(
        commandName: "rename", abstract: "Rename a condition",
        discussion: """
            Parameters that use it are updated.
            """)
    static let examples: KeyValuePairs = ["experiments template condition rename norway nordic": "Rename it"]

    @Argument(help: ArgumentHelp("Condition", valueName: "name")) var name: String
    @Argument(help: ArgumentHelp("New name", valueName: "name")) var new: String
    @OptionGroup var ending: EndingOptions
    @OptionGroup(title: "Global options") var global: GlobalOptions

    var edits: [TemplateEdit] { [.renameCondition(name: name, to: new)] }
}

struct TemplateConditionRemoveCommand: TemplateEditCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove a condition and its values")
    static let examples: KeyValuePairs = [
        "experiments template condition remove norway": "Remove it and its values"
    ]

    @Argument(help: ArgumentHelp("Condition", valueName: "name")) var name: String
    @OptionGroup var ending: EndingOptions
    @OptionGroup(title: "Global options") var global: GlobalOptions

    var edits: [TemplateEdit] { [.removeCondition(name: name)] }
}

struct TemplatePercentCommand: TemplateEditCommand {
    static let configuration = CommandConfiguration(
        commandName: "percent", abstract: "Change the percentage of a condition")
    static let examples: KeyValuePairs = [
        "experiments template percent rollout 25": "Roll out to 25% of users"
    ]

    @Argument(help: ArgumentHelp("Condition", valueName: "name")) var name: String
    @Argument(help: ArgumentHelp("Percentage of installations, from 0 to 100", valueName: "percent"))
    var share: String
    @OptionGroup var ending: EndingOptions
    @OptionGroup(title: "Global options") var global: GlobalOptions

    var edits: [TemplateEdit] {
        let percent = share.hasScalarSuffix("%") ? String(share.dropLast()) : share
        return [.setPercent(condition: name, percent)]
    }
}

struct TemplateRolloutCommand: TemplateEditCommand {
    static let configuration = CommandConfiguration(
        commandName: "rollout", abstract: "Change the percentage of a rollout",
        discussion: """
            The rollout must have been started in the Firebase console. Its percentage changes for every parameter \
            that it decides.
            """)
    static let examples: KeyValuePairs = [
        "experiments template rollout rollout_7 50": "Give the value of the rollout to 50% of users"
    ]

    @Argument(help: ArgumentHelp("ID of the rollout", valueName: "id")) var id: String
    @Argument(help: ArgumentHelp("Percentage of users, from 1 to 100", valueName: "percent")) var share:
        String
    @OptionGroup var ending: EndingOptions
    @OptionGroup(title: "Global options") var global: GlobalOptions

    var edits: [TemplateEdit] {
        let percent = share.hasScalarSuffix("%") ? String(share.dropLast()) : share
        return [.setRollout(id: StudyReference(.rollout, id: id).id, percent: percent)]
    }
}

struct TemplateGroupCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "group", abstract: "Manage the groups of the draft",
        discussion: """
            Groups are for people; apps do not receive them. Use `template set KEY --group NAME` to move a parameter \
            to a group.
            """,
        subcommands: [
            TemplateGroupAddCommand.self, TemplateGroupDescribeCommand.self, TemplateGroupRemoveCommand.self,
        ])
    static let examples: KeyValuePairs = ["experiments template group add Checkout": "Add a group"]
}

struct TemplateGroupAddCommand: TemplateEditCommand {
    static let configuration = CommandConfiguration(commandName: "add", abstract: "Add a group")
    static let examples: KeyValuePairs = ["experiments template group add Checkout": "Add a group"]

    @Argument(help: ArgumentHelp("Name", valueName: "name")) var name: String
    @Option(help: ArgumentHelp("Description", valueName: "text")) var description: String?
    @OptionGroup var ending: EndingOptions
    @OptionGroup(title: "Global options") var global: GlobalOptions

    var edits: [TemplateEdit] { [.addGroup(name: name, description: description)] }
}

struct TemplateGroupDescribeCommand: TemplateEditCommand {
    static let configuration = CommandConfiguration(commandName: "describe", abstract: "Describe a group")
    static let examples: KeyValuePairs = [
        "experiments template group describe Checkout \"All about paying\"": "Describe it"
    ]

    @Argument(help: ArgumentHelp("Group", valueName: "name")) var name: String
    @Argument(help: ArgumentHelp("Description; an empty text removes it", valueName: "text")) var description:
        String
    @OptionGroup var ending: EndingOptions
    @OptionGroup(title: "Global options") var global: GlobalOptions

    var edits: [TemplateEdit] { [.describeGroup(name: name, description.isEmpty ? nil : description)] }
}

struct TemplateGroupRemoveCommand: TemplateEditCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove a group and keep its parameters")
    static let examples: KeyValuePairs = [
        "experiments template group remove Checkout": "Remove it and keep its parameters"
    ]

    @Argument(help: ArgumentHelp("Group", valueName: "name")) var name: String
    @OptionGroup var ending: EndingOptions
    @OptionGroup(title: "Global options") var global: GlobalOptions

    var edits: [TemplateEdit] { [.removeGroup(name: name)] }
}
