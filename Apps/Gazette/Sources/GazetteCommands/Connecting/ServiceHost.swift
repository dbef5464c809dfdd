/// The server that responds for a service.
enum ServiceHost: Equatable {
    case emulator
    case address(String)
    case service

    /// Chooses the server: by the flags of the command first, then by the settings.
    init(for service: ReaderService, _ options: ServiceOptions, _ settings: Settings) {
        if options.emulator {
            self = .emulator
        } else if let address = options.baseURL ?? (options.live ? nil : settings.baseURLs[service]) {
            self = .address(service.completed(address))
        } else if options.live || settings.isLive || settings.hasRealKey(for: service) {
            self = .service
        } else {
            self = .emulator
        }
    }

    /// Whether the emulator runs for its sites with feeds: unless an option, a setting or a key chooses real services.
    static func emulatesFeeds(_ options: ServiceOptions, _ settings: Settings) -> Bool {
        if options.emulator { return true }
        return !options.live && options.baseURL == nil && !settings.isLive
            && !ReaderService.allCases.contains(where: settings.hasRealKey)
    }

    /// The address of the server that replaces the service, pictures included; `nil` for the service itself.
    func address(ofEmulator emulator: String?) -> String? {
        switch self {
        case .emulator: emulator
        case .address(let address): address
        case .service: nil
        }
    }

    /// The name of the server that is shown to users.
    var title: String {
        switch self {
        case .emulator: "emulator"
        case .address(let address): address
        case .service: "service"
        }
    }
}
