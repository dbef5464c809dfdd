import Foundation
import Freshet
import FreshetCombine
import FreshetTesting
import HackerNews
import JSONPlaceholder
import NewsAPI
import ReaderModels
import TMDb
import Testing
import TheMealDB

/// The texts of rows, facts and headings.
@Suite(.timeLimit(.minutes(2)))
struct TextsTests {
    private static let english = Locale(identifier: "en_US")
    private static let now = Date(timeIntervalSince1970: 1_700_000_300)

    private func decode<API: Service, Value: Decodable>(_ service: API, _ json: String) throws -> Value {
        try service.decode(Value.self, from: Data(json.utf8))
    }

    @Test(
        "Counts",
        arguments: [
            (CountText.articles(1), "1 article"), (CountText.sources(2), "2 sources"),
            (CountText.people(1), "1 person"),
            (CountText.people(0), "0 people"), (CountText.albums(10), "10 albums"),
            (CountText.comments(1), "1 comment"), (CountText.points(-1), "-1 points"), (CountText.new(5), "5 new"),
            (CountText.missingComments(1), "1 comment could not be loaded."),
            (CountText.missingPictures(2), "2 pictures could not be loaded."),
        ])
    func counts(text: String, expected: String) {
        #expect(text == expected)
    }

    @Test func datesAreInTheMediumStyle() {
        let date = Date(timeIntervalSince1970: 1_773_446_400)
        #expect(DateText.medium(date, locale: Self.english, in: .gmt) == "Mar 14, 2026")
        #expect(DateText.release(date, locale: Self.english) == "Mar 14, 2026")
        #expect(DateText.ago(date, now: date) == "just now")
        #expect(DateText.ago(date, now: date.addingTimeInterval(7200)) == "2 h ago")
    }

    @Test func sectionsHaveTitlesAndSymbolsOfTheirOwn() {
        #expect(Set(ReaderSection.allCases.map(\.title)).count == ReaderSection.allCases.count)
        #expect(Set(ReaderSection.allCases.map(\.symbol)).count == ReaderSection.allCases.count)
        #expect(ArticlesViewModel.Section.picked.map(\.title) == ["Latest", "Search", "Category"])
        #expect(ArticlesViewModel.Section.source.title == "Articles")
    }

    @Test func theBoxOfAPictureSwingsUnlessSomebodyWantsLessMotion() {
        #expect(PictureBox.degrees(isSwung: false, reducesMotion: false) == -60)
        #expect(PictureBox.degrees(isSwung: true, reducesMotion: false) == 60)
        #expect(PictureBox.degrees(isSwung: true, reducesMotion: true) == 0)
        #expect(PictureBox.widthShare == 0.75 && PictureBox.aspectRatio * 0.6 == 1 && PictureBox.swingSeconds == 1)
    }

