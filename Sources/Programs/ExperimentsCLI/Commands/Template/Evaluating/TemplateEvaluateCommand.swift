import ArgumentParser
import ExperimentsCore
import FirebaseTemplates

/// Evaluates a server template.
struct TemplateEvaluateCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "evaluate", abstract: "Evaluate a server template, as the Admin SDKs do.",
        discussion: """
            The file is a compiled server template, as the SDKs load and save it. A pattern that cannot be used is an \
            error, as with the SDKs for Python and Node; what the template comes to without it, as with those for Go \
            and Java, is printed all the same.
            """)
    static let examples = [
        CommandExample("experiments template evaluate template.json", "Evaluate a template without a user")
    ]

    @Argument(
        help: ArgumentHelp("The JSON file of a server template.", valueName: "file"),
        completion: .file(extensions: ["json"]))
    var file: String

    @Option(
        help: ArgumentHelp("Whom it is evaluated for: randomizationId and custom signals.", valueName: "object"))
    var contextJson: String?

    @Option(help: ArgumentHelp("The values that the app has built in.", valueName: "object"))
    var defaultsJson: String?

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run() throws {
        let context = try JSONObjectOption.object(
            contextJson, "--context-json", example: #"{"randomizationId": "user-1", "tier": "gold"}"#)
        let defaults = try JSONObjectOption.object(
            defaultsJson, "--defaults-json", example: #"{"welcome": "Hello"}"#)
        let content = try TemplateFile(file)
        let template: ServerTemplate
        do throws(TemplateProblems) {
            template = try ServerTemplate(parsing: content.bytes)
        } catch {
            throw TemplateProblems(error.problems, in: file)
        }
        let evaluation = template.evaluate(
            for: EvaluationContext(context), defaults: ServerEvaluation.texts(ofDefaults: defaults))
        if global.json {
            try StandardOutput.document(EvaluationDocument(evaluation).json)
        } else {
            try StandardOutput.write(EvaluationTables(evaluation, global.settings).text)
        }
        guard evaluation.problems.isEmpty else {
            for problem in evaluation.problems.placed(in: content.bytes) {
                StandardError.report(problem.found(in: file), as: "error")
            }
            throw ExitCode(ExitStatus.failure)
        }
    }
}
