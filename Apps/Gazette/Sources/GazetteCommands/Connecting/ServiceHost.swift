/// The server that responds for a service.
enum ServiceHost: Equatable {
    case emulator
    case address(String)
    case service

    /// Decides by flags first, then by what is configured.
    init(for service: ReaderService, _ options: ServiceOptions, _ settings: Settings) {
        if options.emulator {
            self = .emulator
        } else if let address = options.baseURL ?? (options.live ? nil : settings.baseURLs[service]) {
            self = .address(service.completed(address))
        } else if options.live || settings.isLive || settings.keys[service] != nil {
            self = .service
        } else {
            self = .emulator
        }
    }

    /// The address that serves in the place of the service, pictures included; `nil` for the service itself.
    func address(ofEmulator emulator: String?) -> String? {
        switch self {
        case .emulator: emulator
        case .address(let address): address
        case .service: nil
        }
    }

    /// How it is called for people.
    var title: String {
        switch self {
        case .emulator: "emulator"
        case .address(let address): address
        case .service: "service"
        }
    }
}
