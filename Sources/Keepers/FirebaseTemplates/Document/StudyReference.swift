import ExperimentsCore

/// An experiment or a rollout of a project. It is created and started in the Firebase console; a template contains only
/// its values.
public struct StudyReference: Sendable, Hashable {
    /// The kind of the study.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// A comparison of variants (A/B testing).
        case experiment
        /// A value for a growing share of users.
        case rollout

        /// The name of the collection in paths: `experiments`.
        public var collection: String { rawValue + "s" }
    }

    /// The kind of the study.
    public let kind: Kind
    /// The ID, for example `7` or `rollout_7`.
    public let id: String

    /// The prefix of the IDs of experiments in responses to apps.
    static let fetchedPrefix = "_exp_"

    /// Creates a reference. The ID may be that of the console, that of a response to an app (`_exp_7`), or a resource
    /// name (`projects/1/namespaces/firebase/experiments/7`).
    public init(_ kind: Kind, id: String) {
        self.kind = kind
        let last = id.split(scalar: "/").last.map(String.init) ?? id
        let isFetched = kind == .experiment && last.hasScalarPrefix(Self.fetchedPrefix)
        self.id =
            isFetched ? String(last.unicodeScalars.dropFirst(Self.fetchedPrefix.unicodeScalars.count)) : last
    }

    /// The ID in responses to apps: `_exp_7`, `rollout_7`.
    public var fetchedID: String { kind == .experiment ? Self.fetchedPrefix + id : id }
}

extension StudyReference: CustomStringConvertible {
    /// `rollout "rollout_7"`.
    public var description: String { "\(kind.rawValue) \(Quotation.of(id))" }
}

/// The information about an experiment or a rollout that a template contains.
public struct TemplateStudy: Sendable, Hashable {
    /// A value that it decides.
    public struct Value: Sendable, Hashable {
        /// The key of the parameter.
        public let key: String
        /// The condition that the value is for.
        public let condition: String
        /// The strings by the ID of the variant; nil for a variant that changes nothing. A rollout has the variant `1`.
        public let texts: [String: String?]
    }

    /// Which one it is.
    public let reference: StudyReference
    /// The share of users that take part, in percent; nil if the template does not contain it.
    public let percent: Double?
    /// The values that it decides, in the order of the template.
    public internal(set) var values: [Value]
}

extension TemplateValue {
    /// The experiment or rollout that decides the value; nil if there is none.
    public var study: StudyReference? {
        guard case .other(let object) = self else { return nil }
        if let experiment = object["experimentValue"]?.object {
            return StudyReference(.experiment, id: experiment["experimentId"]?.valueText ?? "")
        }
        return object["rolloutValue"]?.object.map {
            StudyReference(.rollout, id: $0["rolloutId"]?.valueText ?? "")
        }
    }

    /// The strings of the study by the ID of the variant.
    var studyTexts: [String: String?] {
        if let rollout { return ["1": rollout.value] }
        guard case .other(let object) = self else { return [:] }
        var texts: [String: String?] = [:]
        for variant in object["experimentValue"]?.object?["variantValue"]?.array ?? [] {
            guard let id = variant.object?["variantId"]?.valueText else { continue }
            texts.updateValue(variant.object?["value"]?.string, forKey: id)
        }
        return texts
    }

    /// The share of users that take part in the study, in percent.
    var studyPercent: Double? {
        if let rollout { return rollout.percent }
        guard case .other(let object) = self else { return nil }
        return object["experimentValue"]?.object?["exposurePercent"]?.protobufDouble
    }
}

extension RemoteConfigTemplate {
    /// The experiments and rollouts whose values the template has, in the order of the template.
    public var studies: [TemplateStudy] {
        var studies: [TemplateStudy] = []
        var places: [StudyReference: Int] = [:]
        for parameter in parameters {
            for conditional in parameter.conditionalValues {
                guard let reference = conditional.value.study else { continue }
                let place = places[reference] ?? studies.count
                if place == studies.count {
                    places[reference] = place
                    studies.append(
                        TemplateStudy(
                            reference: reference, percent: conditional.value.studyPercent, values: []))
                }
                studies[place].values.append(
                    TemplateStudy.Value(
                        key: parameter.key, condition: conditional.condition,
                        texts: conditional.value.studyTexts))
            }
        }
        return studies
    }
}
