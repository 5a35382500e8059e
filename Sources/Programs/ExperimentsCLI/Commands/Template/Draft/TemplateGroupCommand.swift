import ArgumentParser
import ExperimentsOperator
import FirebaseTemplates

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
