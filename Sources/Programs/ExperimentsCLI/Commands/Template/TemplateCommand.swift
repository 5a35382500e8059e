import ArgumentParser

struct TemplateCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "template",
        abstract: "Check, compare, evaluate, edit and publish templates of Firebase Remote Config.",
        discussion: """
            evaluate, validate and diff work on files, without a network. set, unset, condition, percent, group and \
            draft edit a draft of the template behind a source of the project, and `publish` without a file publishes \
            it. The others need a project and an account: --service-account FILE, or the file that \
            GOOGLE_APPLICATION_CREDENTIALS names, or a token in an environment variable that --access-token-env names.
            """,
        subcommands: [
            TemplateSetCommand.self, TemplateUnsetCommand.self, TemplateConditionCommand.self,
            TemplatePercentCommand.self, TemplateGroupCommand.self, TemplateDraftCommand.self,
            TemplateEvaluateCommand.self, TemplateValidateCommand.self, TemplateDiffCommand.self,
            TemplateGetCommand.self, TemplatePublishCommand.self, TemplateVersionsCommand.self,
            TemplateRollbackCommand.self,
        ])
    static let examples = [
        CommandExample("experiments template validate template.json", "Check a template before it is published"),
        CommandExample(
            "experiments template versions --service-account service-account.json", "List what was published"),
    ]
}
