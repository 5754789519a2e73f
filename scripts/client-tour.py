#!/usr/bin/env python3
# This file is part of swift-background-assets.
# Copyright (c) 2026 the swift-background-assets authors
# SPDX-License-Identifier: Apache-2.0
"""Makes typed clients of OpenAPI documents, and leads each through all that a program does with a host.

The first document is the one that the host serves; others come by their paths, and of these the operations that the host has are
used. Run by scripts/test-client.sh: programs, folder of the host, further documents.
"""

import datetime
import hashlib
import io
import json
import pathlib
import ssl
import subprocess
import sys
import tarfile
import time

import httpx
import jwt
from generated_client import Fault, GeneratedClient

programs, folder = map(pathlib.Path, sys.argv[1:3])
url = (folder / "url").read_text().splitlines()[0].strip()
authority = str(folder / "host/identity/ca.pem")
served = httpx.get(url + "/ba/v1/openapi.json", verify=ssl.create_default_context(cafile=authority)).json()
GENERATOR = str(pathlib.Path(sys.executable).parent / "openapi-python-client")


def token(name):
    key = json.loads((folder / name).read_text())
    now = int(time.time())
    claims = {"iss": key["issuer"], "iat": now, "exp": now + 1190, "aud": "appstoreconnect-v1"}
    return jwt.encode(claims, key["privateKey"], algorithm="ES256", headers={"kid": key["id"]})


# MARK: Documents


def cut(document):
    """The operations of a document that the host has, and what they are made of."""
    paths = {}
    for path, members in document["paths"].items():
        known = served["paths"].get(path, {})
        if any(method in known for method in members):
            paths[path] = {name: member for name, member in members.items() if name in known or name == "parameters"}
    schemas, needed = document["components"]["schemas"], {}

    def walk(part):
        for value in part.values() if isinstance(part, dict) else part if isinstance(part, list) else []:
            if isinstance(value, str) and value.startswith("#/components/schemas/"):
                name = value.rsplit("/", 1)[1]
                if name not in needed:
                    needed[name] = schemas[name]
                    walk(schemas[name])
            walk(value)

    walk(paths)
    document = {**document, "paths": paths, "components": {**document["components"], "schemas": needed}}
    # The generator calls the type of a Build `BuildType`, and stumbles over a schema of that name.
    text = json.dumps(document)
    for name in needed:
        if name.endswith("Type") and name.removesuffix("Type") in needed:
            text = text.replace(f'/{name}"', f'/{name}Name"').replace(f'"{name}": {{', f'"{name}Name": {{')
    return json.loads(text)


def generate(document, name):
    path = folder / f"{name}.json"
    path.write_text(json.dumps(document))
    config = folder / "generator.json"
    config.write_text(json.dumps({"post_hooks": []}))
    run = subprocess.run(
        [GENERATOR, "generate", "--path", path, "--output-path", folder / name, "--meta", "none", "--config", config, "--fail-on-warning"],
        capture_output=True, text=True,
    )
    if run.returncode != 0:
        raise Fault(f"no client can be made of {name}: {run.stdout[-3000:]}{run.stderr[-3000:]}")
    sys.path.insert(0, str(folder))
    return GeneratedClient(name, document, url, token("key.json"), authority)


# MARK: Bodies


def made(kind, attributes=None, **relationships):
    data = {"type": kind}
    if attributes:
        data["attributes"] = attributes
    if relationships:
        data["relationships"] = {name: {"data": {"type": end[0], "id": end[1]}} for name, end in relationships.items()}
    return data


def changed(kind, id, **attributes):
    return {"type": kind, "id": id, "attributes": attributes}


def archive(pack):
    """An asset pack, and its manifest."""
    (folder / "pack").mkdir(exist_ok=True)
    (folder / "pack/a.txt").write_text(pack * 1000)
    manifest = {
        "assetPackID": pack, "downloadPolicy": {"onDemand": {}}, "fileSelectors": [{"file": "a.txt"}], "platforms": ["iOS", "Linux"],
    }
    (folder / "pack/Manifest.json").write_text(json.dumps(manifest))
    output = folder / f"{pack}.aar"
    subprocess.run([programs / "ba-package", "Manifest.json", "-q", "-o", output], cwd=folder / "pack", check=True)
    return output.read_bytes(), (folder / "pack/Manifest.json").read_bytes()


