// Uploads archives by the host's interface, as any client does it: in parts, several at a time, and what has arrived of an upload that
// broke off is not sent again.

import { showTimes } from "./console.js";

const partsAtATime = 3;
const pauses = [1000, 4000, 15000];

/** What is not answered otherwise when it is asked again. */
class Refusal extends Error {
  /** Whether the upload can be gone on with all the same: by other addresses, for example. */
  constructor(message, canGoOn = false) {
    super(message);
    this.canGoOn = canGoOn;
  }
}

const sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Does something again where it fails for a while. */
async function patiently(action) {
  for (let attempt = 0; ; attempt++) {
    try {
      return await action();
    } catch (error) {
      if (error instanceof Refusal || attempt >= pauses.length) throw error;
      await sleep(pauses[attempt]);
    }
  }
}

class Host {
  constructor(token) {
    this.token = token;
    /** Uploads begin one after the other: two files of one name are two versions of one pack. */
    this.turn = Promise.resolve();
  }

  async send(method, path, data) {
    const headers = { "X-Form-Token": this.token, "Content-Type": "application/json" };
    // An answer that is lost on its way is asked for again, and nothing is made twice.
    if (method === "POST") headers["Idempotency-Key"] = crypto.randomUUID();
    return patiently(async () => {
      const response = await fetch(path, { method, headers, body: data && JSON.stringify({ data }) });
      if (response.status >= 500 || response.status === 429) throw new Error(`The host answers ${response.status}.`);
      if (response.status === 401) throw new Refusal("Your session has ended: sign in again.");
      const document = await response.json();
      const problem = document.errors?.[0];
      if (problem?.code === "STATE_ERROR.REQUEST_RUNNING") throw new Error(problem.detail);
      if (!response.ok) throw new Refusal(problem?.detail ?? `The host answers ${response.status}.`);
      return document.data;
    });
  }

  make(type, attributes, relationships, root = "/v1/") {
    const related = Object.entries(relationships).map(([name, [type, id]]) => [name, { data: { type, id } }]);
    return this.send("POST", root + type, { type, attributes, relationships: Object.fromEntries(related) });
  }
}

/** Sends a part; fetch does not tell how far it is. */
function put(operation, bytes, progress) {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const url = new URL(operation.url);
    request.open(operation.method, url.pathname + url.search);
    for (const { name, value } of operation.requestHeaders) request.setRequestHeader(name, value);
    request.upload.onprogress = (event) => progress(event.loaded);
    request.onload = () => {
      if (request.status >= 200 && request.status < 300) resolve();
      else if (request.status < 500) reject(new Refusal(`Part ${operation.partNumber} is refused (${request.status}).`, true));
      else reject(new Error(`The host answers ${request.status}.`));
    };
    request.onerror = () => reject(new Error("The host cannot be reached."));
    request.send(bytes);
  });
}

/** The archive of a pack, which becomes a version of the pack that it is named after. */
class Upload {
  type = "backgroundAssetUploadFiles";
  path = "/v1/backgroundAssetUploadFiles/";
  subjectPath = "/v1/backgroundAssetVersions/";
  names = /\.aar$/i;
  advice = "The archive of a pack has a name that ends with .aar.";

  constructor(host, app, file, row) {
    Object.assign(this, { host, app, file, row });
    this.key = `upload ${app} ${file.name} ${file.size} ${file.lastModified}`;
  }

  async run() {
    if (!this.names.test(this.file.name)) throw new Refusal(this.advice);
    if (this.file.size === 0) throw new Refusal("The file is empty.");
    const { versionID, file } = (await this.begun()) ?? (await (this.host.turn = this.host.turn.catch(() => {}).then(() => this.begin())));
    this.row.link(versionID);
    const sent = new Map();
    const tell = () => this.row.progress([...sent.values()].reduce((sum, bytes) => sum + bytes, 0), this.file.size);
    const missing = [];
    for (const operation of file.attributes.uploadOperations) {
      if (operation.entityTag) sent.set(operation.partNumber, operation.length);
      else missing.push(operation);
    }
    tell();
    const worker = async () => {
      for (let operation = missing.shift(); operation; operation = missing.shift()) {
        const bytes = this.file.slice(operation.offset, operation.offset + operation.length);
        const note = (loaded) => {
          sent.set(operation.partNumber, loaded);
          tell();
        };
        await patiently(() => put(operation, bytes, note));
        note(operation.length);
      }
    };
    await Promise.all(Array.from({ length: partsAtATime }, worker));
    await this.commit(file.id);
    localStorage.removeItem(this.key);
    await this.processed(versionID);
  }

  awaits(file) {
    return file.attributes.assetDeliveryState.state === "AWAITING_UPLOAD";
  }

  async commit(id) {
    const path = this.path + id;
    try {
      await this.host.send("PATCH", path, { type: this.type, id, attributes: { uploaded: true } });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      // It may have been done when the answer was lost.
      const file = await this.host.send("GET", path);
      if (this.awaits(file)) throw error;
    }
  }

