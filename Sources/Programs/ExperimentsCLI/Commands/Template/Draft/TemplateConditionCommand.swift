import ArgumentParser
import ExperimentsCore
import ExperimentsOperator
import ExperimentsSupport
import FirebaseTemplates

struct TemplateConditionCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "condition", abstract: "List and edit the conditions of the draft, and their order.",
        discussion: """
            Of the conditions that hold, the first one that a parameter has a value for decides. Expressions are checked \
            before they are taken; a caret shows where one cannot be read.
            """,
        subcommands: [
            TemplateConditionListCommand.self, TemplateConditionAddCommand.self, TemplateConditionSetCommand.self,
            TemplateConditionMoveCommand.self, TemplateConditionRenameCommand.self,
            TemplateConditionRemoveCommand.self,
        ], defaultSubcommand: TemplateConditionListCommand.self)
    static let examples = [
        CommandExample("experiments template condition list", "List the conditions, in the order that decides")
    ]
}

struct TemplateConditionListCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the conditions in the order that decides.")
    static let examples = [
        CommandExample("experiments template condition list", "List the conditions, in the order that decides")
    ]

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run() throws {
        let workspace = try TemplateWorkspace.opened(global.settings).workspace
        let template = try Progress.wait("Reading \(workspace.origin.title)") { try await workspace.draft() }.template
        let rows = template.conditions.map { condition in
            (condition, template.parameters.filter { $0.value(when: condition.name) != nil }.count)
        }
        if global.json {
            return try StandardOutput.document([
                "conditions": rows.map { condition, count in condition.json + ["parameters": count] }
            ])
        }
        var table = Table(["NO": 4, "CONDITION": 40, "SHARE": 10, "DECIDES": 14, "EXPRESSION": 160])
        for (index, (condition, count)) in rows.enumerated() {
            let clause = condition.expression.flatMap { PercentClause($0) }
            table.append([
                .init(String(index + 1), .dim), .init(condition.name),
                .init(clause.map { "\(NumberText.text(of: $0.share))%" } ?? ""),
                .init(TemplateWords.parameters(count)),
                .init(condition.expression ?? ""),
            ])
        }
        try table.print(PlainText(global.settings))
    }
}

struct TemplateConditionAddCommand: TemplateEditCommand {
    static let configuration = CommandConfiguration(commandName: "add", abstract: "Add a condition.")
    static let examples = [
        CommandExample(
            "experiments template condition add norway \"device.country in ['NO']\"", "Add a condition to the draft")
    ]

    @Argument(help: ArgumentHelp("What it is called.", valueName: "name")) var name: String
    @Argument(help: ArgumentHelp("What has to hold.", valueName: "expression")) var expression: String
    @Option(help: ArgumentHelp("Its place in the order that decides, from 1. Default: the last.", valueName: "number"))
    var at: Int?
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func validate() throws { try TemplateConditionMoveCommand.check(at) }

    var edits: [TemplateEdit] { [.addCondition(name: name, expression: expression, index: at.map { $0 - 1 })] }
}

struct TemplateConditionSetCommand: TemplateEditCommand {
    static let configuration = CommandConfiguration(
        commandName: "set", abstract: "Change the expression of a condition.")
    static let examples = [
        CommandExample(
            "experiments template condition set norway \"device.country in ['NO', 'SE']\"", "Change its expression")
    ]

    @Argument(help: ArgumentHelp("The condition.", valueName: "name")) var name: String
    @Argument(help: ArgumentHelp("What has to hold.", valueName: "expression")) var expression: String
    @OptionGroup(title: "Global options") var global: GlobalOptions

    var edits: [TemplateEdit] { [.setExpression(condition: name, expression)] }
}

struct TemplateConditionMoveCommand: TemplateEditCommand {
    static let configuration = CommandConfiguration(
        commandName: "move", abstract: "Move a condition in the order that decides.")
    static let examples = [
        CommandExample("experiments template condition move norway 1", "Let it decide before all others")
    ]

    @Argument(help: ArgumentHelp("The condition.", valueName: "name")) var name: String
    @Argument(help: ArgumentHelp("Its new place, from 1.", valueName: "number")) var place: Int
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func validate() throws { try Self.check(place) }

