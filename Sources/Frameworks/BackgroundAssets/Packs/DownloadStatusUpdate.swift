// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension AssetPackManager {
    /// Something that has happened to the download of an asset pack.
    public enum DownloadStatusUpdate: CustomStringConvertible, Sendable {
        /// The download has begun, or goes on after a pause.
        case began(AssetPack)
        /// The download waits.
        case paused(AssetPack)
        /// Bytes have arrived. Cancelling the progress cancels the download; pausing and resuming it pauses and resumes
        /// the download.
        case downloading(AssetPack, Progress)
        /// The pack is on this device.
        case finished(AssetPack)
        /// The download has ended without the pack.
        case failed(AssetPack, any Error)

        /// The pack it has happened to.
        package var assetPack: AssetPack {
            switch self {
            case .began(let pack), .paused(let pack), .downloading(let pack, _), .finished(let pack),
                .failed(let pack, _):
                pack
            }
        }

        /// Whether nothing further happens to this download.
        package var isFinal: Bool {
            switch self {
            case .finished, .failed: true
            case .began, .paused, .downloading: false
            }
        }

        public var description: String {
            switch self {
            case .began(let pack): "began \(pack.id)"
            case .paused(let pack): "paused \(pack.id)"
            case .downloading(let pack, let progress): "downloading \(pack.id): \(progress.fractionCompleted)"
            case .finished(let pack): "finished \(pack.id)"
            case .failed(let pack, let error): "failed \(pack.id): \(error)"
            }
        }
    }
}
