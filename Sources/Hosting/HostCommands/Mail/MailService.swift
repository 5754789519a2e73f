// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import HostingNotification
internal import ServiceLifecycle

struct MailService: Service {
    let worker: MailWorker

    func run() async throws { await cancelWhenGracefulShutdown { await worker.run() } }
}
