// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import AssetPackModel
internal import Foundation
internal import ServiceInterface
internal import TransferEngine

/// What may be scheduled, and by whom.
enum FileRules {
    static let priorities = -100...100
    /// Bytes: a pebibyte, which is more than any file has.
    static let largestSize: Int64 = 1 << 50
    /// Characters of a name that an error repeats.
    private static let longestQuotation = 200

    /// - Throws: `downloadInvalid` for what can never be downloaded.
    static func check(_ file: FileDownload, of bundleID: String) throws(ServiceError) {
        func invalid(_ reason: String) -> ServiceError {
            ServiceError(
                .downloadInvalid,
                "the download \(quoted(file.identifier)) of \(bundleID) cannot be scheduled: \(reason)",
                subject: String(file.identifier.prefix(longestQuotation)))
        }
        guard UUID(uuidString: file.id) != nil else { throw invalid("its unique identifier is no UUID") }
        guard !file.identifier.isEmpty, file.identifier.utf8.count <= FileDownload.longestIdentifier else {
            throw invalid("an identifier has 1 to \(FileDownload.longestIdentifier) bytes")
        }
        guard priorities.contains(file.priority) else {
            throw invalid("a priority is between \(priorities.lowerBound) and \(priorities.upperBound)")
        }
        guard file.fileSize >= 0 else { throw invalid("its file size is negative") }
        guard file.fileSize <= largestSize else {
            throw invalid("its file size is \(file.fileSize) bytes, and no file has more than \(largestSize)")
        }
        guard file.fileSize > 0 || !file.essential else {
            throw invalid("the file size of an essential download must be known, exactly")
        }
        guard IdentifierRule.allows(file.groupID) else {
            throw invalid(
                "\(quoted(file.groupID)) is no app group: letters, digits, '.', '-' and '_' make one")
        }
        do throws(TransferError) { _ = try TransferRequest(file.request) } catch { throw invalid(error.description) }
    }

    private static func quoted(_ name: String) -> String {
        let beginning = String(name.prefix(longestQuotation))
        return beginning.debugDescription + (beginning.utf8.count < name.utf8.count ? "…" : "")
    }

    /// - Throws: `downloadEssentialDownloadNotPermitted`.
    static func checkScheduling(_ file: FileDownload, of bundleID: String) throws(ServiceError) {
        guard file.essential else { return }
        throw ServiceError(
            .essentialDownloadNotPermitted,
            "the download \(file.identifier.debugDescription) of \(bundleID) is essential, and only the set that an extension "
                + "returns for an installation or update may have such: schedule removingEssential() of it",
            subject: file.identifier)
    }
}
