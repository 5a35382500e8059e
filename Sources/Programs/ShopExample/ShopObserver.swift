import Experiments
import ExperimentsLink

/// Prints the events that a real app would send to its analytics. If the shop is linked, also reports them to the
/// server of its overrides.
struct ShopObserver: ExperimentsObserver {
    let link: LinkedOverrideStore?

    func didMiss(_ key: any RemoteKey) {
        ShopLog.print("missing    \(key.name)")
    }

    func didRefuse(_ key: any RemoteKey, _ problem: IncorrectValue, by supplier: ValueSupplier) {
        ShopLog.print("incorrect  \(key.name)  \"\(problem.found)\"")
    }

    func didExpose(_ exposure: Exposure) {
        link?.report(exposure)
    }

    func didMisread(_ mismatch: ValueTypeMismatch) {
        link?.report(mismatch)
    }
}
