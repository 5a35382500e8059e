import ExperimentsCore
import ExperimentsTransport
import Foundation

/// An experiment or a rollout as the service describes it.
public struct Study: Sendable, Hashable {
    /// A group that the study compares.
    public struct Variant: Sendable, Hashable {
        /// The name.
        public let name: String
        /// The weight relative to those of the others; nil if the service does not send it.
        public let weight: Double?

        init?(_ json: JSONValue?) {
            guard let object = json?.object, let name = object["name"]?.string else { return nil }
            self.name = name
            weight = object["weight"]?.double
        }
    }

    /// The metric that an experiment should change.
    public struct Objective: Sendable, Hashable {
        /// The measure of the service, for example `total_revenue`, or the name of an event.
        public let name: String
        /// How events are counted, for example `NO_EVENT_USERS`; nil for a metric of the service.
        public let countType: String?
        /// Whether it decides which variant leads.
        public let isPrimary: Bool

        init?(_ json: JSONValue) {
            guard let object = json.object else { return nil }
            let custom = object["customObjectiveDetails"]?.object
            let system = object["systemObjectiveDetails"]?.object
            guard let name = system?["objective"]?.string ?? custom?["event"]?.string else { return nil }
            self.name = name
            countType = custom?["countType"]?.string
            isPrimary = object["isPrimary"] == .bool(true)
        }
    }

    /// Which one it is.
    public let reference: StudyReference
    /// The complete response of the service.
    public let json: JSONObject

    /// Reads a response; nil if it has no name.
    public init?(_ kind: StudyReference.Kind, _ json: JSONObject) {
        guard let name = json["name"]?.string, !name.isEmpty else { return nil }
        reference = StudyReference(kind, id: name)
        self.json = json
    }

    private var definition: JSONObject? { json["definition"]?.object }

    /// The name that people see; the ID if there is none.
    public var displayName: String {
        definition?["displayName"]?.string.flatMap { $0.isEmpty ? nil : $0 } ?? reference.id
    }
    /// The description; nil if there is none.
    public var description: String? { definition?["description"]?.string.flatMap { $0.isEmpty ? nil : $0 } }
    /// The state, for example `RUNNING`.
    public var state: String { json["state"]?.string ?? "STATE_UNSPECIFIED" }
    /// Whether it decides values now.
    public var isRunning: Bool { state == "RUNNING" }
    /// The time from which it runs; nil if it has not started.
    public var startedAt: Date? { time("startTime") }
    /// The time at which it ended; nil if it has not.
    public var endedAt: Date? { time("endTime") }
    /// The time of the last change.
    public var updatedAt: Date? { time("lastUpdateTime") }

    /// The groups, the control group first.
    public var variants: [Variant] {
        let own = [definition?["controlVariant"], definition?["enabledVariant"]].compactMap(Variant.init)
        return own + (definition?["variants"]?.array ?? []).compactMap(Variant.init)
    }

    /// The objectives of an experiment. Lists of the service omit them.
    public var objectives: [Objective] {
        (definition?["objectives"]?.object?["eventObjectives"]?.array ?? []).compactMap(Objective.init)
    }

    /// The event from which users count; nil if they count from the start.
    public var activationEvent: String? {
        definition?["objectives"]?.object?["activationEvent"]?.object?["event"]?.string
    }

    /// Returns a time that has passed: the service sends 1970 for one that has not.
    private func time(_ name: String) -> Date? {
        json[name]?.string.flatMap(RFC3339.date).flatMap { $0.timeIntervalSince1970 > 0 ? $0 : nil }
    }
}

/// Part of a list of experiments or rollouts.
public struct StudyPage: Sendable, Hashable {
    /// The experiments or rollouts.
    public let studies: [Study]
    /// The token for the next page; nil on the last page.
    public let nextToken: String?

    /// Creates a page.
    public init(studies: [Study], nextToken: String? = nil) {
        self.studies = studies
        self.nextToken = nextToken
    }
}

extension TemplateClient {
    /// The largest page of a list that the service gives.
    public static let largestStudyPage = 300

    /// Returns a page of the project's experiments or rollouts.
    ///
    /// - Parameters:
    ///   - kind: whether to return experiments or rollouts.
    ///   - size: the largest number of them.
    ///   - token: the token of the previous page; nil for the first page.
    ///   - filter: a filter in the service's own language, for example `state=RUNNING`; nil for none.
    public func studies(
        _ kind: StudyReference.Kind, size: Int = largestStudyPage, after token: String? = nil,
        filter: String? = nil
    ) async throws(TemplateServiceError) -> StudyPage {
        var query = ["page_size": String(size)]
        query["page_token"] = token
        query["filter"] = filter
        let answer = try json(try await send(.get, "namespaces/firebase/\(kind.collection)", query: query))
        let elements = answer[kind.collection]?.array ?? []
        let next = answer["nextPageToken"]?.string
        return StudyPage(
            studies: elements.compactMap { $0.object.flatMap { Study(kind, $0) } },
            nextToken: next?.isEmpty == false ? next : nil)
    }

    /// Returns all of the project's experiments or rollouts, page by page.
    ///
    /// - Parameters:
    ///   - kind: whether to return experiments or rollouts.
    ///   - filter: a filter in the service's own language, for example `state=RUNNING`; nil for none.
    ///   - limit: the largest number of them.
    public func allStudies(
        _ kind: StudyReference.Kind, filter: String? = nil, limit: Int = 10_000
    ) async throws(TemplateServiceError) -> [Study] {
        var studies: [Study] = []
        var token: String?
        repeat {
            let page = try await self.studies(
                kind, size: min(Self.largestStudyPage, limit - studies.count), after: token, filter: filter)
            studies += page.studies
            // A page that is empty, or refers to itself, ends the list: a server must not make its client send requests
            // forever.
            token = page.studies.isEmpty || page.nextToken == token ? nil : page.nextToken
        } while token != nil && studies.count < limit
        return studies
    }

    /// Returns an experiment or a rollout, with its objectives and variants.
    public func study(_ reference: StudyReference) async throws(TemplateServiceError) -> Study {
        let answer = try json(try await send(.get, Self.path(of: reference)))
        guard let study = Study(reference.kind, answer) else {
            throw .invalidAnswer("the \(reference.kind.rawValue) has no name")
        }
        return study
    }

    /// Deletes an experiment or a rollout. The service refuses to delete one that is running.
    public func delete(_ reference: StudyReference) async throws(TemplateServiceError) {
        _ = try await send(.delete, Self.path(of: reference))
    }

    private static func path(of reference: StudyReference) -> String {
        "namespaces/firebase/\(reference.kind.collection)/\(reference.id.percentEncoded)"
    }
}
