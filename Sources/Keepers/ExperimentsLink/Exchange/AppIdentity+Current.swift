import Foundation
import LinkProtocol

extension AppIdentity {
    /// The program that is running, as its bundle and its system describe it.
    ///
    /// - Parameters:
    ///   - app: the name that links are made for.
    ///   - installation: the identifier of this installation, the same at every start.
    public static func current(app: String, installation: String) -> AppIdentity {
        let bundle = Bundle.main.infoDictionary ?? [:]
        return AppIdentity(
            app: app, version: bundle["CFBundleShortVersionString"] as? String,
            build: bundle["CFBundleVersion"] as? String, system: system, device: machine, installation: installation)
    }

    private static var system: String {
        #if os(iOS)
        let name = "iOS"
        #elseif os(macOS)
        let name = "macOS"
        #elseif os(tvOS)
        let name = "tvOS"
        #elseif os(watchOS)
        let name = "watchOS"
        #elseif os(visionOS)
        let name = "visionOS"
        #else
        let name = "Linux"
        #endif
        let version = ProcessInfo.processInfo.operatingSystemVersion
        return "\(name) \(version.majorVersion).\(version.minorVersion).\(version.patchVersion)"
    }

    /// The kind of the device, such as `iPhone16,2` or `x86_64`. On a Mac, its processor.
    private static var machine: String? {
        var names = utsname()
        guard uname(&names) == 0 else { return nil }
        return withUnsafeBytes(of: &names.machine) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
    }
}
