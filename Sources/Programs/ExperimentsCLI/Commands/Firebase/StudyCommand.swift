import ArgumentParser
import ExperimentsCore
import ExperimentsSupport
import FirebaseTemplates

/// The experiments or the rollouts of a project, which are created in the Firebase console.
struct StudiesCommand<Kind: StudyKind>: ExemplifiedCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: Kind.kind.collection,
            abstract: "Manage the \(Kind.kind.collection) of a Firebase project",
            discussion:
                "Use the Firebase console to create, start and stop them. Google's API for them is in beta.",
            subcommands: [
                StudyListCommand<Kind>.self, StudyGetCommand<Kind>.self, StudyDeleteCommand<Kind>.self,
            ],
            defaultSubcommand: StudyListCommand<Kind>.self)
    }
    static var examples: KeyValuePairs<String, String> {
        let name = Kind.kind.collection
        return ["experiments firebase \(name) list --project my-shop": "List the \(name) of a project"]
    }
}

/// The kind that a command lists, shows or deletes: experiments or rollouts.
protocol StudyKind: SendableMetatype {
    static var kind: StudyReference.Kind { get }
}

enum ExperimentKind: StudyKind { static let kind = StudyReference.Kind.experiment }

enum RolloutKind: StudyKind { static let kind = StudyReference.Kind.rollout }

struct StudyListCommand<Kind: StudyKind>: ExemplifiedCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "list", abstract: "List the \(Kind.kind.collection) of a project",
            discussion: "Without --page-size, all pages are read.")
    }
    static var examples: KeyValuePairs<String, String> {
        [
            "experiments firebase \(Kind.kind.collection) list --project my-shop --filter state=RUNNING":
                "List those that are running"
        ]
    }

    @Option(help: ArgumentHelp("Number of results on a page", valueName: "count")) var pageSize: Int?

    @Option(help: ArgumentHelp("Page to print: the token from the previous page", valueName: "token"))
    var pageToken: String?

    @Option(
        help: ArgumentHelp("Filter in the syntax of the service, such as state=RUNNING", valueName: "filter"))
    var filter: String?

    @OptionGroup(title: "Service") var service: GoogleServiceOptions
    @OptionGroup(title: "Global options") var waiting: WaitOptions
    @OptionGroup(title: "Global options") var global: OutputOptions

    func validate() throws {
        guard (1...TemplateClient.largestStudyPage).contains(pageSize ?? 1) else {
            throw ValidationError("--page-size is from 1 to \(TemplateClient.largestStudyPage).")
        }
    }

    func run() throws {
        let client = try service.client()
        let (filter, size, token) = (filter, pageSize, pageToken)
        let page = try Progress.wait("Asking Remote Config", within: waiting.timeout) {
            do throws(TemplateServiceError) {
                return size == nil && token == nil
                    ? StudyPage(studies: try await client.allStudies(Kind.kind, filter: filter))
                    : try await client.studies(Kind.kind, size: size ?? 10, after: token, filter: filter)
            } catch {
                throw error.explained(listing: Kind.kind, in: client.project)
            }
        }
        let table = Table(["ID": 24, "NAME": 40, "STATE": 12, "SINCE": 24, "VARIANTS": 60], of: page.studies)
        { study in
            [
                .init(study.reference.id), .init(study.displayName), .init(study.state.lowercased()),
                .init(study.startedAt.map { RFC3339.text(of: $0) } ?? "", .dim),
                .init(study.variants.map(\.words).joined(separator: ", ")),
            ]
        }
        let studies = JSONValue.array(page.studies.map { .object($0.json) })
        try global.settings.print(
            [Kind.kind.collection: studies, "nextPageToken": page.nextToken], else: table)
        if !global.json, let next = page.nextToken {
            StandardError.line("more results: use --page-token \(VisibleText.of(next))")
        }
    }
}

struct StudyGetCommand<Kind: StudyKind>: ExemplifiedCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "get", abstract: "Show one of the \(Kind.kind.collection) and its values")
    }
    static var examples: KeyValuePairs<String, String> {
        [
            "experiments firebase \(Kind.kind.collection) get \(Kind.kind.exampleID) --project my-shop":
                "Show its variants and the parameters that it controls"
        ]
    }

    @Argument(help: ArgumentHelp("ID", valueName: "id")) var id: String

    @OptionGroup(title: "Service") var service: GoogleServiceOptions
    @OptionGroup(title: "Global options") var waiting: WaitOptions
    @OptionGroup(title: "Global options") var global: OutputOptions

    func run() throws {
        let client = try service.client()
        let reference = StudyReference(Kind.kind, id: id)
        let (study, template) = try Progress.wait("Asking Remote Config", within: waiting.timeout) {
            do throws(TemplateServiceError) {
                return (try await client.study(reference), try await client.template().template)
            } catch {
                throw error.explained(asking: reference, in: client.project)
            }
        }
        let values = template.studies.first { $0.reference == reference }?.values ?? []
        let parameters = values.map { ["key": $0.key, "condition": $0.condition] as Document }
        try global.settings.print(study.json + ["parameters": parameters]) { _ in "\(study.text(values))\n" }
    }
}

