import FreshetTesting

extension Misbehaviour {
    /// What may come of it: `a value`, or the code of an error.
    var outcomes: Set<String> {
        switch self {
        case .closedBeforeTheHead, .resetBeforeTheHead, .closedInTheHead, .resetInTheHead, .resetAfterTheHead,
            .closedInTheBody, .resetInTheBody, .lengthTooLong, .chunkCutOff, .lastChunkMissing:
            ["connection_lost"]
        case .resetAfterTheBody: ["a value", "connection_lost"]
        case .closedBeforeReuse, .lengthTooShort, .duplicateHeaders, .duplicateKeys: ["a value"]
        case .negativeLength, .lengthInWords, .lengthOutOfRange, .twoLengths, .lengthBesideChunks, .chunkWithoutSize,
            .chunkSizeOutOfRange, .chunkTooLong, .headerWithoutColon, .headerWithoutName, .blankInHeaderName,
            .zeroByteInHeader, .foldedHeader, .garbageStatusLine, .statusInWords, .statusOutOfRange, .statusZero,
            .unknownVersion, .http09, .switchedProtocol:
            ["protocol_violation"]
        case .gzipInName, .gzipCutOff, .gzipChecksumWrong, .gzipWithSurplus, .deflateCutOff: ["content_coding"]
        case .enormousLength, .hugeHeader, .endlessHeader, .endlessHeaders, .floodOfInterimResponses, .endlessBody,
            .endlessChunks, .gzipBomb, .deflateBomb, .gzipBombBeforeTheClose, .endlessTrailers, .endlessStatusLine,
            .endlessBlankLines:
            ["too_large"]
        case .endlessChunkExtension, .silence, .silenceInTheHead, .silenceInTheBody:
            ["timed_out.idle"]
        case .drippingHead, .drippingBody: ["timed_out.call"]
        case .bodyWithNoContent: ["decoding"]
        case .bodyWithNotModified: ["status.304"]
        case .endlessErrorPage: ["status.500"]
        case .redirectWithoutTarget: ["status.302"]
        case .endlessRedirectPages, .redirectLoop, .redirectChain: ["redirect.too_many"]
        case .redirectToFTP, .redirectToFile, .redirectToScript, .redirectToData, .redirectWithPassword,
            .redirectToNonsense, .redirectToTwoAddresses:
            ["redirect.forbidden"]
        case .brokenUTF8, .deeplyNestedJSON, .numbersOutOfRange, .wrongTypes, .truncatedJSON, .htmlCalledJSON,
            .emptyBody:
            ["decoding"]
        case .htmlPage: ["wrong_content"]
        }
    }
}
