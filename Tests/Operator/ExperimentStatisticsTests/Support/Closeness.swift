import Foundation

/// Whether two numbers agree to within a relative error, or within an absolute one where that is more.
func agree(_ value: Double, _ reference: Double, relative: Double, absolute: Double = 0) -> Bool {
    if value == reference || (value.isNaN && reference.isNaN) { return true }
    return abs(value - reference) <= max(relative * abs(reference), absolute)
}
