// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

public import FoundationNetworking

// What Foundation's configurations have not got on Linux. In the configuration of another session it is told and not heeded, as on Apple's
// systems.
extension FoundationNetworking.URLSessionConfiguration {
    /// The configuration of a session whose tasks go on while the app is suspended, or has ended.
    ///
    /// - Parameter identifier: The app's own name for the session, by which it has it again after a launch; not empty.
    /// - Returns: One with the defaults of all others.
    public class func background(withIdentifier identifier: String) -> URLSessionConfiguration {
        let configuration = BackgroundConfiguration.make()
        configuration.identifier = identifier
        return configuration
    }

    private var background: BackgroundConfiguration? { self as? BackgroundConfiguration }

    /// Whether the app is woken when all tasks of the session have ended. It is, unless that is changed.
    public var sessionSendsLaunchEvents: Bool {
        get { background?.sendsLaunchEvents ?? false }
        set { background?.sendsLaunchEvents = newValue }
    }

    /// Whether tasks wait for a way to their server. Those of background sessions always do.
    public var waitsForConnectivity: Bool {
        get { background != nil }
        set {}
    }

    /// Whether networks that cost money are used.
    public var allowsExpensiveNetworkAccess: Bool {
        get { background?.allowsExpensive ?? true }
        set { background?.allowsExpensive = newValue }
    }

    /// Whether networks on which data is to be saved are used.
    public var allowsConstrainedNetworkAccess: Bool {
        get { background?.allowsConstrained ?? true }
        set { background?.allowsConstrained = newValue }
    }

    /// The group whose container the session's files are for. All that has come lies on the file system of the containers anyway.
    public var sharedContainerIdentifier: String? {
        get { background?.container }
        set { background?.container = newValue }
    }
}
