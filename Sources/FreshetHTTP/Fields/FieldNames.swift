package import HTTPTypes

// Names of fields that HTTPTypes does not know. The literals are valid names.
extension HTTPField.Name {
    package static let contentDigest = HTTPField.Name("Content-Digest")!
    package static let hostField = HTTPField.Name("Host")!
    package static let idempotencyKey = HTTPField.Name("Idempotency-Key")!
    package static let reprDigest = HTTPField.Name("Repr-Digest")!
    package static let uploadOffset = HTTPField.Name("Upload-Offset")!
    package static let wantReprDigest = HTTPField.Name("Want-Repr-Digest")!
}
