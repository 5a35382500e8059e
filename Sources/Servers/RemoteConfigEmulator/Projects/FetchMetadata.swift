import ExperimentsCore
import FirebaseConfig
import FirebaseTemplates
import Foundation

/// The part of a fetch that explains why an installation has its values.
struct FetchMetadata {
    /// The names of its members.
    static let names = ["experimentDescriptions", "rolloutMetadata", "personalizationMetadata"]

    private var experiments: [ExperimentDescription]
    private var parts: [(origin: StudyAssignment.Origin, variant: String, keys: [String])] = []

    /// - Parameter experiments: the experiments in which every installation takes part.
    init(_ experiments: [ExperimentDescription]) {
        self.experiments = experiments
    }

    mutating func add(_ assignment: StudyAssignment, of key: String) {
        if let index = parts.firstIndex(where: {
            $0.origin == assignment.origin && $0.variant == assignment.variant
        }) {
            parts[index].keys.append(key)
        } else {
            parts.append((assignment.origin, assignment.variant, [key]))
        }
    }

    /// Describes the experiments of the template.
    ///
    /// - Parameter start: returns when an experiment began.
    mutating func start(_ start: (StudyReference) -> Date?) {
        for part in parts {
            guard case .study(let study) = part.origin, study.kind == .experiment else { continue }
            experiments.append(
                ExperimentDescription(
                    experimentID: study.fetchedID, variantID: part.variant,
                    startTime: start(study) ?? Date(timeIntervalSince1970: 0),
                    affectedParameterKeys: part.keys))
        }
    }

    /// The members that are not empty, in the order of `names`.
    var members: [JSONObject.Member] {
        var members: [JSONObject.Member] = []
        if !experiments.isEmpty {
            members.append(.init(name: Self.names[0], value: .array(experiments.map { .object($0.json) })))
        }
        let rollouts = parts.compactMap { part -> JSONValue? in
            guard case .study(let study) = part.origin, study.kind == .rollout else { return nil }
            return [
                "rolloutId": .string(study.fetchedID), "variantId": .string(part.variant),
                "affectedParameterKeys": .array(part.keys.map(JSONValue.string)),
            ]
        }
        if !rollouts.isEmpty { members.append(.init(name: Self.names[1], value: .array(rollouts))) }
        var personal = JSONObject()
        for part in parts {
            guard case .personalization(let id) = part.origin else { continue }
            for key in part.keys {
                personal[key] = [
                    "personalizationId": .string(id), "choiceId": .string("\(id)_\(key)"), "armIndex": 0,
                    "group": "BASELINE",
                ]
            }
        }
        if !personal.isEmpty { members.append(.init(name: Self.names[2], value: .object(personal))) }
        return members
    }
}
