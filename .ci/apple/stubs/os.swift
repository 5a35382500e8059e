// What the libraries use of the module os: its Logger, messages with words on who may read them, and a lock. None of it works: it
// is there to be type-checked against.

public struct OSLogPrivacy: Sendable {
    public static var `public`: OSLogPrivacy { OSLogPrivacy() }
    public static var `private`: OSLogPrivacy { OSLogPrivacy() }
}

public struct OSLogInterpolation: StringInterpolationProtocol {
    public init(literalCapacity: Int, interpolationCount: Int) {}
    public mutating func appendLiteral(_: String) {}
    public mutating func appendInterpolation(
        _: @autoclosure @escaping () -> String, privacy: OSLogPrivacy = .private
    ) {}
}

public struct OSLogMessage: ExpressibleByStringInterpolation {
    public init(stringInterpolation: OSLogInterpolation) {}
    public init(stringLiteral: String) {}
}

public struct Logger: Sendable {
    public init(subsystem: String, category: String) {}
    public func warning(_: OSLogMessage) {}
}

// os/lock.h.
public struct os_unfair_lock_s {
    public init() {}
}
public typealias os_unfair_lock_t = UnsafeMutablePointer<os_unfair_lock_s>
public func os_unfair_lock_lock(_: os_unfair_lock_t) {}
public func os_unfair_lock_unlock(_: os_unfair_lock_t) {}