  /** What an upload of this file has left that broke off. */
  async begun() {
    const noted = JSON.parse(localStorage.getItem(this.key) ?? "null");
    if (!noted) return null;
    try {
      const file = await this.host.send("GET", this.path + noted.fileID);
      if (this.awaits(file)) return { versionID: noted.versionID, file };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
    localStorage.removeItem(this.key);
    return null;
  }

  async begin() {
    const name = this.file.name.replace(/\.aar$/i, "");
    const found = await this.host.send(
      "GET", `/v1/apps/${this.app}/backgroundAssets?filter[assetPackIdentifier]=${encodeURIComponent(name)}`);
    if (found[0]?.attributes.archived) {
      throw new Refusal(`The asset pack '${name}' is archived: un-archive it, or make another one.`);
    }
    const pack = found[0] ?? (await this.host.make("backgroundAssets", { assetPackIdentifier: name }, { app: ["apps", this.app] }));
    const version = await this.host.make("backgroundAssetVersions", undefined, { backgroundAsset: ["backgroundAssets", pack.id] });
    const file = await this.host.make(
      "backgroundAssetUploadFiles",
      { assetType: "ASSET", fileName: this.file.name, fileSize: this.file.size },
      { backgroundAssetVersion: ["backgroundAssetVersions", version.id] });
    this.note(version.id, file.id);
    return { versionID: version.id, file };
  }

  /** An upload that breaks off is gone on with by another start of the page. */
  note(versionID, fileID) {
    localStorage.setItem(this.key, JSON.stringify({ versionID, fileID }));
  }

  async processed(versionID) {
    for (let pause = 300; ; pause = Math.min(pause * 2, 15000)) {
      const version = await this.host.send("GET", this.subjectPath + versionID);
      const { state, stateDetails } = version.attributes;
      if (state === "COMPLETE") return this.row.end("Complete", "good");
      if (state === "FAILED") {
        return this.row.end(stateDetails.errors.map(({ code, description }) => `${code}: ${description}`).join(" "), "bad");
      }
      this.row.say("Processing", "busy");
      await sleep(pause);
    }
  }
}

/** The archive of the app itself. */
class BuildUpload extends Upload {
  type = "appBuilds";
  path = "/ba/v1/appBuilds/";
  subjectPath = "/ba/v1/appBuilds/";
  names = /\.(tar|gz|tgz)$/i;
  advice = "The archive of a build has a name that ends with .tar.gz, .tgz or .tar.";

  awaits(build) {
    return build.attributes.state === "AWAITING_UPLOAD";
  }

  async begin() {
    const build = await this.host.make(
      this.type, { fileName: this.file.name, fileSize: this.file.size }, { app: ["apps", this.app] }, "/ba/v1/");
    this.note(build.id, build.id);
    return { versionID: build.id, file: build };
  }
}

/** What is shown of an upload. */
class Row {
  constructor(list, file, versions) {
    this.versions = versions;
    this.item = list.appendChild(document.createElement("li"));
    this.name = this.item.appendChild(document.createElement("span"));
    this.name.textContent = file.name;
    this.bar = this.item.appendChild(document.createElement("progress"));
    this.bar.setAttribute("aria-label", file.name);
    this.words = this.item.appendChild(document.createElement("p"));
  }

  link(versionID) {
    const link = document.createElement("a");
    link.href = this.versions + versionID;
    link.textContent = this.name.textContent;
    this.name.replaceChildren(link);
  }

  progress(sent, total) {
    this.bar.max = total;
    this.bar.value = sent;
  }

  /** Says how it ended. */
  end(text, look) {
    this.bar.remove();
    this.say(text, look);
  }

  say(text, look) {
    this.words.textContent = text;
    this.words.className = `state ${look}`;
  }
}

/** Shows in the list of the page what has been uploaded, in place of how it was when the page was loaded. */
async function renewListing() {
  try {
    const response = await fetch(location.href);
    if (!response.ok) return;
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    const [old, current] = [document, page].map((from) => from.getElementById("listing"));
    if (!old || !current || old.contains(document.activeElement)) return;
    old.replaceWith(document.adoptNode(current));
    showTimes(current);
  } catch {
    // The list stays as it was: each upload has said itself how it ended.
  }
}

let underWay = 0;
addEventListener("beforeunload", (event) => {
  if (underWay > 0) event.preventDefault();
});

for (const section of document.querySelectorAll(".upload")) {
  const host = new Host(section.dataset.token);
  const kind = section.dataset.kind === "build" ? BuildUpload : Upload;
  const [drop, words, input, button, list] = [".drop", "[data-words]", "input[type=file]", "button", ".uploads"].map((name) =>
    section.querySelector(name));
  const start = (files) => {
    for (const file of files) {
      const row = new Row(list, file, section.dataset.versions);
      underWay += 1;
      new kind(host, section.dataset.app, file, row).run().catch((error) => {
        const isHopeless = error instanceof Refusal && !error.canGoOn;
        row.end(isHopeless ? error.message : `${error.message} Choose the file again to go on.`, "bad");
      }).finally(() => {
        underWay -= 1;
        return renewListing();
      });
    }
  };
  input.addEventListener("change", () => {
    start(input.files);
    input.value = "";
  });
  for (const name of ["dragover", "dragleave", "drop"]) {
    drop.addEventListener(name, (event) => {
      event.preventDefault();
      drop.classList.toggle("over", name === "dragover");
    });
  }
  drop.addEventListener("drop", (event) => start(event.dataTransfer.files));
  // A file that falls beside it is not opened in place of the page.
  for (const name of ["dragover", "drop"]) document.addEventListener(name, (event) => event.preventDefault());
  // The form is for pages without scripts.
  words.textContent = words.dataset.words;
  input.multiple = true;
  button.remove();
}
