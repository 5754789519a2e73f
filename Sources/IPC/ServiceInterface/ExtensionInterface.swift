// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

package import AssetPackModel

/// `backgroundassets.v1.Extension`: served by a downloader extension on an inherited socket; the service calls it.
package enum ExtensionInterface {
    /// Whether the system may fetch this pack by itself.
    package struct ShouldDownload: ServiceMethod {
        package static let method = "backgroundassets.v1.Extension.ShouldDownload"
        package var pack: DownloadManifestEntry

        package init(pack: DownloadManifestEntry) { self.pack = pack }

        package struct Reply: Codable, Equatable, Sendable {
            package var download: Bool
            package init(download: Bool) { self.download = download }
        }
    }

    /// What is to be downloaded.
    package struct Downloads: ServiceMethod {
        package static let method = "backgroundassets.v1.Extension.Downloads"
        package var request: ContentRequest
        /// What BAManifestURL serves, in a file that goes when this is answered. Absolute.
        package var manifestPath: String
        /// Bytes that downloads which are not essential may still have; nil when there is no limit.
        package var remainingBytes: Int64?
        /// Bytes that essential downloads may still have; nil when there is no limit.
        package var remainingEssentialBytes: Int64?

        package init(
            request: ContentRequest, manifestPath: String, remainingBytes: Int64? = nil,
            remainingEssentialBytes: Int64? = nil
        ) {
            self.request = request
            self.manifestPath = manifestPath
            self.remainingBytes = remainingBytes
            self.remainingEssentialBytes = remainingEssentialBytes
        }

        package struct Reply: Codable, Equatable, Sendable {
            package var files: [FileDownload]
            /// How many the extension wants, when that is more than an app may have: then none of them is named.
            package var excessiveCount: Int?

            package init(files: [FileDownload], excessiveCount: Int? = nil) {
                self.files = files
                self.excessiveCount = excessiveCount
            }
        }
    }

    /// A download has ended with a file, which is there until the extension answers.
    package struct Finished: ServiceMethod {
        package static let method = "backgroundassets.v1.Extension.Finished"
        package typealias Reply = EmptyReply
        package var file: FileDownload
        /// Absolute.
        package var path: String

        package init(file: FileDownload, path: String) {
            self.file = file
            self.path = path
        }
    }

    /// A download has ended without a file.
    package struct Failed: ServiceMethod {
        package static let method = "backgroundassets.v1.Extension.Failed"
        package typealias Reply = EmptyReply
        package var file: FileDownload
        package var failure: FileFailure

        package init(file: FileDownload, failure: FileFailure) {
            self.file = file
            self.failure = failure
        }
    }

    /// The server of a download asks something that the app answers.
    package struct Challenged: ServiceMethod {
        package static let method = "backgroundassets.v1.Extension.Challenged"
        package var file: FileDownload
        package var challenge: Challenge

        package init(file: FileDownload, challenge: Challenge) {
            self.file = file
            self.challenge = challenge
        }

        package struct Reply: Codable, Equatable, Sendable {
            package var reply: ChallengeReply
            package init(reply: ChallengeReply) { self.reply = reply }
        }
    }
}
