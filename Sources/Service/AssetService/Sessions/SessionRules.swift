// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import ServiceInterface
internal import TransferEngine

/// What may be asked of a background URL session.
enum SessionRules {
    /// Bytes of an identifier, and of an app's own text.
    static let largestText = 1024

    /// - Throws: `downloadInvalid`.
    static func check(_ key: SessionKey) throws(ServiceError) {
        guard !key.identifier.isEmpty, key.identifier.utf8.count <= largestText else {
            throw ServiceError(
                .downloadInvalid,
                "the identifier of a background session of \(key.bundleID) is empty, or has more than \(largestText) bytes",
                subject: key.identifier)
        }
    }

    /// Why a task cannot be begun; nil when it can.
    static func fault(of task: SessionTask, in key: SessionKey) -> FileFailure? {
        func fault(_ reason: String) -> FileFailure {
            FileFailure(cause: .badRequest, message: "task \(task.number) in \(key) cannot be begun: \(reason)")
        }
        guard task.kind != .unknown else { return fault("this service knows no task of its kind") }
        guard task.kind != .upload || task.uploadPath != nil else { return fault("an upload needs a file") }
        guard task.text?.utf8.count ?? 0 <= 64 << 10 else { return fault("its description has more than 64 KiB") }
        for number in [task.earliestBegin, task.priority] {
            guard number?.isFinite ?? true else { return fault("its earliest begin, or its priority, is no number") }
        }
        // That of the download that it goes on with was taken before.
        if task.resumeID != nil { return nil }
        do throws(TransferError) { _ = try TransferRequest(task.request, isForFile: false) } catch {
            return FileFailure(error)
        }
        return nil
    }
}
