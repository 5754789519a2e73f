// This file is part of swift-background-assets.
// Copyright (c) 2026 the swift-background-assets authors
// SPDX-License-Identifier: Apache-2.0

internal import FoundationNetworking
package import ServiceInterface

extension ChallengeReply {
    /// What a handler has answered.
    package init(_ disposition: URLSession.AuthChallengeDisposition, _ credential: URLCredential?) {
        switch disposition {
        case .useCredential: self.init(.useCredential, credential: credential.flatMap(Credential.init))
        case .cancelAuthenticationChallenge: self.init(.cancel)
        case .rejectProtectionSpace: self.init(.rejectProtectionSpace)
        case .performDefaultHandling: self.init(.performDefaultHandling)
        @unknown default: self.init(.performDefaultHandling)
        }
    }
}

extension Credential {
    /// nil for one that has no password.
    fileprivate init?(_ credential: URLCredential) {
        switch credential.security {
        case .trust: self.init(trust: true)
        case .identity(let identity):
            switch identity.form {
            case .pem(let certificates, let privateKey):
                self.init(identity: Identity(certificates: certificates, privateKey: privateKey))
            case .pkcs12(let data, let passphrase): self.init(archive: Archive(data: data, passphrase: passphrase))
            }
        case nil:
            guard let password = credential.password else { return nil }
            self.init(
                password: Password(
                    user: credential.user ?? "", password: password,
                    once: credential.persistence == .none ? true : nil))
        }
    }
}
