// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// The state of a version of an asset pack (hosting-api 3.1). A failed version is never repeated: a new upload is a new version.
package enum VersionState: String, StateMachine {
    case awaitingUpload = "AWAITING_UPLOAD"
    case processing = "PROCESSING"
    case failed = "FAILED"
    case complete = "COMPLETE"

    package enum Event: String, CaseIterable, Sendable {
        /// The archive has been uploaded and committed.
        case commit
        /// It was read, and is valid.
        case accept
        /// It was read, and is not.
        case fail
    }

    package func state(after event: Event) -> VersionState? {
        switch (self, event) {
        case (.awaitingUpload, .commit): .processing
        case (.processing, .accept): .complete
        case (.processing, .fail): .failed
        default: nil
        }
    }
}
