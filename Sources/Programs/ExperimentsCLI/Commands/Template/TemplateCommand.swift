import ArgumentParser

/// Works with templates of Remote Config.
struct TemplateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "template",
        abstract: "Check, compare, evaluate and publish templates of Firebase Remote Config.",
        discussion: """
            evaluate, validate and diff work on files, without a network. The others need a project and an account: \
            --service-account FILE, or the file that GOOGLE_APPLICATION_CREDENTIALS names, or a token in an \
            environment variable that --access-token-env names.
            """,
        subcommands: [
            TemplateEvaluateCommand.self, TemplateValidateCommand.self, TemplateDiffCommand.self,
            TemplateGetCommand.self, TemplatePublishCommand.self, TemplateVersionsCommand.self,
            TemplateRollbackCommand.self,
        ])
}
