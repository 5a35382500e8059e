import ExperimentsCore
import FirebaseConfig
import FirebaseTemplates
import Foundation
import Locks

/// Firebase Remote Config and Firebase Installations on this machine, without a network: it answers requests, whatever
/// carries them. `EmulatorServer` puts it on a port.
///
/// Safe to use from any thread.
public final class Emulator: Sendable {
    let configuration: Configuration
    let projects: [ProjectState]
    let observers = Observers<EmulatorNotice>()
    let tokens = AccessTokens()
    let log = Mutex(RequestLog())
    let refusalTold = Mutex<Date?>(nil)
    /// The features of GrowthBook's that are served; nil for none.
    let payloadFeed = Mutex<PayloadFeed?>(nil)
    private let plan = Mutex(FaultPlan())
    private let fileWatches = Mutex<[ObservationHandle]>([])

    /// An emulator of the given projects. Template files are read here, and again whenever they change.
    ///
    /// - Throws: `TemplateFileProblem` for a file that cannot be served. One that breaks later does no harm: the last
    ///   good template is served on, and the problem told.
    public convenience init(
        projects: [EmulatedProject], configuration: Configuration = Configuration()
    ) throws(TemplateFileProblem) {
        try self.init(projects: projects, configuration: configuration, fileWatcher: .system)
    }

    /// - Parameter fileWatcher: tells of changes of template files.
    package init(
        projects: [EmulatedProject], configuration: Configuration = Configuration(), fileWatcher: any FileWatcher
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

    /// Keeps watching a file for as long as there is the emulator.
    func keep(_ watch: ObservationHandle) { fileWatches.withLock { $0.append(watch) } }

    /// The ids of the projects.
    public var projectIDs: [String] { projects.map(\.projectID) }

    /// The faults in force.
    public var faults: FaultPlan {
        get { plan.withLock { $0 } }
        set { plan.withLock { $0 = newValue } }
    }

    /// Adds a fault to those in force.
    public func inject(_ fault: Fault) {
        plan.withLock { $0.add(fault) }
    }

    /// Calls `handler` with everything that happens, for as long as the result is kept.
    public func observe(_ handler: @escaping @Sendable (EmulatorNotice) -> Void) -> ObservationHandle {
        observers.add(handler)
    }

    func drawFaults(for target: Fault.Target) -> [Fault.Effect] {
        plan.withLock { $0.draw(for: target, fraction: configuration.randomness.fraction) }
    }
}

/// Something that happened in an emulator.
public enum EmulatorNotice: Sendable {
    /// A request was answered.
    case request(RequestRecord)
    /// A project serves another version of one of its templates now.
    case published(projectID: String, namespace: TemplateNamespace, version: Int64)
    /// A project serves these overrides in the place of what its template says.
    case overridden(projectID: String, ServedOverrides)
    /// The overrides of a project cannot be read; those that were read last are still served.
    case overridesRefused(projectID: String, OverrideStoreProblem)
    /// Other features of GrowthBook's are served now: how many, or nil where they are encrypted.
    case payloadPublished(features: Int?)
    /// The file of GrowthBook's features changed and cannot be served; the last good ones still are.
    case payloadRefused(FileProblem)
    /// Something about the source that a project's values come from.
    case upstream(projectID: String, UpstreamNews)
    /// Connections are refused, because this program may not have more than `limit` files and connections open. Told
    /// once in a while.
    case connectionsRefused(limit: Int)
    /// A template file of a project changed and cannot be served; the last good template still is.
    case templateRefused(projectID: String, namespace: TemplateNamespace, TemplateFileProblem)
}

/// Something about the source that an emulator serves the values of.
public enum UpstreamNews: Sendable, Hashable {
    /// It cannot be asked, or not be served, for this reason; the last good values still are.
    case failed(String)
    /// It can be asked again.
    case mended
    /// It announces its changes.
    case live
    /// It does not announce its changes, for this reason: they come by asking only.
    case silent(String)
}

/// The emulator has no such project.
public struct UnknownProject: Error, Sendable, Hashable, CustomStringConvertible, OperatorError {
    /// What was asked for.
    public let projectID: String
    /// The ids of the projects that there are.
    public let known: [String]

    /// `no project "shop"; there are: demo-shop`.
    public var description: String {
        "no project \"\(projectID)\"; there are: \(known.isEmpty ? "none" : known.joined(separator: ", "))"
    }
}
