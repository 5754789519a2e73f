// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import FoundationNetworking
internal import ServiceInterface

/// A download of what a URL request answers; its file is kept in an app group's container.
// @unchecked Sendable: every stored property is a constant.
public class BAURLDownload: BADownload, @unchecked Sendable {
    /// What is asked for; only https is allowed.
    package let request: URLRequest
    /// Bytes of the file; 0 when they are not known.
    package let fileSize: Int
    /// The group whose container gets the file.
    package let applicationGroupIdentifier: String

    /// Describes a download.
    ///
    /// - Parameters:
    ///   - identifier: the app's own name for it. A second one with the same name is refused while the first is
    ///     scheduled.
    ///   - request: what is asked for, by https. Its URL, method, header fields and body (`httpBody`) count. The rest is
    ///     left to the system, which carries the download out, perhaps after this process has ended: `cachePolicy`,
    ///     `timeoutInterval`, `allowsCellularAccess` and its like, `networkServiceType` and `httpShouldHandleCookies` have
    ///     no effect. A body that is a stream cannot be scheduled.
    ///   - essential: whether the app cannot be launched without it. Only the set that an extension returns for an
    ///     installation or update may have such downloads.
    ///   - fileSize: bytes of the file. An essential download of another size fails.
    ///   - applicationGroupIdentifier: a group that the app and its extension share.
    ///   - priority: its place among the app's downloads.
    public init(
        identifier: String, request: URLRequest, essential: Bool, fileSize: Int, applicationGroupIdentifier: String,
        priority: BADownload.Priority
    ) {
        self.request = request
        self.fileSize = fileSize
        self.applicationGroupIdentifier = applicationGroupIdentifier
        super.init(
            identifier: identifier, uniqueIdentifier: UUID().uuidString, priority: priority, isEssential: essential,
            state: .created)
    }

    /// Describes a download that is not essential, of default priority.
    public convenience init(
        identifier: String, request: URLRequest, fileSize: Int, applicationGroupIdentifier: String
    ) {
        self.init(
            identifier: identifier, request: request, essential: false, fileSize: fileSize,
            applicationGroupIdentifier: applicationGroupIdentifier, priority: .default)
    }

    /// Describes a download that is not essential, of default priority and unknown size.
    public convenience init(identifier: String, request: URLRequest, applicationGroupIdentifier: String) {
        self.init(
            identifier: identifier, request: request, essential: false, fileSize: 0,
            applicationGroupIdentifier: applicationGroupIdentifier, priority: .default)
    }

    /// Describes a download that is not essential, of unknown size.
    public convenience init(
        identifier: String, request: URLRequest, applicationGroupIdentifier: String, priority: BADownload.Priority
    ) {
        self.init(
            identifier: identifier, request: request, essential: false, fileSize: 0,
            applicationGroupIdentifier: applicationGroupIdentifier, priority: priority)
    }

    /// A download as the system tells of it.
    required init(_ file: FileDownload, state: BADownload.State) {
        request = URLRequest(file.request)
        fileSize = Int(clamping: file.fileSize)
        applicationGroupIdentifier = file.groupID
        super.init(
            identifier: file.identifier, uniqueIdentifier: file.id, priority: Priority(file.priority),
            isEssential: file.essential, state: state)
    }

    required init(removingEssentialFrom download: BADownload) {
        // `removingEssential` makes a download of its own kind.
        let original = download as? BAURLDownload
        request = original?.request ?? URLRequest(url: URL(fileURLWithPath: "/"))
        fileSize = original?.fileSize ?? 0
        applicationGroupIdentifier = original?.applicationGroupIdentifier ?? ""
        super.init(removingEssentialFrom: download)
    }

    /// Reads an archived download: the URL, method, headers and body of its request.
    public required init?(coder: NSCoder) {
        guard let address = coder.decodeObject(of: NSString.self, forKey: "url"),
            let url = URL(string: String(describing: address)),
            let group = coder.decodeObject(of: NSString.self, forKey: "group")
        else { return nil }
        var request = URLRequest(url: url)
        // Asked for what an archive lacks, Foundation's decoder here gives up on the whole archive.
        if coder.containsValue(forKey: "method") {
            guard let method = coder.decodeObject(of: NSString.self, forKey: "method") else { return nil }
            request.httpMethod = String(describing: method)
        }
        if coder.containsValue(forKey: "headers") {
            guard let headers = coder.decodeObject(of: NSData.self, forKey: "headers"),
                let fields = try? JSONDecoder().decode([String: String].self, from: Data(referencing: headers))
            else { return nil }
            request.allHTTPHeaderFields = fields
        }
        if coder.containsValue(forKey: "body") {
            guard let body = coder.decodeObject(of: NSData.self, forKey: "body") else { return nil }
            request.httpBody = Data(referencing: body)
        }
        self.request = request
        fileSize = coder.decodeInteger(forKey: "fileSize")
        applicationGroupIdentifier = String(describing: group)
        super.init(coder: coder)
    }

    public override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(NSString(string: request.url?.absoluteString ?? ""), forKey: "url")
        if let method = request.httpMethod { coder.encode(NSString(string: method), forKey: "method") }
        if let fields = request.allHTTPHeaderFields, let headers = try? JSONEncoder().encode(fields) {
            coder.encode(NSData(data: headers), forKey: "headers")
        }
        if let body = request.httpBody { coder.encode(NSData(data: body), forKey: "body") }
        coder.encode(fileSize, forKey: "fileSize")
        coder.encode(NSString(string: applicationGroupIdentifier), forKey: "group")
    }
}
