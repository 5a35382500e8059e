import ArgumentParser
import ExperimentsCore
import ExperimentsSupport
import FirebaseTemplates

struct TemplateEvaluateCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "evaluate", abstract: "Evaluate a server template",
        discussion: """
            Evaluates a compiled server template, as Firebase's Admin SDKs load and save it. An invalid pattern is an \
            error, as in the SDKs for Python and Node; the result without it, as in the SDKs for Go and Java, is \
            printed as well.
            """)
    static let examples: KeyValuePairs = [
        "experiments template evaluate template.json": "Evaluate a template without a user"
    ]

    @Argument(
        help: ArgumentHelp("JSON file of a server template", valueName: "file"),
        completion: .file(extensions: ["json"]))
    var file: String

    @Option(
        help: ArgumentHelp(
            "Context as a JSON object: randomizationId and custom signals", valueName: "object"))
    var contextJson: String?

    @Option(help: ArgumentHelp("In-app defaults as a JSON object", valueName: "object"))
    var defaultsJson: String?

    @OptionGroup(title: "Global options") var global: OutputOptions

    func run() throws {
        let context = try JSONObject(
            option: "--context-json", contextJson, example: #"{"randomizationId": "user-1", "tier": "gold"}"#)
        let defaults = try JSONObject(
            option: "--defaults-json", defaultsJson, example: #"{"welcome": "Hello"}"#)
        let content = try TemplateFile(file)
        let template: ServerTemplate
        do throws(TemplateProblems) {
            template = try ServerTemplate(parsing: content.bytes)
        } catch {
            throw TemplateProblems(error.problems, in: file)
        }
        let user = EvaluationContext(context).withCanonicalNames
        let evaluation = template.evaluate(for: user, defaults: ServerEvaluation.texts(ofDefaults: defaults))
        let failed = evaluation.problems.map(\.path.steps)
        for warning in template.warnings
        where !failed.contains(where: { $0.starts(with: warning.path.steps) }) {
            StandardError.report(warning.found(in: file), as: "warning")
        }
        if let alias = EvaluationContext(context).randomizationIDAlias {
            StandardError.line(
                "note: used \(alias.name), the name in the SDK for \(alias.language), as \(EvaluationContext.randomizationIDName)"
            )
        }
        tellLimits(of: template, user)
        if global.json {
            try StandardOutput.json(evaluation.document.json)
        } else {
            try StandardOutput.write(evaluation.tables(global.settings))
        }
        guard evaluation.problems.isEmpty else {
            for problem in evaluation.problems.placed(in: content.bytes) {
                StandardError.report(problem.found(in: file), as: "error")
            }
            throw ExitCode(ExitStatus.failure)
        }
    }

    /// Reports what SDKs ignore or cannot decide.
    private func tellLimits(of template: ServerTemplate, _ user: EvaluationContext) {
        if template.hasPercentages, !user.hasRandomizationID {
            StandardError.line(
                "note: percentage conditions are not met, because the context has no \(EvaluationContext.randomizationIDName)"
            )
        }
        let known = template.contextNames.sorted()
        let used = template.contextNames.union([EvaluationContext.randomizationIDName])
        for name in user.values.keys.sorted() where !used.contains(name) {
            let hint = known.isEmpty ? "" : " " + DocumentWords.hint(for: name, among: known)
            StandardError.line("note: no condition uses \(Quotation.of(name)) of the context\(hint)")
        }
        if !template.groupedKeys.isEmpty {
            let keys = template.groupedKeys.prefix(5).joined(separator: ", ")
            let rest = template.groupedKeys.count > 5 ? ", …" : ""
            StandardError.line("note: the SDKs ignore parameters in groups: \(keys)\(rest)")
        }
    }
}

extension ServerEvaluation {
    /// The values of a server template as tables, each line ended by a line feed.
    func tables(_ settings: Settings) -> StyledText {
        let style = PlainText(settings)
        let values = Table(["KEY": 60, "SOURCE": 10, "CONDITION": 40, "VALUE": 200], of: parameters) {
            key, value in
            [
                .init(key), .init(value.source.rawValue, value.source == .remote ? .green : .dim),
                .init(value.condition ?? ""), .init(value.text),
            ]
        }
        let holding = Table(["CONDITION": 60, "HOLDS": 10], of: conditions) { name, holds in
            [.init(name), .init(holds ? "yes" : "no", holds ? .green : .dim)]
        }
        let parts = [values, holding].filter { !$0.isEmpty }.map { $0.text(style) }
        return parts.isEmpty ? "the template has no parameters\n" : parts.joined(separator: "\n")
    }

    /// The values of a server template: `{"parameters": {key: {"value", "source", "condition"}}, "conditions": {name: bool}}`.
    var document: Document {
        let values = parameters.map { key, value -> (String, Document) in
            (
                key,
                ["value": value.text, "source": value.source.rawValue, "condition": value.condition.orNull]
            )
        }
        return [
            "parameters": Document(values), "conditions": Document(conditions.map { ($0.name, $0.holds) }),
        ]
    }
}
