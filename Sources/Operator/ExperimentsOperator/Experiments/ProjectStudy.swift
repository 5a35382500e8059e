import ExperimentsCore
import FirebaseTemplates
import Foundation

/// An experiment or a rollout of a Firebase project, with the service's description and the values that it decides.
public struct ProjectStudy: Sendable, Hashable {
    /// A value that it decides, and its place among the conditional values of the parameter.
    package struct Decision: Sendable, Hashable {
        package let value: TemplateStudy.Value
        /// The position in the order in which conditions are evaluated, from 1.
        package let place: Int
        /// The number of conditional values of the parameter.
        package let count: Int
        /// The text of the parameter's default value; nil if it has none.
        package let defaultText: String?

        /// Returns the text for users of a variant; nil if the template does not have it. A variant may leave the value
        /// unchanged.
        package func text(of variant: String) -> String? {
            value.texts[variant].flatMap { $0 ?? defaultText }
        }
    }

    /// Which one it is.
    package let reference: StudyReference
    /// The service's description; nil if the service does not list it.
    package internal(set) var study: Study?
    /// The share of users that take part, in percent; nil if the published template does not have it.
    package let percent: Double?
    /// The values that it decides in the published template.
    package let decisions: [Decision]
    /// Whether the full description was requested. Lists leave out objectives and variants.
    package internal(set) var isComplete: Bool

    /// The name for people; the ID if there is none.
    package var title: String { study?.displayName ?? reference.id }

    /// `rollout "New checkout"`.
    package var name: String { "\(reference.kind.rawValue) \(Quotation.of(title))" }

    /// Whether it decides values now.
    package var isRunning: Bool { study?.isRunning ?? !decisions.isEmpty }

    /// The state in words: `running`, `stopped`; according to the template if the service does not report it.
    package var stateWord: String {
        study.map { $0.state.lowercased().replacing(scalar: "_", with: " ") }
            ?? (isRunning ? "running" : "unknown")
    }

    /// The keys of the parameters that it decides, each once.
    package var keys: [String] {
        var known: Set<String> = []
        return decisions.map(\.value.key).filter { known.insert($0).inserted }
    }

    /// The IDs of its variants: the index of each from 0, or those in the template if the service reports none.
    package var variantIDs: [String] {
        if let study, !study.variants.isEmpty { return study.variants.indices.map(String.init) }
        return Set(decisions.flatMap(\.value.texts.keys)).sorted()
    }

    /// The name of a variant; its ID if it has none.
    package func variantName(_ id: String) -> String {
        guard let study, let index = Int(id), study.variants.indices.contains(index) else { return id }
        return study.variants[index].name
    }

    /// Returns the weight of a variant; for a rollout, the share of users who get it. Nil if the service does not
    /// report it.
    package func weightWords(_ id: String) -> String? {
        if reference.kind == .rollout {
            return id == "1" ? percent.map { "\(NumberText.text(of: $0))%" } : nil
        }
        guard let variants = study?.variants, let index = Int(id), variants.indices.contains(index) else {
            return nil
        }
        return variants[index].weight.map { NumberText.text(of: $0) }
    }

    /// The names of the variants that no parameter has a value of, though the experiment decides some.
    package var variantsWithoutValues: [String] {
        guard reference.kind == .experiment, !decisions.isEmpty else { return [] }
        return variantIDs.filter { id in !decisions.contains { $0.value.texts.keys.contains(id) } }.map(
            variantName)
    }

    /// The shares in words: `Baseline 50 : Variant A 50`, `12.5% get Enabled`.
    package var shareWords: String? {
        if reference.kind == .rollout {
            return percent.map { "\(NumberText.text(of: $0))% get \(variantName("1"))" }
        }
        let variants = study?.variants ?? []
        guard variants.count > 1 else { return nil }
        let shares = variants.map { variant in
            [variant.name, variant.weight.map { NumberText.text(of: $0) }].compactMap(\.self).joined(
                separator: " ")
        }
        return shares.joined(separator: " : ")
            + (percent.map { $0 < 100 ? ", \(NumberText.text(of: $0))% take part" : "" } ?? "")
    }

    /// Returns how it decides, for a sentence: `rollout "New checkout", 12.5%, running since 2026-11-03`.
    ///
    /// - Parameter date: formats a date.
    package func sentence(_ date: (Date) -> String) -> String {
        let share = percent.map { "\(NumberText.text(of: $0))%" }
        let since = study?.startedAt.map { " since \(date($0))" } ?? ""
        return [name, share, stateWord + since].compactMap(\.self).joined(separator: ", ")
    }

    /// The texts in its row, for filters.
    package var texts: [String] { [title, reference.id, reference.kind.rawValue, stateWord] + keys }
}

/// The experiments and rollouts of a Firebase project: those in the service's lists, and those that are only in the
/// published template.
public struct ProjectStudies: Sendable, Hashable {
    /// The project, or the file of its template, in sentences: `project my-shop`.
    package let origin: String
    /// The studies, running ones first, then those that have not begun; both newest first.
    package private(set) var all: [ProjectStudy] = []
    /// The reason why the service does not list some of them; nil if it lists all.
    package let problem: String?

