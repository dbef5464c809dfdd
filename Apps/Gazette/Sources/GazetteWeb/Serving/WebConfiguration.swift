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
    /// The same for who has a script, which completes the page as its contents come.
    public var scriptedPatience = 0.25
    /// How many pages may be open at once. One more takes the place of the one that was left alone the longest; while all
    /// are read, it is told to come back.
    public var pageLimit = 4000
    /// How long a page is kept for a reader who has not come yet, or has been lost, in seconds.
    public var grace = 20
    /// How many streams may be open at once. A browser has one, however many tabs.
    public var streamLimit = 4000
    /// How many streams may be open at once from one address. Those behind a proxy share one.
    public var streamLimitPerAddress = 100

    /// Where everything is counted.
    public var metrics = WebMetrics()

    public init(clients: ReaderClients) {
        self.clients = clients
    }
}
