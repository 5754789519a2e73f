// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import ServiceInterface
internal import TransferEngine

extension TransferRequest {
    /// What an app asks for.
    ///
    /// - `isForFile`: whether the answer is to have a body to keep.
    /// - Throws: `invalidURL`, `invalidRequest`.
    init(_ request: FileRequest, isForFile: Bool = true) throws(TransferError) {
        try self.init(
            HTTPAddress(request.url), method: request.method,
            headers: request.headers.map { HTTPField(name: $0.name, value: $0.value) }, body: Array(request.body),
            isForFile: isForFile)
    }
}
