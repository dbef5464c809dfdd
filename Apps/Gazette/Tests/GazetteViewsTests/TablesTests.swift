import AppleUI
import Foundation
import Freshet
import FreshetCombine
import FreshetTesting
import ReaderModels
import Testing

@testable import GazetteViews

/// The UIKit screens on the stub.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct TablesTests {
    @Test("The users are found by the search controller, and one screen opens at a time, again and again (T71)")
    func users() async throws {
        let tools = try await Reader.tools()
        let controller = UsersTableController(tools)
        let navigation = UINavigationController(rootViewController: controller)
        controller.loadViewIfNeeded()
        try await Reader.wait { rows(of: controller) == 10 }

        let search = try #require(controller.navigationItem.searchController)
        search.searchBar.text = "bret"
        search.searchResultsUpdater?.updateSearchResults(for: search)
        #expect(rows(of: controller) == 1)

        let row = IndexPath(row: 0, section: 0)
        controller.tableView(controller.tableView, didSelectRowAt: row)
        controller.tableView(controller.tableView, didSelectRowAt: row)
        try await Reader.wait { navigation.viewControllers.count > 1 }
        #expect(navigation.viewControllers.count == 2)
        let pictures = try #require(navigation.topViewController as? PicturesTableController)
        pictures.loadViewIfNeeded()
        #expect(rows(of: pictures) == 50)

        navigation.popViewController(animated: false)
        controller.viewWillAppear(false)
        controller.tableView(controller.tableView, didSelectRowAt: row)
        try await Reader.wait { navigation.viewControllers.count > 1 }
        #expect(navigation.viewControllers.count == 2)
    }

    @Test func theIndicatorRunsWhileMoviesAreFetched() async throws {
        let gate = Gate()
        let page = #"{"page":1,"results":[{"id":1,"title":"A"}],"total_pages":1,"total_results":1}"#
        let controller = MoviesTableController(try tools(responding: .json(page), at: gate))
        controller.loadViewIfNeeded()
        #expect(controller.title == "Upcoming movies")
        try await Reader.wait { controller.indicator.isAnimating }
        #expect(rows(of: controller) == 0)
        gate.open()
        try await Reader.wait { !controller.indicator.isAnimating }
        #expect(rows(of: controller) == 1 && controller.presentedViewController == nil)
    }

    @Test func aFailureOfTheMoviesOpensAnAlert() async throws {
        let controller = MoviesTableController(try tools(responding: .status(404)))
        controller.loadViewIfNeeded()
        try await Reader.wait { controller.presentedViewController != nil }
        let alert = try #require(controller.presentedViewController as? UIAlertController)
        #expect(alert.title == "Error" && alert.actions.map(\.title) == ["OK"])
        try await Reader.wait { !controller.indicator.isAnimating }
    }

    @Test func aRowOfTheLabBindsItsLabelAndButtons() async throws {
        let gate = Gate()
        let response = #"{"categories":[{"idCategory":"1","strCategory":"Beef"}]}"#
        let model = MealsViewModel(try tools(responding: .json(response), at: gate).clients.meals)
        let cell = LabCell(model.categories) {}
        #expect(cell.status.text == "Tap to fetch" && cell.fetch.isEnabled && !cell.cancel.isEnabled)
        cell.fetch.sendActions(for: .touchUpInside)
        try await Reader.wait { cell.status.text == "Fetching..." }
        #expect(!cell.fetch.isEnabled && cell.cancel.isEnabled)
        cell.cancel.sendActions(for: .touchUpInside)
        try await Reader.wait { cell.fetch.isEnabled }
        #expect(cell.status.text == "Tap to fetch" && !cell.cancel.isEnabled)
        gate.open()
        cell.fetch.sendActions(for: .touchUpInside)
        try await Reader.wait { cell.status.text == "1 categories" && cell.fetch.isEnabled }
        #expect(!cell.cancel.isEnabled)
    }

    @Test("Tables are released while they load (T8)")
    func release() throws {
        let tools = try tools(responding: .status(404), at: Gate())
        weak var users: UIViewController?
        weak var movies: UIViewController?
        weak var lab: UIViewController?
        do {
            let controllers = [UsersTableController(tools), MoviesTableController(tools), LabTableController(tools)]
            for controller in controllers { controller.loadViewIfNeeded() }
            (users, movies, lab) = (controllers[0], controllers[1], controllers[2])
            #expect(users != nil && movies != nil && lab != nil)
        }
        #expect(users == nil && movies == nil && lab == nil)
    }

    @Test func theTabsHoldTheTables() async throws {
        let tools = try await Reader.tools()
        #expect(TablesController(tools).viewControllers?.count == 3)
        let lab = LabTableController(tools)
        lab.loadViewIfNeeded()
        #expect(rows(of: lab) == 4)
    }

    private func rows(of controller: UITableViewController) -> Int {
        controller.tableView(controller.tableView, numberOfRowsInSection: 0)
    }

    /// What screens are made with where every request has the same response, once a gate is open.
    private func tools(responding response: StubTransport.Response, at gate: Gate? = nil) throws -> ReaderTools {
        let transport = StubTransport { _ async throws(FetchError) in
            await gate?.wait()
            return response
        }
        return ReaderTools(try ReaderClients(ReaderSettings(), base: transport, cache: nil))
    }
}
