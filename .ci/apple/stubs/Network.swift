// What the libraries use of the module Network: which network the device has. None of it works: it is there to be
// type-checked against.

public import Dispatch

public struct NWInterface: Sendable {
    public var name: String { absent() }
}

public struct NWPath: Sendable {
    public enum Status: Sendable { case satisfied, unsatisfied, requiresConnection }
    public var status: Status { absent() }
    public var availableInterfaces: [NWInterface] { absent() }
    public var isConstrained: Bool { absent() }
}

public final class NWPathMonitor {
    public init() {}
    public var pathUpdateHandler: (@Sendable (NWPath) -> Void)?
    public func start(queue: DispatchQueue) {}
    public func cancel() {}
}

private func absent() -> Never { fatalError("a stub") }
