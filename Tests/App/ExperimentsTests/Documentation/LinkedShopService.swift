import Experiments
import ExperimentsLink

final class LinkedShopService: RemoteConfigService, @unchecked Sendable {
    private var link: LinkedOverrideStore? { overrideStore as? LinkedOverrideStore }

    override func trackExposure(_ exposure: Exposure, of value: any ExperimentalGroupTrackable) {
        link?.report(exposure)
    }

    override func trackTypeMismatch(_ mismatch: ValueTypeMismatch) {
        link?.report(mismatch)
    }
}
