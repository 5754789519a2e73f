// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

/// The state of a file that is uploaded for a version.
package enum UploadFileState: String, StateMachine {
    case awaitingUpload = "AWAITING_UPLOAD"
    case uploadComplete = "UPLOAD_COMPLETE"
    case complete = "COMPLETE"
    case failed = "FAILED"

    package enum Event: String, CaseIterable, Sendable {
        /// All its bytes are there, and are what was announced.
        case commit
        /// It was read, and is valid.
        case accept
        /// It was read, and is not.
        case fail
    }

    package func state(after event: Event) -> UploadFileState? {
        switch (self, event) {
        case (.awaitingUpload, .commit): .uploadComplete
        case (.uploadComplete, .accept): .complete
        case (.uploadComplete, .fail): .failed
        default: nil
        }
    }
}