    var edits: [TemplateEdit] { [.moveCondition(name: name, index: place - 1)] }

    static func check(_ place: Int?) throws {
        guard place ?? 1 >= 1 else { throw ValidationError("Places are counted from 1.") }
    }
}

struct TemplateConditionRenameCommand: TemplateEditCommand {
    static let configuration = CommandConfiguration(
        commandName: "rename", abstract: "Rename a condition, also where parameters refer to it.")
    static let examples = [
        CommandExample("experiments template condition rename norway nordic", "Give it another name")
    ]

    @Argument(help: ArgumentHelp("The condition.", valueName: "name")) var name: String
    @Argument(help: ArgumentHelp("Its new name.", valueName: "name")) var new: String
    @OptionGroup(title: "Global options") var global: GlobalOptions

    var edits: [TemplateEdit] { [.renameCondition(name: name, to: new)] }
}

struct TemplateConditionRemoveCommand: TemplateEditCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove a condition, and every value under it.")
    static let examples = [
        CommandExample("experiments template condition remove norway", "Remove it, and the values under it")
    ]

    @Argument(help: ArgumentHelp("The condition.", valueName: "name")) var name: String
    @OptionGroup(title: "Global options") var global: GlobalOptions

    var edits: [TemplateEdit] { [.removeCondition(name: name)] }
}

struct TemplatePercentCommand: TemplateEditCommand {
    static let configuration = CommandConfiguration(
        commandName: "percent", abstract: "Change the share for which a condition holds, and nothing else of it.")
    static let examples = [
        CommandExample("experiments template percent rollout 25", "Let a quarter of the users in")
    ]

    @Argument(help: ArgumentHelp("The condition.", valueName: "name")) var name: String
    @Argument(help: ArgumentHelp("The share of installations, from 0 to 100.", valueName: "percent")) var share: String
    @OptionGroup(title: "Global options") var global: GlobalOptions

    var edits: [TemplateEdit] {
        let percent = share.hasScalarSuffix("%") ? String(share.dropLast()) : share
        return [.setPercent(condition: name, percent)]
    }
}

struct TemplateGroupCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "group", abstract: "Edit the groups of the draft. Apps never see them.",
        discussion: "`template set KEY --group NAME` lists a parameter under a group.",
        subcommands: [
            TemplateGroupAddCommand.self, TemplateGroupDescribeCommand.self, TemplateGroupRemoveCommand.self,
        ])
    static let examples = [
        CommandExample("experiments template group add Checkout", "Add a group to the draft")
    ]
}

struct TemplateGroupAddCommand: TemplateEditCommand {
    static let configuration = CommandConfiguration(commandName: "add", abstract: "Add a group.")
    static let examples = [
        CommandExample("experiments template group add Checkout", "Add a group to the draft")
    ]

    @Argument(help: ArgumentHelp("What it is called.", valueName: "name")) var name: String
    @Option(help: ArgumentHelp("What it is for.", valueName: "text")) var description: String?
    @OptionGroup(title: "Global options") var global: GlobalOptions

    var edits: [TemplateEdit] { [.addGroup(name: name, description: description)] }
}

struct TemplateGroupDescribeCommand: TemplateEditCommand {
    static let configuration = CommandConfiguration(commandName: "describe", abstract: "Say what a group is for.")
    static let examples = [
        CommandExample("experiments template group describe Checkout \"All about paying\"", "Describe it")
    ]

    @Argument(help: ArgumentHelp("The group.", valueName: "name")) var name: String
    @Argument(help: ArgumentHelp("What it is for; empty for nothing.", valueName: "text")) var description: String
    @OptionGroup(title: "Global options") var global: GlobalOptions

    var edits: [TemplateEdit] { [.describeGroup(name: name, description.isEmpty ? nil : description)] }
}

struct TemplateGroupRemoveCommand: TemplateEditCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove a group; its parameters stay, in no group.")
    static let examples = [
        CommandExample("experiments template group remove Checkout", "Remove it; its parameters stay")
    ]

    @Argument(help: ArgumentHelp("The group.", valueName: "name")) var name: String
    @OptionGroup(title: "Global options") var global: GlobalOptions

    var edits: [TemplateEdit] { [.removeGroup(name: name)] }
}
