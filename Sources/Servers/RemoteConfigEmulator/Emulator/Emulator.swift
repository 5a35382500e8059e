import ExperimentsCore
import ExperimentsLocks
import FirebaseConfig
import FirebaseTemplates
import Foundation

/// An emulator of Firebase Remote Config and Firebase Installations, without a network: it answers requests, regardless
/// of how they are transported. `EmulatorServer` serves it on a port.
///
/// It is safe to use from any thread.
public final class Emulator: Sendable {
    let configuration: Configuration
    let projects: [ProjectState]
    let observers = Observers<EmulatorNotice>()
    let tokens = AccessTokens()
    let log = Mutex<[RequestRecord]>([])
    let refusalTold = Mutex<Date?>(nil)
    /// The served GrowthBook features; nil for none.
    let payloadFeed = Mutex<PayloadFeed?>(nil)
    private let plan = Mutex(FaultPlan())
    private let fileWatches = Mutex<[ObservationHandle]>([])

    /// Creates an emulator of these projects. Template files are read now, and again whenever they change.
    ///
    /// - Throws: `TemplateFileProblem` if a file cannot be served. If a file has a mistake later, the last good
    ///   template stays in use, and observers get the problem.
    public convenience init(
        projects: [EmulatedProject], configuration: Configuration = Configuration()
    ) throws(TemplateFileProblem) {
        try self.init(projects: projects, configuration: configuration, fileWatcher: .system)
    }

    /// - Parameter fileWatcher: notices changes of template files.
    package init(
        projects: [EmulatedProject], configuration: Configuration = Configuration(),
        fileWatcher: any FileWatcher
    ) throws(TemplateFileProblem) {
        self.configuration = configuration
        let time = configuration.now()
        var states: [ProjectState] = []
        for project in projects { states.append(try ProjectState(project, at: time)) }
        self.projects = states
        let watches = states.flatMap { project in
            project.paths.map { namespace, path in
                fileWatcher.watch(path) { [weak self] in self?.reload(project, namespace, from: path) }
            }
        }
        fileWatches.withLock { $0 = watches }
    }

    /// Keeps watching a file as long as the emulator exists.
    func keep(_ watch: ObservationHandle) { fileWatches.withLock { $0.append(watch) } }

    /// The IDs of the projects.
    public var projectIDs: [String] { projects.map(\.projectID) }

    /// The current faults.
    public var faults: FaultPlan {
        get { plan.withLock { $0 } }
        set { plan.withLock { $0 = newValue } }
    }

    /// Makes requests fail, or delays or damages answers, according to the fault.
    public func inject(_ fault: Fault) {
        plan.withLock { $0.add(fault) }
    }

    /// Calls `handler` with every event, until the returned handle is cancelled or released.
    public func observe(_ handler: @escaping @Sendable (EmulatorNotice) -> Void) -> ObservationHandle {
        observers.add(handler)
    }

    func drawFaults(for target: Fault.Target) -> [Fault.Effect] {
        plan.withLock { $0.draw(for: target, fraction: configuration.randomness.fraction) }
    }
}

/// An event in an emulator.
public enum EmulatorNotice: Sendable {
    /// A request was answered.
    case request(RequestRecord)
    /// A project now serves another version of one of its templates.
    case published(projectID: String, namespace: TemplateNamespace, version: Int64)
    /// A project serves these overrides instead of the template's values.
    case overridden(projectID: String, ServedOverrides)
    /// The overrides of a project cannot be read. The last readable ones stay in use.
    case overridesRefused(projectID: String, OverrideStoreProblem)
    /// Other GrowthBook features are now served. `features` is their number; nil if they are encrypted.
    case payloadPublished(features: Int?)
    /// The file with GrowthBook features has changed and cannot be served. The last good ones stay in use.
    case payloadRefused(FileProblem)
    /// An event of the source of a project's values.
    case upstream(projectID: String, UpstreamNews)
    /// Connections are refused, because this program may not have more than `limit` open files and connections.
    /// Reported once in a while.
    case connectionsRefused(limit: Int)
    /// A template file of a project has changed and cannot be served. The last good template stays in use.
    case templateRefused(projectID: String, namespace: TemplateNamespace, TemplateFileProblem)
}

/// An event of the source whose values an emulator serves.
public enum UpstreamNews: Sendable, Hashable {
    /// It cannot be fetched or served, for this reason. The last good values stay in use.
    case failed(String)
    /// It cannot be fetched, for this reason, and there are no earlier values. Requests for values are refused.
    case missing(String)
    /// It can be fetched again.
    case mended
    /// It sends live updates.
    case live
    /// It does not send live updates, for this reason, so changes are only noticed by fetching.
    case silent(String)
}

