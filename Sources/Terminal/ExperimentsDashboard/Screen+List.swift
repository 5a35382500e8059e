extension Screen {
    /// What the screen lists. A new screen is declared in `Screen`, and gets its list here.
    var list: any ScreenList {
        switch self {
        case .keys: KeyList(.all)
        case .missing: KeyList(.missing)
        case .incorrect: KeyList(.incorrect)
        case .overrides: KeyList(.overrides)
        case .experiments: ExperimentRowList()
        case .history: FetchList()
        case .apps: LinkedAppList()
        }
    }
}