    /// Joins the list of the service with the published values.
    ///
    /// - Parameter known: the studies read before. Full descriptions are not read again if they did not change.
    package init(
        of origin: String, _ template: RemoteConfigTemplate, listed: [Study] = [], problem: String? = nil,
        after known: ProjectStudies? = nil
    ) {
        self.origin = origin
        self.problem = problem
        let mentioned = Dictionary(template.studies.map { ($0.reference, $0) }) { first, _ in first }
        let order = Dictionary(template.conditions.enumerated().map { ($1.name, $0) }) { first, _ in first }
        let parameters = Dictionary(template.parameters.map { ($0.key, $0) }) { first, _ in first }
        func decision(_ value: TemplateStudy.Value) -> ProjectStudy.Decision {
            let parameter = parameters[value.key]
            // In the order in which conditions are evaluated.
            let tried = (parameter?.conditionalValues.map(\.condition) ?? [])
                .sorted { (order[$0] ?? .max) < (order[$1] ?? .max) }
            return ProjectStudy.Decision(
                value: value, place: (tried.firstIndex(of: value.condition) ?? 0) + 1, count: tried.count,
                defaultText: parameter?.defaultValue.flatMap {
                    if case .text(let text) = $0 { text } else { nil }
                })
        }
        func joined(_ reference: StudyReference, _ study: Study?, isComplete: Bool) -> ProjectStudy {
            let found = mentioned[reference]
            return ProjectStudy(
                reference: reference, study: study, percent: found?.percent,
                decisions: found?.values.map(decision) ?? [], isComplete: isComplete)
        }
        let complete = known?.complete ?? [:]
        var taken: Set<StudyReference> = []
        for study in listed where taken.insert(study.reference).inserted {
            let old = complete[study.reference].flatMap { $0.isSame(as: study) ? $0 : nil }
            // A list has all of a rollout.
            let isComplete = old != nil || study.reference.kind == .rollout
            all.append(joined(study.reference, old ?? study, isComplete: isComplete))
        }
        for study in template.studies where !taken.contains(study.reference) {
            all.append(joined(study.reference, nil, isComplete: true))
        }
        all.sort { ($0.rank, $1.begin, $0.title) < ($1.rank, $0.begin, $1.title) }
    }

    private var complete: [StudyReference: Study] {
        Dictionary(all.compactMap { one in one.isComplete ? one.study.map { ($0.reference, $0) } : nil }) {
            $1
        }
    }

    /// `project my-shop: 2 experiments, 1 rollout`.
    package var title: String {
        let counts = StudyReference.Kind.allCases.compactMap { kind in
            let count = all.count { $0.reference.kind == kind }
            return count == 0 ? nil : "\(CountText.grouped(count)) \(kind.rawValue)\(count == 1 ? "" : "s")"
        }
        return "\(origin): \(counts.joined(separator: ", "))"
    }

    /// Finds a study; nil if it is neither listed nor published.
    package subscript(reference: StudyReference) -> ProjectStudy? { all.first { $0.reference == reference } }

    /// The number of experiments that are read completely after a list.
    private static let detailLimit = 60

    /// The studies of which only the list entry is known, running ones first, limited to the number that is read
    /// completely after a list.
    package var incomplete: [StudyReference] {
        all.lazy.filter { !$0.isComplete }.prefix(Self.detailLimit).map(\.reference)
    }

    /// Returns the studies that decide a key, running ones first.
    package func deciding(_ key: String) -> [ProjectStudy] {
        all.filter { $0.decisions.contains { $0.value.key == key } }
    }

    /// Adds the service's full description of a study.
    mutating func add(_ study: Study) {
        guard let index = all.firstIndex(where: { $0.reference == study.reference }) else { return }
        (all[index].study, all[index].isComplete) = (study, true)
    }
}

extension ProjectStudy {
    fileprivate var rank: Int { isRunning ? 0 : ["DRAFT", "PENDING"].contains(study?.state) ? 1 : 2 }
    fileprivate var begin: Date { study?.startedAt ?? .distantPast }
}

extension Study {
    /// Whether nothing has changed since another answer.
    fileprivate func isSame(as other: Study) -> Bool {
        json["etag"] != nil && json["etag"] == other.json["etag"]
            && json["lastUpdateTime"] == other.json["lastUpdateTime"]
            && state == other.state
    }
}

// Reading them.
extension TemplateOrigin {
    /// Reads the published template and the lists of the service. If a list cannot be read, what was known from it
    /// before stays.
    ///
    /// - Throws: the reason why the template cannot be read.
    package func studies(after known: ProjectStudies?) async throws -> ProjectStudies {
        let template = try await published().template
        // Only apps take part in experiments and rollouts.
        guard case .service(let client) = self, namespace == .client else {
            return ProjectStudies(of: title, template)
        }
        var listed: [Study] = []
        var missing: [(StudyReference.Kind, TemplateServiceError)] = []
        for kind in StudyReference.Kind.allCases {
            do throws(TemplateServiceError) {
                listed += try await client.allStudies(kind)
            } catch {
                missing.append((kind, error))
                if !error.saysThereIsNone {
                    listed += known?.all.compactMap { $0.reference.kind == kind ? $0.study : nil } ?? []
                }
            }
        }
        let problem = missing.first.map { _, error in
            "\(missing.map(\.0.collection).joined(separator: " and ")) of \(title) cannot be listed "
                + "(\(error)); those of its template are shown"
        }
        return ProjectStudies(of: title, template, listed: listed, problem: problem, after: known)
    }

    /// Requests the full descriptions of some experiments, and adds them.
    package func details(of references: [StudyReference], in studies: ProjectStudies) async -> ProjectStudies
    {
        guard case .service(let client) = self else { return studies }
        var studies = studies
        for reference in references {
            do throws(TemplateServiceError) {
                studies.add(try await client.study(reference))
            } catch {
                // A study that was deleted in the meantime is missing in the next list.
                guard error.saysThereIsNone else { return studies }
            }
        }
        return studies
    }
}

extension TemplateServiceError {
    /// Whether the service has no such thing, or not for this account.
    fileprivate var saysThereIsNone: Bool {
        if case .refused(let refusal) = self { [403, 404].contains(refusal.status) } else { false }
    }
}
