import Experiments
import ExperimentsLink

/// The shop's own service: it says what a real app would send to its analytics, and tells the server of its overrides, if
/// it has one.
final class ShopService: RemoteConfigService, @unchecked Sendable {
    var link: LinkedOverrideStore? { overrideStore as? LinkedOverrideStore }

    override func trackKeyNotFound(_ key: any RemoteKey) {
        ShopLog.print("missing    \(key.name)")
    }

    override func trackIncorrectValue(for key: any RemoteKey, value: String) {
        ShopLog.print("incorrect  \(key.name)  \"\(value)\"")
    }

    override func trackExposure(_ exposure: Exposure, of value: any ExperimentalGroupTrackable) {
        link?.report(exposure)
    }

    override func trackTypeMismatch(_ mismatch: ValueTypeMismatch) {
        link?.report(mismatch)
        super.trackTypeMismatch(mismatch)
    }
}
