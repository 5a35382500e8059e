extension RandomAccessCollection {
    /// Returns the index of the first element that meets a condition, by binary search; `endIndex` if there is none.
    ///
    /// All elements after it must meet the condition, too. It is the function of swift-algorithms, which apps would
    /// otherwise have to resolve.
    @inlinable
    package func partitioningIndex(where meets: (Element) -> Bool) -> Index {
        var (low, count) = (startIndex, count)
        while count > 0 {
            let half = count / 2
            let middle = index(low, offsetBy: half)
            if meets(self[middle]) {
                count = half
            } else {
                low = index(after: middle)
                count -= half + 1
            }
        }
        return low
    }
}
