// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import DownloadScheduler
internal import ServiceInterface

extension DownloadObstacle {
    /// When it is gone.
    var end: String {
        switch self {
        case .connection: "the network is back, or another proxy is set (`ba settings proxy`)"
        case .room: "something has gone from the disk (`ba storage` shows what can go)"
        case .trust: "its server's certificate is trusted (`ba trust FILE`)"
        }
    }
}

extension FileFailure.Cause {
    /// What it was that stood in the way, where it shows when that is gone.
    var obstacle: DownloadObstacle? {
        switch self {
        case .cannotConnect, .cannotFindHost, .timedOut, .proxy: .connection
        case .outOfSpace: .room
        case .untrusted: .trust
        default: nil
        }
    }

    /// What would let something go on that failed so, and is tried again.
    var endsWhen: String {
        switch self {
        case .cannotConnect, .cannotFindHost, .timedOut:
            "the server is reached: at the next attempt, or as soon as the network is back"
        case .proxy:
            "the proxy makes a way to the server: at the next attempt, or as soon as another one is set "
                + "(`ba settings proxy`) or the network is back"
        case .outOfSpace:
            "there is room on the disk: `ba storage` shows what can go; it goes on as soon as something has gone"
        case .notFound, .badStatus: "the server answers with what is asked for, at the next attempt"
        case .changed, .sizeDiffers: "the server sends all of it, and unchanged, at the next attempt"
        case .authenticationRequired: "its app, or its extension, answers what the server asks"
        default: "the next attempt succeeds"
        }
    }
}
