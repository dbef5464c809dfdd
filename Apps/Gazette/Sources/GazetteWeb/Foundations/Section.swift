import ReaderModels

/// A section of the navigation.
typealias Section = ReaderSection