/// The emulator has no such project.
public struct UnknownProject: Error, Sendable, Hashable, CustomStringConvertible, OperatorError {
    /// The ID or number that was requested.
    public let projectID: String
    /// The IDs of the existing projects.
    public let known: [String]

    /// `no project "shop"; projects: demo-shop`.
    public var description: String {
        "no project \"\(projectID)\"; projects: \(known.isEmpty ? "none" : known.joined(separator: ", "))"
    }
}

extension Emulator {
    /// Serves a file of GrowthBook features to its SDKs, and reads it again whenever it changes. If the file becomes
    /// invalid, the last good features are still served, and the problem is reported.
    ///
    /// - Throws: `FileProblem` for a file that cannot be served.
    package func servePayload(at path: String, watcher: any FileWatcher = .system) throws(FileProblem) {
        let feed = PayloadFeed(try ServedPayload.file(path), now: configuration.now)
        payloadFeed.withLock { $0 = feed }
        let watch = watcher.watch(path) { [weak self] in self?.reloadPayload(from: path) }
        keep(watch)
        // The file may have changed in between.
        reloadPayload(from: path)
    }

    /// Whether GrowthBook features are served.
    package var servesPayload: Bool { payloadFeed.withLock { $0 != nil } }

    private func reloadPayload(from path: String) {
        guard let feed = payloadFeed.withLock({ $0 }) else { return }
        do throws(FileProblem) {
            let payload = try ServedPayload.file(path)
            if feed.publish(payload) { observers.notify(.payloadPublished(features: payload.featureCount)) }
        } catch {
            observers.notify(.payloadRefused(error))
        }
    }

    func payloadAnswer(to request: EmulatorRequest, _ call: PayloadCall) throws(EmulatorError)
        -> EmulatorAnswer
    {
        guard let feed = payloadFeed.withLock({ $0 }) else {
            throw .notFound("No GrowthBook features are served; use --growthbook FILE to serve them.")
        }
        return switch call {
        case .features: feed.featuresAnswer(to: request)
        case .stream: feed.streamAnswer(to: request, sleep: configuration.sleep)
        case .remoteEvaluation: PayloadFeed.remoteEvaluationAnswer()
        }
    }

    /// Returns the last requests, the newest last, at most a thousand.
    public func newestRequests(_ count: Int) -> [RequestRecord] {
        log.withLock { Array($0.suffix(max(count, 0))) }
    }

    /// Reports that connections are refused, unless it was reported a moment ago, because there may be thousands.
    func noteRefusedConnection(limit: Int) {
        let now = configuration.now()
        let isNews = refusalTold.withLock { told in
            if let told, abs(now.timeIntervalSince(told)) < Self.refusalPause { return false }
            told = now
            return true
        }
        if isNews { observers.notify(.connectionsRefused(limit: limit)) }
    }

    /// The minimum number of seconds between two reports of refused connections.
    private static let refusalPause: TimeInterval = 10

    /// Removes all requests from the log.
    public func clearLog() {
        log.withLock { $0.removeAll() }
    }

    /// Returns a sequence of future requests. A reader that is too slow loses the oldest.
    public func requests() -> AsyncStream<RequestRecord> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: RequestRecord.self, bufferingPolicy: .bufferingNewest(10_000))
        let observation = observe { notice in
            if case .request(let record) = notice { continuation.yield(record) }
        }
        continuation.onTermination = { _ in observation.cancel() }
        return stream
    }

    /// Returns the number of open realtime streams of a project.
    ///
    /// - Throws: `UnknownProject`.
    public func realtimeStreamCount(of projectID: String) throws(UnknownProject) -> Int {
        try project(projectID).realtime.count
    }

    /// Ends all realtime streams of a project, as the service does from time to time. Clients then open new ones.
    ///
    /// - Parameters:
    ///   - projectID: the project's ID or number.
    ///   - message: the last message; nil for none.
    /// - Throws: `UnknownProject`.
    public func endRealtimeStreams(of projectID: String, with message: RealtimeMessage? = nil)
        throws(UnknownProject)
    {
        try project(projectID).realtime.endAll(with: message)
    }

    /// Reports that a project serves `version`: to observers, and to the listening clients.
    func announce(_ version: Int64, _ namespace: TemplateNamespace, of project: ProjectState) {
        if namespace == .client { project.announce() }
        observers.notify(.published(projectID: project.projectID, namespace: namespace, version: version))
    }
}
