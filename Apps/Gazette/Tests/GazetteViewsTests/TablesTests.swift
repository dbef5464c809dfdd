import AppleUI
import Foundation
import Freshet
import FreshetCombine
import ReaderModels
import Testing

@testable import GazetteViews

/// The UIKit screens on the stub.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct TablesTests {
    @Test("The users are found by the search controller, and one screen opens at a time, again and again (T71)")
    func users() async throws {
        try await Reader.run { tools, _ in
            let controller = UsersTableController(tools)
            let navigation = UINavigationController(rootViewController: controller)
            controller.loadViewIfNeeded()
            await Reader.wait { rows(of: controller) == 10 }

            let search = try #require(controller.navigationItem.searchController)
            search.searchBar.text = "bret"
            search.searchResultsUpdater?.updateSearchResults(for: search)
            #expect(rows(of: controller) == 1)

            let row = IndexPath(row: 0, section: 0)
            controller.tableView(controller.tableView, didSelectRowAt: row)
            controller.tableView(controller.tableView, didSelectRowAt: row)
            await Reader.wait { navigation.viewControllers.count > 1 }
            #expect(navigation.viewControllers.count == 2)
            let pictures = try #require(navigation.topViewController as? PicturesTableController)
            pictures.loadViewIfNeeded()
            #expect(rows(of: pictures) == 50)
        }
    }

    @Test func theIndicatorRunsWhileMoviesAreFetched() async throws {
        try await Reader.run { tools, _ in
            let controller = MoviesTableController(tools)
            controller.loadViewIfNeeded()
            await Reader.wait { controller.indicator.isAnimating }
            await Reader.wait { !controller.indicator.isAnimating }
            #expect(rows(of: controller) > 0)
            #expect(controller.title == "Upcoming movies")
        }
    }

    @Test func aFailureOfTheMoviesOpensAnAlert() async throws {
        var settings = ReaderSettings()
        settings.emulator = "http://127.0.0.1:1"
        var clients = try ReaderClients(settings)
        clients.movies = try ReaderClients(settings, base: Offline()).movies
        let controller = MoviesTableController(ReaderTools(clients))
        controller.loadViewIfNeeded()
        await Reader.wait { controller.presentedViewController != nil }
        let alert = try #require(controller.presentedViewController as? UIAlertController)
        #expect(alert.title == "Error" && alert.actions.map(\.title) == ["Try again", "OK"])
        await Reader.wait { !controller.indicator.isAnimating }
    }

    @Test func aRowOfTheLabBindsItsLabelAndButtons() async throws {
        try await Reader.run { tools, _ in
            let model = MealsViewModel(tools.clients.meals)
            let cell = LabCell(model.categories) {}
            #expect(cell.status.text == "Tap to fetch" && cell.fetch.isEnabled && !cell.cancel.isEnabled)
            cell.fetch.sendActions(for: .touchUpInside)
            await Reader.wait { cell.status.text == "Fetching..." }
            #expect(!cell.fetch.isEnabled && cell.cancel.isEnabled)
            await Reader.wait { cell.fetch.isEnabled }
            #expect(cell.status.text?.hasSuffix(" categories") == true && !cell.cancel.isEnabled)
        }
    }

    @Test func theTabsHoldTheTables() async throws {
        try await Reader.run { tools, _ in
            #expect(TablesController(tools).viewControllers?.count == 3)
            let lab = LabTableController(tools)
            lab.loadViewIfNeeded()
            #expect(rows(of: lab) == 4)
        }
    }

    private func rows(of controller: UITableViewController) -> Int {
        controller.tableView(controller.tableView, numberOfRowsInSection: 0)
    }

    /// A transport without a network.
    private struct Offline: Transport {
        func send(_ request: TransportRequest) async throws(FetchError) -> TransportResponse {
            throw FetchError(.invalidRequest("there is no network in this test"))
        }
    }
}