def game(number):
    """An app, as it is uploaded."""
    keys = {"CFBundleIdentifier": "com.example.game", "CFBundleExecutable": "Game", "CFBundleShortVersionString": "1.0", "CFBundleVersion": number}
    plist = "".join(f"<key>{key}</key><string>{value}</string>" for key, value in keys.items())
    files = {"Game": b"#!/bin/sh\n", "Info.plist": f'<?xml version="1.0"?><plist version="1.0"><dict>{plist}</dict></plist>'.encode()}
    output = io.BytesIO()
    with tarfile.open(fileobj=output, mode="w") as tar:
        for name, data in files.items():
            entry = tarfile.TarInfo("Game.app/" + name)
            entry.size, entry.mode = len(data), 0o755
            tar.addfile(entry, io.BytesIO(data))
    return output.getvalue()


# MARK: The tour


class Tour:
    def __init__(self, call, pack):
        self.call, self.pack = call, pack
        self.ids = {}

    def hold(self, condition, message):
        if not condition:
            raise Fault(message)

    def eventually(self, look):
        """Asks again until there is something; the host works on it meanwhile."""
        end = time.monotonic() + 30
        while time.monotonic() < end:
            if found := look():
                return found
            time.sleep(0.05)
        raise Fault("it takes more than 30 s")

    def app(self):
        found = self.call("apps_getCollection", filterBundleId=["com.example.game"], sort=["-name"], limit=1)
        self.hold(len(found.data) == 1 and found.data[0].attributes.bundle_id == "com.example.game", "not the app")
        self.ids["apps"] = found.data[0].id
        one = self.call("apps_getInstance", id=self.ids["apps"], include=["appStoreVersions", "reviewSubmissions", "builds"])
        self.hold(one.data.attributes.name == "Game", "the app has another name")
        self.call("apps_getCollection", filterName=["nothing"], filterSku=["nothing"])
        return "apps", self.ids["apps"]

    def packs(self, app):
        call = self.call
        created = call("backgroundAssets_createInstance", body=made("backgroundAssets", {"assetPackIdentifier": self.pack}, app=app))
        attributes = created.data.attributes
        now = datetime.datetime.now(datetime.timezone.utc)
        self.hold(abs(now - attributes.created_date) < datetime.timedelta(minutes=5), f"made at {attributes.created_date}")
        self.hold(attributes.archived is False and attributes.used_bytes == 0, "a new pack is archived, or has bytes")
        self.ids["backgroundAssets"] = created.id
        again = call("backgroundAssets_createInstance", status=409, body=made("backgroundAssets", {"assetPackIdentifier": self.pack}, app=app))
        self.hold(again.parsed.errors[0].source.pointer == "/data/attributes/assetPackIdentifier", "the error points elsewhere")
        for archived in (None, False):
            call("backgroundAssets_updateInstance", id=created.id, body=changed("backgroundAssets", created.id, archived=archived))
        for index in range(3):
            name = f"{self.pack}-{index}"
            extra = call("backgroundAssets_createInstance", body=made("backgroundAssets", {"assetPackIdentifier": name}, app=app))
        call("backgroundAssets_updateInstance", id=extra.id, body=changed("backgroundAssets", extra.id, archived=True))
        listed = call(
            "apps_backgroundAssets_getToManyRelated", id=app[1], filterArchived=["true"], filterAssetPackIdentifier=[self.pack, name],
            include=["app", "appStoreVersion", "internalBetaVersion", "externalBetaVersion"], fieldsApps=["name", "bundleId"],
        )
        self.hold([one.id for one in listed.data] == [extra.id], "not the archived pack")
        for sort in ("assetPackIdentifier", "-assetPackIdentifier", "createdDate", "-createdDate"):
            found = list(call.follow("apps_backgroundAssets_getToManyRelated", id=app[1], sort=[sort], limit=2))
            names = [one["attributes"][sort.strip("-")] for one in found]
            self.hold(names == sorted(names, reverse=sort[0] == "-") and len(names) >= 4, f"sorted by {sort}: {names}")
        links = list(call.follow("apps_backgroundAssets_getToManyRelationship", id=app[1], limit=1))
        self.hold({one["id"] for one in links} == {one["id"] for one in found}, "the linkages lead elsewhere")
        return "backgroundAssets", created.id

    def put(self, attributes, data):
        """Sends the parts of a file, as it says how: no token goes with them."""
        for part in attributes.upload_operations:
            self.hold(part.expiration > datetime.datetime.now(datetime.timezone.utc), "an address that has expired")
            put = httpx.request(
                part.method, part.url, content=data[part.offset : part.offset + part.length], verify=self.call.client._verify_ssl,
                headers={header.name: header.value for header in part.request_headers},
            )
            self.hold(put.status_code == 200, f"part {part.part_number}: {put.status_code} {put.text}")

    def upload(self, version, kind, name, data, **checksums):
        call = self.call
        reserved = call(
            "backgroundAssetUploadFiles_createInstance",
            body=made("backgroundAssetUploadFiles", {"assetType": kind, "fileName": name, "fileSize": len(data)}, backgroundAssetVersion=version),
        )
        self.hold(reserved.data.attributes.asset_delivery_state.state == "AWAITING_UPLOAD", "it does not await its parts")
        file = "backgroundAssetUploadFiles", reserved.id
        self.put(reserved.data.attributes, data)
        # What has arrived is not what its client meant: it is uploaded once more.
        wrong = {"sourceFileChecksums": {"file": {"hash": "0" * 64, "algorithm": "SHA_256"}}}
        call("backgroundAssetUploadFiles_updateInstance", id=file[1], status=409, body=changed(*file, uploaded=True, **wrong))
        self.put(call("backgroundAssetUploadFiles_getInstance", id=file[1]).data.attributes, data)
        call("backgroundAssetUploadFiles_updateInstance", id=file[1], body=changed(*file, uploaded=True, **checksums))
        return file

    def versions(self, pack):
        call = self.call
        created = call("backgroundAssetVersions_createInstance", body=made("backgroundAssetVersions", backgroundAsset=pack))
        self.hold(created.data.attributes.version == "1" and created.data.attributes.state == "AWAITING_UPLOAD", "not the first version")
        version = "backgroundAssetVersions", created.id
        data, manifest = archive(self.pack)
        sha256 = {"hash": hashlib.sha256(manifest).hexdigest(), "algorithm": "SHA_256"}
        self.upload(version, "MANIFEST", "Manifest.json", manifest, sourceFileChecksums={"file": sha256})
        file = self.upload(version, "ASSET", self.pack + ".aar", data, sourceFileChecksum=hashlib.md5(data).hexdigest())
        everything = ["backgroundAsset", "internalBetaRelease", "externalBetaRelease", "appStoreRelease", "assetFile", "manifestFile"]
        done = self.eventually(
            lambda: (one := call("backgroundAssetVersions_getInstance", id=created.id, include=everything)).data.attributes.state
            not in ("AWAITING_UPLOAD", "PROCESSING") and one
        )
        self.hold(done.data.attributes.state == "COMPLETE", f"it is {done.raw}")
        self.hold(done.data.attributes.platforms == ["IOS"] and len(done.parsed.included) == 6, f"it is {done.raw}")
        for context in ("InternalBeta", "ExternalBeta", "AppStore"):
            kind, name = f"backgroundAssetVersion{context}Releases", context[0].lower() + context[1:] + "Release"
            self.ids[kind] = getattr(done.data.relationships, {"I": "internal_beta", "E": "external_beta", "A": "app_store"}[context[0]] + "_release").data.id
            release = call(f"{kind}_getInstance", id=self.ids[kind], include=["backgroundAssetVersion"])
            listed = call("backgroundAssets_versions_getToManyRelated", id=pack[1], **{f"filter{name}State": [release.data.attributes.state]})
            self.hold([one.id for one in listed.data] == [created.id], f"not found by its {name}")
        for _ in range(3):
            call("backgroundAssetVersions_createInstance", body=made("backgroundAssetVersions", backgroundAsset=pack))
        for query in ({"State": ["COMPLETE", "FAILED"]}, {"Version": ["1"]}, {"Platforms": ["IOS"]}):
            listed = call("backgroundAssets_versions_getToManyRelated", id=pack[1], **{"filter" + name: value for name, value in query.items()})
            self.hold([one.id for one in listed.data] == [created.id], f"not found by {query}")
        for sort, numbers in (("version", "1234"), ("-version", "4321")):
            found = call.follow("backgroundAssets_versions_getToManyRelated", id=pack[1], sort=[sort], limit=1, include=everything)
            self.hold([one["attributes"]["version"] for one in found] == list(numbers), f"not sorted by {sort}")
        self.hold(len(list(call.follow("backgroundAssets_versions_getToManyRelationship", id=pack[1], limit=3))) == 4, "linkages are lost")
        files = call("backgroundAssetVersions_backgroundAssetUploadFiles_getToManyRelated", id=created.id, limit=2)
        self.hold(file[1] in [one.id for one in files.data], "the file is not among those of the version")
        call("backgroundAssetVersions_backgroundAssetUploadFiles_getToManyRelationship", id=created.id)
        one = call("backgroundAssetUploadFiles_getInstance", id=file[1], fieldsBackgroundAssetUploadFiles=["fileSize", "assetType"])
        self.hold(one.data.attributes.file_size == len(data) and set(one.raw["data"]["attributes"]) == {"fileSize", "assetType"}, "other fields")
        whole = call("backgroundAssets_getInstance", id=pack[1], include=["app", "internalBetaVersion", "externalBetaVersion", "appStoreVersion"])
        self.hold(whole.data.relationships.internal_beta_version.data.id == created.id, "testers have another version")
        self.ids["backgroundAssetVersions"], self.ids["backgroundAssetUploadFiles"] = created.id, file[1]
        return version

    def build(self, app):
        """Apple's interface has no way to upload one: this is the host's."""
        data, http = game(str(int(time.time()))), self.call.http
        body = made("appBuilds", {"fileName": "Game.tar", "fileSize": len(data)}, app=app)
        build = http.post("/ba/v1/appBuilds", json={"data": body}).json()["data"]
        for part in build["attributes"]["uploadOperations"]:
            http.put(part["url"], content=data[part["offset"] :][: part["length"]]).raise_for_status()
        http.patch(f"/ba/v1/appBuilds/{build['id']}", json={"data": changed("appBuilds", build["id"], uploaded=True)}).raise_for_status()
        self.eventually(lambda: self.call("builds_getCollection", filterId=[build["id"]], filterProcessingState=["VALID"], include=["app"]).data)
        found = self.call("builds_getCollection", filterApp=[app[1]], sort=["-version"], filterPreReleaseVersionVersion=["1.0"], limit=1)
        self.hold(found.data[0].id == build["id"], "it is not the newest build")
        self.ids["builds"] = build["id"]
        return "builds", build["id"]

    def betaReview(self, build):
        call = self.call
        submitted = call("betaAppReviewSubmissions_createInstance", body=made("betaAppReviewSubmissions", build=build))
        self.hold(submitted.data.attributes.beta_review_state == "WAITING_FOR_REVIEW", "it does not wait for review")
        listed = call("betaAppReviewSubmissions_getCollection", filterBuild=[build[1]], filterBetaReviewState=["WAITING_FOR_REVIEW"], include=["build"])
        self.hold([one.id for one in listed.data] == [submitted.id], "it is not listed")
        call("betaAppReviewSubmissions_getInstance", id=submitted.id, include=["build"])
        found = call("builds_getInstance", id=build[1], include=["app", "betaAppReviewSubmission", "appStoreVersion"])
        self.hold(found.data.relationships.beta_app_review_submission.data.id == submitted.id, "the build does not know of it")
        call("betaAppReviewSubmissions_createInstance", status=409, body=made("betaAppReviewSubmissions", build=build))
        self.ids["betaAppReviewSubmissions"] = submitted.id

    def review(self, app, version, build):
        call = self.call
        shown = call("appStoreVersions_createInstance", body=made("appStoreVersions", {"platform": "IOS", "versionString": "1.0"}, app=app, build=build))
        self.ids["appStoreVersions"] = shown.id
        call("appStoreVersions_updateInstance", id=shown.id, body={"type": "appStoreVersions", "id": shown.id})
        call("appStoreVersions_build_updateToOneRelationship", status=204, id=shown.id, body={"type": build[0], "id": build[1]})
        back = call("builds_appStoreVersion_getToOneRelated", id=build[1], include=["app", "build"])
        self.hold(back.data.id == shown.id, "the build is of another version")
        call("builds_appStoreVersion_getToOneRelationship", id=build[1])
        call("appStoreVersions_build_getToOneRelationship", id=shown.id)
        said = call("builds_updateInstance", id=build[1], body=changed("builds", build[1], usesNonExemptEncryption=False))
        self.hold(said.data.attributes.uses_non_exempt_encryption is False, "the build says nothing of encryption")
        spare = call("appStoreVersions_createInstance", body=made("appStoreVersions", {"platform": "IOS", "versionString": "1.1"}, app=app))
        call("appStoreVersions_deleteInstance", id=spare.id)
        listed = call(
            "apps_appStoreVersions_getToManyRelated", id=app[1], filterVersionString=["1.0"], filterPlatform=["IOS"],
            filterAppVersionState=["PREPARE_FOR_SUBMISSION"], include=["app", "build"],
        )
        self.hold(shown.id in [one.id for one in listed.data], "the version of the app is not listed")
        begun = call("reviewSubmissions_createInstance", body=made("reviewSubmissions", {"platform": "IOS"}, app=app))
        submission = "reviewSubmissions", begun.id
        call("reviewSubmissions_createInstance", status=409, body=made("reviewSubmissions", {"platform": "IOS"}, app=app))

        def add(**subject):
            return call("reviewSubmissionItems_createInstance", body=made("reviewSubmissionItems", reviewSubmission=submission, **subject))

        item = add(backgroundAssetVersion=version)
        call("reviewSubmissionItems_updateInstance", id=item.id, body=changed("reviewSubmissionItems", item.id, resolved=None, removed=None))
        call("reviewSubmissionItems_deleteInstance", id=item.id)
        call("reviewSubmissionItems_deleteInstance", id=item.id, status=404)
        item, other = add(backgroundAssetVersion=version), add(appStoreVersion=("appStoreVersions", shown.id))
        everything = ["app", "items", "appStoreVersionForReview", "submittedByActor", "lastUpdatedByActor"]
        done = call("reviewSubmissions_updateInstance", id=begun.id, body=changed("reviewSubmissions", begun.id, submitted=True))
        self.hold(done.data.attributes.state == "WAITING_FOR_REVIEW" and done.data.attributes.submitted_date, f"it is {done.raw}")
        whole = call("reviewSubmissions_getInstance", id=begun.id, include=everything, limitItems=1)
        items = whole.data.relationships.items
        self.hold([one.id for one in items.data] == [item.id] and items.meta.paging.total == 2, f"it is {whole.raw}")
        self.hold(whole.data.relationships.app_store_version_for_review.data.id == shown.id, "not the version of the app that is reviewed")
        for name, query in (("reviewSubmissions_getCollection", {"filterApp": [app[1]]}), ("apps_reviewSubmissions_getToManyRelated", {"id": app[1]})):
            listed = call(name, filterState=["WAITING_FOR_REVIEW"], filterPlatform=["IOS"], include=everything, **query)
            self.hold([one.id for one in listed.data] == [begun.id], "it is not listed")
        found = list(call.follow("reviewSubmissions_items_getToManyRelated", id=begun.id, limit=1, include=["appStoreVersion", "backgroundAssetVersion"]))
        self.hold([one["id"] for one in found] == [item.id, other.id], "its items are others")
        self.hold(len(list(call.follow("reviewSubmissions_items_getToManyRelationship", id=begun.id, limit=1))) == 2, "linkages are lost")
        call("apps_reviewSubmissions_getToManyRelationship", id=app[1])
        call("apps_appStoreVersions_getToManyRelationship", id=app[1])
        one = call("apps_getInstance", id=app[1], include=["appStoreVersions", "reviewSubmissions", "builds"], limitBuilds=1)
        self.hold(len(one.data.relationships.builds.data) == 1 and len(one.parsed.included) >= 3, f"it is {one.raw}")
        self.hold(len(call("apps_getCollection", filterReviewSubmissionsState=["WAITING_FOR_REVIEW"], limit=1).data) == 1, "no app is reviewed")
        cancelled = call("reviewSubmissions_updateInstance", id=begun.id, body=changed("reviewSubmissions", begun.id, canceled=True))
        self.hold(cancelled.data.attributes.state in ("CANCELING", "COMPLETE"), f"it is {cancelled.raw}")
        self.ids["reviewSubmissions"] = begun.id

    def webhooks(self, app):
        call = self.call
        values = {"name": "ours", "url": "https://localhost:1/", "secret": "sesame", "enabled": True, "eventTypes": ["BACKGROUND_ASSET_VERSION_STATE_UPDATED"]}
        webhook = "webhooks", call("webhooks_createInstance", body=made("webhooks", values, app=app)).id
        update = {"name": "theirs", "url": None, "secret": None, "enabled": None, "eventTypes": None}
        renamed = call("webhooks_updateInstance", id=webhook[1], body=changed(*webhook, **update))
        self.hold(renamed.data.attributes.name == "theirs" and renamed.data.attributes.url == values["url"], f"it is {renamed.raw}")
        self.hold("secret" not in renamed.raw["data"]["attributes"], "the secret is shown")
        call("webhooks_getInstance", id=webhook[1], include=["app"])
        self.hold(webhook[1] in [one["id"] for one in call.follow("apps_webhooks_getToManyRelated", id=app[1], limit=1, include=["app"])], "it is not listed")
        call("apps_webhooks_getToManyRelationship", id=app[1])
        call("webhookPings_createInstance", body=made("webhookPings", webhook=webhook))
        deliveries = "webhooks_deliveries_getToManyRelated"
        first = self.eventually(
            lambda: (one := call(deliveries, id=webhook[1], include=["event"])).data
            and "errorMessage" in one.raw["data"][0]["attributes"] and one
        )
        self.hold(first.parsed.included[0].attributes.ping is True, f"no ping: {first.raw}")
        template = "webhookDeliveries", first.data[0].id
        again = call("webhookDeliveries_createInstance", body=made("webhookDeliveries", template=template))
        self.hold(again.data.attributes.redelivery is True, f"it is {again.raw}")
        found = list(call.follow(deliveries, id=webhook[1], limit=1, include=["event"]))
        self.hold([one["id"] for one in found] == [again.id, template[1]], "not both deliveries, the newest first")
        created = first.data[0].attributes.created_date
        for name, value, count in (
            ("filterCreatedDateGreaterThanOrEqualTo", created, 2), ("filterCreatedDateLessThan", created, 0),
            ("filterCreatedDateLessThan", created + datetime.timedelta(hours=1), 2),
        ):
            texts = call.parameter_schema(deliveries, name)["items"].get("format") != "date-time"
            moment = value.astimezone(datetime.timezone(datetime.timedelta(hours=2)))
            listed = call(deliveries, id=webhook[1], **{name: [moment.isoformat() if texts else moment]})
            self.hold(len(listed.data) == count, f"{name} {value}: {len(listed.data)} deliveries")
        states = [len(call(deliveries, id=webhook[1], filterDeliveryState=[state]).data) for state in ("SUCCEEDED", "FAILED", "PENDING")]
        self.hold(sum(states) == 2 and states[0] == 0, f"deliveries by state: {states}")
        call("webhooks_deliveries_getToManyRelationship", id=webhook[1], limit=1)
        self.ids["webhooks"] = webhook[1]

    def errors(self, app):
        call = self.call
        call("apps_getCollection", status=401, client=call.stranger)
        call("apps_getInstance", status=404, id="1")
        call("backgroundAssets_getInstance", status=404, id="00000000-0000-0000-0000-000000000000")
        body = made("backgroundAssets", {"assetPackIdentifier": "x"}, app=("apps", "1"))
        error = call("backgroundAssets_createInstance", status=409, body=body).parsed.errors[0]
        self.hold(error.code == "ENTITY_ERROR.RELATIONSHIP.INVALID" and error.source.pointer == "/data/relationships/app", f"it is {error}")
        reader = call.with_token(token("developer.json"))
        values = {"name": "n", "url": "https://example.com/", "secret": "s", "enabled": False, "eventTypes": []}
        call("webhooks_createInstance", status=403, client=reader, body=made("webhooks", values, app=app))
        for status, path, text in (
            (400, "/v1/backgroundAssets", "{"), (422, "/v1/backgroundAssets", '{"data":{"type":"apps"}}'),
            (409, "/v1/backgroundAssetVersions", '{"data":{"type":"backgroundAssetVersions"}}'),
        ):
            answer = call.http.post(path, content=text, headers={"Content-Type": "application/json"})
            name = path.rsplit("/", 1)[1] + "_createInstance"
            self.hold(answer.status_code == status, f"{path} {text}: {answer.status_code} in place of {status}")
            parsed = call.module(name)._parse_response(client=call.client, response=answer)
            call.checked(name, status, answer.headers, answer.content, parsed)

    def parameters(self):
        """Each parameter of each operation takes what the document says, and nothing else."""
        count = 0
        for name, (method, path, operation) in self.call.operations.items():
            kind = path.split("/{id}")[0].rsplit("/", 1)[1]
            if method != "get" or ("{id}" in path and kind not in self.ids):
                continue
            target = path.replace("{id}", self.ids.get(kind, ""))
            for parameter, value, status in self.call.samples(name, served, self.ids):
                answer = self.call.http.get(target, params={**self.call.required(name, self.ids), parameter: value})
                self.hold(answer.status_code == status, f"{name}: {parameter}={value}: {answer.status_code} {answer.text[:1000]}")
                if status == 400:
                    error = answer.json()["errors"][0]
                    fits = error["code"].startswith("PARAMETER_ERROR.") and error["source"]["parameter"] == parameter
                    self.hold(fits, f"{name}: {parameter}={value}: {error}")
                self.call.checked(name, status, answer.headers, answer.content, self.call.module(name)._parse_response(client=self.call.client, response=answer))
                count += 1
        return count

    def end(self):
        self.call("webhooks_deleteInstance", id=self.ids["webhooks"])
        self.call("webhooks_getInstance", status=404, id=self.ids["webhooks"])
        pack = "backgroundAssets", self.ids["backgroundAssets"]
        archived = self.call("backgroundAssets_updateInstance", id=pack[1], body=changed(*pack, archived=True))
        self.hold(archived.data.attributes.archived is True, "it is not archived")

    def lead(self):
        app = self.app()
        pack = self.packs(app)
        version = self.versions(pack)
        build = self.build(app)
        self.betaReview(build)
        self.review(app, version, build)
        self.webhooks(app)
        self.errors(app)
        count = self.parameters()
        self.end()
        return count


documents = {"served_client": served}
for index, path in enumerate(sys.argv[3:]):
    documents[f"other_client_{index}"] = cut(json.loads(pathlib.Path(path).read_text()))
for name, document in documents.items():
    try:
        call = generate(document, name)
        count = Tour(call, name.replace("_", "-")).lead()
    except Fault as fault:
        print(f"{name}: {fault}")
        sys.exit(1)
    print(f"{name}: {len(call.operations)} operations, {call.answers} answers as described, {count} of them to parameters")
