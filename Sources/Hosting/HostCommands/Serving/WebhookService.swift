// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HostingNotification
internal import ServiceLifecycle

/// A worker as part of a group of services: it ends at once when that is to end; what it was at is sent later.
struct WebhookService: Service {
    let worker: WebhookWorker

    func run() async throws { await cancelWhenGracefulShutdown { await worker.run() } }
}
