public import Freshet
public import ReaderModels

/// What the web app is told.
public struct WebConfiguration: Sendable {
    /// The address to listen at: this machine alone, unless told.
    public var host = "127.0.0.1"
    /// The port to listen at; 0 takes any that is free.
    public var port = 8080
    /// The clients of the services.
    public var clients: ReaderClients
    /// Origins whose pictures are asked whatever their address is, through ``pictureTransport``.
    public var trustedPictureOrigins: Set<String> = []
    public var pictureTransport: any Transport = DefaultTransport.shared
    /// Who answers in place of the services, for the foot of each page; `nil` says nothing.
    public var answerer: String?
    /// How long a page waits for its contents, in seconds, before it is sent as it stands.
    public var patience = 8.0
    /// How many pages may be made at once; further ones are told to come back.
    public var pageLimit = 2000

    public init(clients: ReaderClients) {
        self.clients = clients
    }
}