    @Test func anArticleShowsItsOutletAndDay() throws {
        let news = NewsAPI(apiKey: nil)
        let article: NewsAPI.Article = try decode(
            news,
            #"{"source":{"name":"CNN"},"publishedAt":"2026-03-14T12:00:00Z","url":"https://a.example/?utm_source=x"}"#)
        #expect(article.rowFacts(locale: Self.english, in: .gmt) == "CNN · Mar 14, 2026")
        #expect(article.readingLink?.absoluteString == "https://a.example/")
        let bare: NewsAPI.Article = try decode(news, #"{"source":{}}"#)
        #expect(bare.rowFacts() == "" && bare.readingLink == nil)
        #expect(NewsAPI.Category.science.title == "Science")
    }

    @Test func aSourceIsCalledByWhatItHas() throws {
        let news = NewsAPI(apiKey: nil)
        let source: NewsAPI.Source = try decode(
            news,
            #"{"id":"cnn","name":"The CNN","category":"general","country":"us","url":"https://www.cnn.example"}"#)
        #expect(source.displayName == "The CNN" && source.initials == "C" && source.screenTitle == "cnn")
        #expect(source.facts == "United States · General" && source.linkText == "www.cnn.example")
        let bare: NewsAPI.Source = try decode(news, "{}")
        #expect(bare.displayName == "Unnamed" && bare.screenTitle == "Unnamed" && bare.initials == "")
        #expect(bare.facts == "" && bare.linkText == "Unnamed")
    }

    @Test func aMovieShowsItsScoreOnlyOnceItHasVotes() throws {
        let movie: TMDb.Movie = try decode(
            TMDb(nil), #"{"id":1,"title":"A","vote_average":7.4,"vote_count":3,"release_date":"2026-03-14"}"#)
        #expect(movie.scoreBand == .yellow && movie.scoreShare == 0.74 && movie.scoreLabel == "Rated 74%")
        #expect(movie.releaseText(locale: Self.english) == "Mar 14, 2026" && movie.posterLabel == "Poster of A")
        #expect(movie.rowFacts(locale: Self.english) == "Mar 14, 2026 · 74%")
        let bare: TMDb.Movie = try decode(TMDb(nil), #"{"id":1,"vote_average":7.4}"#)
        #expect(bare.scoreBand == nil && bare.releaseText() == nil && bare.rowFacts() == "")
        #expect(bare.directorsText == nil && bare.companiesText == nil && bare.languagesText == nil)
        #expect(bare.leadingCast.isEmpty && bare.leadingReviews.isEmpty && bare.recommendedMovies.isEmpty)
    }

    @Test func theDetailsOfAMovieNameWhoMadeIt() throws {
        let movie: TMDb.Movie = try decode(
            TMDb(nil),
            #"""
            {"id":1,"title":"A","production_companies":[{"id":1,"name":"X"},{"id":2,"name":"Y"}],
             "spoken_languages":[{"iso_639_1":"de","english_name":"German"},{"iso_639_1":"xx"}],
             "credits":{"cast":[{"id":1,"name":"P","character":"Q"},{"id":2,"name":"R"}],
              "crew":[{"id":3,"name":"D","job":"Director"},{"id":4,"name":"E","job":"Editor"},{"id":5,"name":"F"}]},
             "videos":{"results":[{"key":"k","site":"YouTube","name":"T"},{"key":"k","site":"Vimeo"}]},
             "reviews":{"results":[{"id":"r","author":"jl","content":"One.\n\nTwo.","author_details":{"rating":1e300}},
              {"id":"s","author":"mk","content":"","author_details":{"rating":7.9}},{"id":"t"}]}}
            """#)
        #expect(movie.directorsText == "Directed by D" && movie.companiesText == "X, Y")
        #expect(movie.languagesText == "German, xx")
        #expect(movie.leadingCast.map(\.role) == ["Q", ""] && movie.leadingCrew.map(\.role) == ["Editor", ""])
        #expect(movie.playableVideos.map(\.name) == ["T"])
        #expect(movie.leadingReviews.map(\.heading) == ["jl: 10 of 10", "mk: 7 of 10", "Anonymous"])
        #expect(movie.leadingReviews[0].paragraphs.map(\.text) == ["One.", "Two."])
        #expect(movie.leadingReviews[0].paragraphs.map(\.numbered) == ["1. One.", "2. Two."])
    }

    @Test func storiesAndHitsTellTheSameFacts() throws {
        let story: HackerNews.Item = try decode(
            HackerNews(),
            #"{"id":1,"type":"story","title":"A","by":"jl","score":1,"descendants":2,"time":1700000000,"url":"https://a.example/?utm_x=1"}"#
        )
        #expect(story.facts(now: Self.now) == "1 point · by jl · 5 min · 2 comments")
        #expect(story.badge(in: .gmt) == "22:13" && story.rowTitle == "A" && story.screenTitle == "A")
        #expect(story.readingLink?.absoluteString == "https://a.example/")
        let comment: HackerNews.Item = try decode(
            HackerNews(), #"{"id":2,"type":"comment","text":"First.<p>Second.","by":"mk","time":1700000000,"score":4}"#)
        #expect(comment.rowTitle == "First." && comment.screenTitle == "Comment by mk")
        #expect(comment.commentFacts(now: Self.now) == "mk · 5 min" && comment.optionText == "First. Second.: 4 points")
        #expect(comment.numberedParagraphs.map(\.id) == [0, 1])
        let bare: HackerNews.Item = try decode(HackerNews(), #"{"id":3}"#)
        #expect(bare.screenTitle == "Comment by nobody" && bare.badge() == nil && bare.facts(now: Self.now) == "")
        let hit: HackerNewsSearch.Hit = try decode(
            HackerNewsSearch(), #"{"objectID":"1","author":"jl","points":2,"num_comments":1,"created_at_i":1700000000}"#
        )
        #expect(hit.facts(now: Self.now) == "2 points · by jl · 5 min · 1 comment")
    }

    @Test func aTextKeepsItsLinksWithoutTrackersAndItsEmphasis() throws {
        let item: HackerNews.Item = try decode(
            HackerNews(), #"{"id":1,"text":"a <i>b</i> <a href=\"https://a.example/?utm_x=1\">c</a>"}"#)
        guard case .text(let runs)? = item.paragraphs.first else {
            Issue.record("There is no text.")
            return
        }
        #expect(runs.map(\.isEmphasised).contains(true))
        #expect(runs.last?.attributed.link?.absoluteString == "https://a.example/")
        #expect(runs.first?.attributed.link == nil)
        #expect(runs.map { String($0.attributed.characters) } == runs.map(\.text))
    }

    @Test func aUserShowsKarmaAndSince() throws {
        let user: HackerNews.User = try decode(HackerNews(), #"{"id":"jl","karma":7,"created":1173923446}"#)
        #expect(user.facts == "7 karma · since Mar 15, 2007" && user.numberedParagraphs.isEmpty)
        let other: HackerNews.User = try decode(HackerNews(), #"{"id":"jl","karma":31877}"#)
        #expect(other.karmaText == "31,877 karma")
        let bare: HackerNews.User = try decode(HackerNews(), #"{"id":"jl"}"#)
        #expect(bare.facts == "0 karma" && bare.sinceText == nil)
    }

    @Test func aMealShowsItsFactsIngredientsAndSteps() throws {
        let meal: TheMealDB.Meal = try decode(
            TheMealDB(),
            #"""
            {"idMeal":"1","strMeal":"Soup","strCategory":"Starter","strTags":"Hot, Fast","strIngredient1":"Salt",
             "strMeasure1":"1 tsp","strIngredient2":"Salt","strInstructions":"Boil.\nBoil.","strSource":"https://s.example/1"}
            """#)
        #expect(meal.facts == "Starter · Hot · Fast" && meal.pictureLabel == "Picture of Soup")
        #expect(meal.numberedPortions.map(\.text) == ["Salt: 1 tsp", "Salt"])
        #expect(meal.numberedSteps.map(\.numbered) == ["1. Boil.", "2. Boil."])
        #expect(meal.sourceText == "s.example")
    }

    @Test func aPersonHasTheAlbumThatIsChosenElseTheFirst() {
        let albums = [1, 2].map {
            JSONPlaceholder.FilledAlbum(album: .init(id: $0, userId: 1, title: "\($0)"), photos: [])
        }
        let user = JSONPlaceholder.User(id: 1, name: "Ann Lee", username: "ann", email: "a@a.example")
        let person = JSONPlaceholder.Person(user: user, albums: albums)
        #expect(person.album(2)?.id == 2 && person.album(9)?.id == 1 && person.album(nil)?.id == 1)
        #expect(person.facts == "Ann Lee · a@a.example · 2 albums" && person.details == "Ann Lee · a@a.example")
        let poor = JSONPlaceholder.Person(user: user, albums: [])
        #expect(poor.album(1) == nil && poor.noAlbumsText == "ann has no albums.")
    }

    @Test func searchesSayWhatTheyDidNotFind() {
        #expect(SearchTexts.movies.empty("ab") == "No movie matches “ab”. Try fewer words.")
        #expect(SearchTexts.meals.empty("ab") == "No meal matches “ab”. Try fewer letters.")
        #expect(SearchTexts.hackerNews.empty("a").hasPrefix("Nothing matches “a”."))
    }
}
