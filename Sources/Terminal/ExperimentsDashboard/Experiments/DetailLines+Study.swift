import ExperimentResults
import ExperimentStatistics
import ExperimentsOperator
import ExperimentsProject
import ExperimentsSupport
import ExperimentsTerminalUI
import FirebaseTemplates
import Foundation

// The boxes of an experiment or a rollout of the project behind the source.
extension ProjectStudy {
    /// The sections: what the study decides, and what it should change.
    var sections: [DetailSection] {
        [
            DetailSection(BoxTitle("Variants")) { $0.describeVariants(of: self) },
            DetailSection(BoxTitle("In Firebase")) { lines in
                lines.describeDecisions(of: self)
                lines.describeObjectives(of: self)
            },
        ]
    }
}

// The text of the details about a study.
extension DetailLines {
    /// Returns for example `rollout "New checkout", 12.5%, running since 2026-11-03`.
    func sentence(about study: ProjectStudy) -> String {
        study.sentence { TimeText.date($0, in: state.project.localTime) }
    }

    /// Describes the study and its start, if there are no results.
    mutating func describe(_ study: ProjectStudy, _ listed: ListedExperiment) {
        let label = study.stateWord.uppercased() + "  "
        let padded = label.padding(toLength: max(label.count, Self.labelWidth), withPad: " ", startingAt: 0)
        lines.append([Span(padded, study.isRunning ? .live : .title), Span(runningWords(study))])
        add(study.reference.kind.rawValue, study.reference.id)
        if let text = study.study?.description { add("about", text) }
        if let words = study.shareWords { add("variants", words) }
        if let words = listed.keyWords { add("key", words, .key) }
        if let group = listed.ownGroup { add("you", group, .group) }
        if let event = study.study?.activationEvent {
            add("counts", "after the event \(VisibleText.of(event))")
        }
        if study.study == nil { add("", "not in the project's list, only in its template", .warning) }
        if !study.isComplete { add("", "variants and objectives not loaded yet", .dim) }
        for variant in study.variantsWithoutValues {
            add("", "no parameter has a value for the variant \(Quotation.of(variant))", .warning)
        }
        let reason =
            study.reference.kind == .experiment ? "no exposures from apps yet" : "rollouts are not compared"
        add("results", "none; \(reason)", .dim)
    }

    private func runningWords(_ study: ProjectStudy) -> String {
        guard let start = study.study?.startedAt else { return study.isRunning ? "" : "not started" }
        func date(_ date: Date) -> String { TimeText.date(date, in: state.project.localTime) }
        if let end = study.study?.endedAt { return "from \(date(start)) to \(date(end))" }
        return "since \(date(start)), \(TimeText.ago(start, now: state.now))"
    }

    /// Describes each variant with its weight or share, and the values for its users.
    mutating func describeVariants(of study: ProjectStudy) {
        let ids = study.variantIDs
        guard !ids.isEmpty else { return }
        let only = study.keys.count == 1 ? study.keys.first : nil
        func values(_ id: String) -> String {
            let texts = study.decisions.compactMap { decision in
                decision.text(of: id).map {
                    (only == nil ? decision.value.key + ": " : "") + VisibleText.ofValue($0)
                }
            }
            return texts.joined(separator: ", ")
        }
        let isRollout = study.reference.kind == .rollout
        lines += SpanTable([
            SpanTable.Column(
                "variant", priority: 9, least: 8, ids.map { Span(study.variantName($0), .group) }),
            SpanTable.Column(
                isRollout ? "share" : "weight", priority: 8, isNumber: true,
                ids.map { Span(study.weightWords($0) ?? "", .value) }),
            SpanTable.Column(only ?? "values", priority: 7, least: 8, ids.map { Span(values($0), .value) }),
        ]).lines(width: width)
    }

    /// Describes each parameter that the study decides, with the condition.
    mutating func describeDecisions(of study: ProjectStudy) {
        for decision in study.decisions {
            add("decides", decision.value.key + " " + Self.words(decision))
        }
        if study.decisions.isEmpty { add("decides", "no parameter in the published template", .dim) }
    }

    /// Returns for example `when "checkout", value 1 of 2`.
    private static func words(_ decision: ProjectStudy.Decision) -> String {
        let place = decision.count > 1 ? ", value \(decision.place) of \(decision.count)" : ""
        return "when \(Quotation.of(decision.value.condition))" + place
    }

    /// Describes what an experiment should change, the primary objective first.
    mutating func describeObjectives(of study: ProjectStudy) {
        let objectives = study.study?.objectives ?? []
        for objective in objectives.filter(\.isPrimary) + objectives.filter({ !$0.isPrimary }) {
            let how = objective.countType.map { "  " + VisibleText.of($0) } ?? ""
            add("objective", VisibleText.of(objective.name) + how + (objective.isPrimary ? "  primary" : ""))
        }
    }

    /// Describes the experiments and rollouts of the project that decide a key.
    mutating func describeStudies(on name: String) {
        for study in state.templates.studies.content?.deciding(name) ?? [] {
            let standing = state.experiments.standings.first {
                !$0.plan.experiment.isDeclared && $0.name == study.reference.fetchedID
            }
            let verdict = standing.map { "; \($0.headline.shortText)" } ?? ""
            lines += Span("decided by \(sentence(about: study))\(verdict)").wrapped(to: width, limit: 4)
            for decision in study.decisions where decision.value.key == name {
                lines += Span("  " + Self.words(decision), .dim).wrapped(to: width, limit: 2)
            }
        }
    }
}
