import ExperimentsCore
import Foundation

/// What the values of a template depend on, besides the template that was fetched.
struct TemplateView: Sendable {
    /// The user that the template is evaluated for.
    var persona: SourcePersona
    /// The template to evaluate instead of the fetched one.
    var draft: ClientTemplate?
}

/// A template as JSON.
struct TemplateFormat: PayloadFormat {
    let origin: TemplateOrigin
    let now: @Sendable () -> Date

    /// Some conditions depend on the time.
    var changesByItself: Bool { true }

    func content(of payload: Payload) throws(FetchFailure) -> ClientTemplate {
        let text = JSONComments.blanked(payload.content)
        let (template, problems) = TemplateReader.read(text)
        guard problems.isEmpty else {
            // The reason of a failure is one line, in a note, a header or a log.
            throw FetchFailure(problems.map { $0.words(in: origin.name) }.joined(separator: "; "))
        }
        var client = ClientTemplate(template)
        guard case .file = origin else { return client }
        // The service has checked its own templates, but nobody has checked a file.
        let oddities = TemplateValidator().oddities(of: template) + client.problems
        client.oddities = oddities.placed(in: text)
        return client
    }

    /// Evaluates the draft, if there is one, with a note that it was not fetched.
    func values(of content: ClientTemplate, _ payload: Payload, for view: TemplateView) -> PayloadValues {
        let template = view.draft ?? content
        let evaluation = template.evaluate(for: AppInstance(view.persona, now: now()))
        var entries = ExactDictionary<Snapshot.Entry>()
        for outcome in evaluation.outcomes where outcome.text != nil || outcome.usesInAppDefault {
            entries[outcome.key] = Snapshot.Entry(text: outcome.text, supplier: outcome.condition)
        }
        let etag = payload.etag ?? payload.hash.text
        var version = content.template.versionNumber.map { String($0) }
        if version == nil, !origin.hasVersions { version = payload.shortHash }
        let isDraft = view.draft != nil
        return PayloadValues(
            Snapshot(
                entries: entries, version: isDraft ? version.map { "\($0), a draft" } : version,
                etag: isDraft ? "\(etag) draft" : etag, fetchedAt: payload.fetchedAt,
                notes: template.notes(in: origin.name)))
    }

    func isEmpty(_ content: ClientTemplate) -> Bool { content.template.parameters.isEmpty }
}

/// A project's published template.
struct PublishedPayload: RemotePayload {
    let client: TemplateClient
    let now: @Sendable () -> Date

    func fetch(etag: String?) async throws -> RemotePayloadAnswer {
        do throws(TemplateServiceError) {
            let published = try await client.template()
            return .content(Array(published.template.text.utf8), etag: published.etag, httpStatus: nil)
        } catch {
            throw FetchFailure(error, at: now())
        }
    }
}

extension ClientTemplate {
    /// The largest number of stored notes about problems. Further ones are only counted.
    private static let mostProblems = 50

    /// Returns the notes about the template as a whole.
    ///
    /// - Parameter file: the path of its file, as messages show it.
    func notes(in file: String) -> [SourceNote] {
        var notes: [SourceNote] = []
        if let version = template.version {
            let words = [
                version.author.map { "by \($0)" }, version.updatedAt.map { "at \(RFC3339.text(of: $0))" },
                version.description.map { Quotation.of($0, limit: 200) },
            ].compactMap { $0 }
            if !words.isEmpty {
                notes.append(
                    SourceNote(title: SourceNote.publishedTitle, text: words.joined(separator: ", ")))
            }
        }
        if assignsPercentages { notes.append(SourceNote(title: "Percentages", text: Self.localAssignment)) }
        let texts = oddities.isEmpty ? problems.map(\.description) : oddities.map { $0.words(in: file) }
        notes += texts.prefix(Self.mostProblems).map { SourceNote(title: SourceNote.problemTitle, text: $0) }
        if texts.count > Self.mostProblems {
            notes.append(
                SourceNote(title: "And", text: "\(texts.count - Self.mostProblems) more such problems"))
        }
        return notes
    }

    /// The label of every percentage.
    static let localAssignment =
        "assigned on this machine, not by Google: Google's own assignment is not public"

    private var assignsPercentages: Bool {
        conditions.contains { $0?.isPercentage ?? false }
            || parameters.contains { $0.conditional.contains { $0.value.rollout != nil } }
    }
}

extension TemplateProblem {
    /// `template.json:3:5: parameters.color has no value`.
    fileprivate func words(in file: String) -> String {
        "\(file):\(line ?? 1):\(column ?? 1): \(summary)"
    }
}
