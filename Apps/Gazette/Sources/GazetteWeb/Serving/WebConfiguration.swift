package import FeedEngine
import Foundation
import Freshet
package import Hosts
package import ReaderModels
package import ReaderStorage
package import WebTelemetry

/// The configuration of the web app.
package struct WebConfiguration: Sendable {
    /// The address to listen at: this machine alone by default.
    package var host = "127.0.0.1"
    /// The host names, without a port, at which a proxy on this machine serves the web app.
    ///
    /// They are answered besides those of this machine. A server at another address answers for all names.
    package var publicHosts: Set<String> = []
    /// The proxies whose reports about their clients are believed: address, scheme and host.
    package var trustedProxies = TrustedProxies.none
    /// The name of this process among several that serve the same readers; `nil` for one alone.
    package var process: ProcessName?
    /// The port to listen at; 0 chooses a free one.
    package var port = 8080
    /// How long a connection may wait for its client.
    package var connectionTimes = ConnectionTimes()
    /// The clients of the services.
    package var clients: ReaderClients
    /// Fetches the pictures: from public hosts by default.
    package var pictures = PictureSource(trusted: [], transport: DefaultTransport.shared)
    /// Requests the feeds of readers: from public hosts by default.
    package var feeds = FeedSource(trusted: [], transport: DefaultTransport.shared, cache: nil)
    /// The address of a list of feeds (OPML) to begin with; `nil` for none.
    package var sampleFeeds: String?
    /// The server that replaces the services, for the footer of each page; `nil` for none.
    package var serviceNote: String?
    /// The folder for the marks of visitors; `nil` keeps them in memory.
    package var dataFolder: DataFolder?
    /// The budgets of requests, which the clients have among their interceptors, and which are counted in the database.
    package var budgets: [RequestBudget] = []
    /// The database for the marks of visitors, instead of the folder, for several processes.
    package var database: SharedDatabase?
    /// How readers get accounts; `nil`, the default, for none.
    package var accounts: AccountSettings?
    /// What hashes the passwords of accounts.
    var passwords: any PasswordHashing = Argon2Queue()
    /// Returns the current time, for stored dates and for expiry.
    var now: @Sendable () -> Date = { Date() }
    /// The seconds that a page waits for its contents before it is sent without them.
    package var contentTimeout = 8.0
    /// The same for browsers with scripts, which complete the page as its contents come.
    package var scriptedContentTimeout = 0.25
    /// The seconds after which the beginning of a page is sent; parts that are still loading follow it.
    package var shellTimeout = 0.05
    /// How long further readers get a page that was just made; zero makes every page again.
    package var editionLifetime = Duration.seconds(1)
    /// The most open pages. A further one replaces the one that has had no reader for longest; while all
    /// are read, it gets `503` with `Retry-After`.
    package var pageLimit = 4000
    /// How long a page without a connected reader is kept, in seconds.
    package var grace = 20
    /// The most open streams. A browser has one for all its tabs.
    package var streamLimit = 4000
    /// The most open streams from one address. Clients of one proxy share it, unless the proxy is trusted.
    package var streamLimitPerAddress = 100

    /// Where requests are measured and traced; `nil` for nowhere.
    package var telemetry: WebTelemetry?

    /// Makes a configuration with the default limits.
    package init(clients: ReaderClients) {
        self.clients = clients
    }
}
