extension [Double] {
    /// The first place whose number is far enough; the numbers are in order.
    func firstPlace(where isFarEnough: (Double) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if isFarEnough(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
