import ActiveConfiguration

// The snippets of the pages of this library, as they stand there; a test sees to it that none is absent.

private func firstRead(_ template: UserURLTemplate, folder: String, initialFile: String) -> Bool {
    let activeConfig = ActiveConfig(
        downloader: URLActiveConfigDownloader(template),
        store: FileActiveConfigStore(folder: folder),
        bootstrapped: BootstrappedActiveConfig(path: initialFile))

    let isEnabled = activeConfig["AppFeatures"]?.bool(forKey: "SomeFeatureEnabled") ?? false
    return isEnabled
}