struct StudyDeleteCommand<Kind: StudyKind>: ExemplifiedCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "delete", abstract: "Delete one of the \(Kind.kind.collection)",
            discussion:
                "The service refuses to delete one that is running; stop it in the Firebase console first.")
    }
    static var examples: KeyValuePairs<String, String> {
        [
            "experiments firebase \(Kind.kind.collection) delete \(Kind.kind.exampleID) --project my-shop":
                "Delete it"
        ]
    }

    @Argument(help: ArgumentHelp("ID", valueName: "id")) var id: String

    @Flag(help: "Don't ask") var yes = false

    @OptionGroup(title: "Service") var service: GoogleServiceOptions
    @OptionGroup(title: "Global options") var waiting: WaitOptions
    @OptionGroup(title: "Global options") var global: OutputOptions

    func run() throws {
        let client = try service.client()
        let reference = StudyReference(Kind.kind, id: id)
        let study = try Progress.wait("Asking Remote Config", within: waiting.timeout) {
            do throws(TemplateServiceError) {
                return try await client.study(reference)
            } catch {
                throw error.explained(asking: reference, in: client.project)
            }
        }
        try Question(
            text:
                "Delete \(reference.kind.rawValue) \(Quotation.of(study.displayName)) of project \(client.project)",
            reason: "delete asks before it removes anything",
            advice: "Use --yes to delete without a question."
        ).ask(unless: yes)
        try Progress.wait(
            "Deleting", within: waiting.timeout, changing: "firebase \(reference.kind.rawValue)s list"
        ) {
            do throws(TemplateServiceError) {
                try await client.delete(reference)
            } catch {
                throw error.explained(asking: reference, in: client.project)
            }
        }
        try global.settings.print(["deleted": reference.id], else: "deleted \(reference)")
    }
}

extension StudyReference.Kind {
    fileprivate var exampleID: String { self == .experiment ? "7" : "rollout_7" }
}

extension TemplateServiceError {
    /// Returns the reason why the service did not list experiments or rollouts, with advice if there is any.
    fileprivate func explained(listing kind: StudyReference.Kind, in project: String) -> any Error {
        guard case .refused(let refusal) = self, refusal.status == 404 else { return self }
        return CommandProblem(
            "\(refusal)",
            advice: "Check the project ID \(project). The API is in beta, and not every project has it."
        )
    }

    /// Returns the reason why a request about an experiment or a rollout failed.
    fileprivate func explained(asking reference: StudyReference, in project: String) -> any Error {
        guard case .refused(let refusal) = self else { return self }
        let kind = reference.kind
        if refusal.message.contains("is running and cannot be deleted") {
            return CommandProblem(
                "\(reference) is running and cannot be deleted",
                advice: "Stop it in the Firebase console first.")
        }
        if refusal.status == 404 {
            return CommandProblem(
                "project \(project) has no \(reference)",
                advice: "Use `experiments firebase \(kind.collection) list` to list \(kind.collection).")
        }
        return self
    }
}

extension Study {
    /// Returns the experiment or rollout in words.
    ///
    /// - Parameter values: the values of the published template that it decides.
    fileprivate func text(_ values: [TemplateStudy.Value]) -> String {
        var lines = [
            "\(VisibleText.of(displayName))  (\(reference.kind.rawValue) \(reference.id))",
            "state       \(state.lowercased())" + (startedAt.map { ", since \(RFC3339.text(of: $0))" } ?? ""),
        ]
        if let endedAt { lines.append("ended       \(RFC3339.text(of: endedAt))") }
        if let description { lines.append("about       \(VisibleText.of(description))") }
        if !variants.isEmpty { lines.append("variants    \(variants.map(\.words).joined(separator: ", "))") }
        for objective in objectives {
            let how = objective.countType.map { " (\(VisibleText.of($0)))" } ?? ""
            lines.append(
                "objective   \(VisibleText.of(objective.name))\(how)\(objective.isPrimary ? ", primary" : "")"
            )
        }
        lines += values.map { "decides     \($0.key) when \(Quotation.of($0.condition))" }
        if values.isEmpty { lines.append("decides     no parameter in the published template") }
        return lines.joined(separator: "\n")
    }
}

extension Study.Variant {
    /// The variant in words: `Baseline (50)`.
    fileprivate var words: String {
        VisibleText.of(name) + (weight.map { " (\(NumberText.text(of: $0)))" } ?? "")
    }
}
