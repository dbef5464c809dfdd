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
    /// Where marks of visitors are kept; `nil` keeps them in memory.
    public var dataFolder: DataFolder?
    /// How long a page waits for its contents, in seconds, before it is sent as it stands.
    public var patience = 8.0
    /// The same for who has a script, which completes the page as its contents come.
    public var scriptedPatience = 0.25
    /// How many pages may be open at once; further ones are told to come back.
    public var pageLimit = 2000
    /// How long a page is kept for a reader who has not come yet, or has been lost, in seconds.
    public var grace = 20.0
    /// How often a stream says that it is there, so that lost readers are noticed.
    public var heartbeat = Duration.seconds(15)

    public init(clients: ReaderClients) {
        self.clients = clients
    }
}
