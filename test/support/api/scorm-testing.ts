import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { ZipFile } from 'yazl';
import type { TestPortal } from './portal-testing.ts';

export async function createZip(files: Readonly<Record<string, string | Buffer>>, mode = 0o100644): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [path, text] of Object.entries(files)) zip.addBuffer(Buffer.from(text), path, { mode });
  zip.end();
  return buffer(zip.outputStream);
}

/** A SCORM 1.2 manifest with one item per page. */
export function createManifest(
  pages: Readonly<Record<string, string>>,
  change: (xml: string) => string = (xml) => xml,
): string {
  const ids = Object.keys(pages);
  return change(`<?xml version="1.0" encoding="utf-8"?>
<manifest identifier="reef" version="1" xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2"
  xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2">
  <metadata><schema>ADL SCORM</schema><schemaversion>1.2</schemaversion></metadata>
  <organizations default="all">
    <organization identifier="all">
      <title>Reef   life</title>
      ${ids.map((id) => `<item identifier="${id}" identifierref="r-${id}"><title>Part ${id}</title></item>`).join('\n')}
    </organization>
  </organizations>
  <resources>
    ${ids.map((id) => `<resource identifier="r-${id}" type="webcontent" adlcp:scormtype="sco" href="${pages[id]}"/>`).join('\n')}
  </resources>
</manifest>`);
}

/** A small valid package. */
export function createReefPackage(change?: (xml: string) => string): Record<string, string> {
  return {
    'imsmanifest.xml': createManifest({ corals: 'corals.html', fish: 'more/fish.html?mode=all' }, change),
    'corals.html': '<!doctype html><title>Corals</title><script src="shared/reef.js"></script>',
    'more/fish.html': '<!doctype html><title>Fish</title>',
    'shared/reef.js': 'document.title += "!"',
    'shared/strange.reef': 'neither page nor script',
  };
}

/** Uploads a package like the desk's page. */
export async function uploadPackage(
  { app, headersOf }: TestPortal,
  zip: Buffer,
  fields: Readonly<Record<string, string>> = { packageId: 'reef-life' },
  as: string | null = 'staff@demo.test',
) {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  form.append('package', new Blob([new Uint8Array(zip)], { type: 'application/zip' }), 'reef.zip');
  const body = new Response(form);
  return app.inject({
    method: 'POST',
    url: '/api/learning/scorm/packages',
    headers: { ...(await headersOf(as)), 'content-type': body.headers.get('content-type') ?? '' },
    payload: Buffer.from(await body.arrayBuffer()),
  });
}

type Answer = Awaited<ReturnType<typeof uploadPackage>>;
export const toStatusAndError = (answer: Answer) => [
  answer.statusCode,
  answer.json<{ errors: { code: string }[] }>().errors[0]?.code,
];

/** A package made with third-party tools: a packager and, for SCORM 1.2, an API wrapper. */
export async function createThirdPartyPackage(version: '1.2' | '2004 4th Edition', folder: string): Promise<Buffer> {
  const source = join(folder, 'source');
  const outputFolder = join(folder, 'made');
  await mkdir(source, { recursive: true });
  await writeFile(join(source, 'index.html'), version === '1.2' ? page12 : page2004);
  await writeFile(join(source, 'saw.js'), await readFile(new URL(import.meta.resolve('scorm-api-wrapper'))));
  const options = {
    version,
    organization: 'Reef School',
    title: `Reading a reef (${version})`,
    masteryScore: 80,
    startingPage: 'index.html',
    source,
    package: { zip: true, outputFolder },
  };
  // The packager runs in a child process because it logs every step and cannot be silenced.
  await promisify(execFile)(process.execPath, [
    '-e',
    `require(${JSON.stringify(fileURLToPath(import.meta.resolve('simple-scorm-packager')))})(${JSON.stringify(options)}, () => undefined)`,
  ]);
  const [name = ''] = await readdir(outputFolder);
  return readFile(join(outputFolder, name));
}

const page = (script: string) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Reading a reef</title>
<h1>Reading a reef</h1>
<p>Hello <b id="name"></b>, you are on page <b id="page"></b> (<b id="entry"></b>).</p>
<p><button id="next">Next page</button> <button id="right">Right answer</button> <button id="end">The end</button></p>
<p id="outside">not tried</p>
${script}
<script>
  var place = Number(get(names.location) || 1);
  document.getElementById('name').textContent = get(names.name);
  document.getElementById('entry').textContent = get(names.entry) || 'again';
  document.getElementById('page').textContent = place;
  document.getElementById('next').onclick = function () {
    place += 1;
    document.getElementById('page').textContent = place;
    set(names.location, String(place));
    set('cmi.suspend_data', 'seen:' + place);
  };
  document.getElementById('right').onclick = function () { answer(); commit(); };
  document.getElementById('end').onclick = function () { finish(); };
  // A package must not reach the portal's cookies and API.
  Promise.allSettled([
    new Promise(function (done, fail) { try { done(String(top.document.cookie)); } catch (error) { fail(error); } }),
    fetch(PORTAL, { credentials: 'include', mode: 'no-cors' }),
  ]).then(function (ends) {
    document.getElementById('outside').textContent =
      document.cookie === '' && ends.every(function (end) { return end.status === 'rejected'; }) ? 'closed' : 'open';
  });
</script>
</html>
`;

/** The portal's URL, derived from the content host. */
const portalAddress = `<script>var PORTAL = location.origin.replace('127.0.0.1', 'localhost') + '/api/account/session';</script>`;

const page12 = page(`${portalAddress}
<script>var module = { exports: {} };</script>
<script src="saw.js"></script>
<script>
  var saw = module.exports;
  var names = { location: 'cmi.core.lesson_location', name: 'cmi.core.student_name', entry: 'cmi.core.entry' };
  saw.initialize();
  function get(name) { return saw.getScormValue(name); }
  function set(name, value) { saw.setScormValue(name, value); }
  function commit() { saw.commit(); }
  function answer() { set('cmi.core.score.raw', '90'); set('cmi.core.session_time', '0000:02:05.00'); }
  function finish() { set('cmi.core.exit', 'suspend'); saw.finish(); }
</script>`);

const page2004 = page(`${portalAddress}
<script>
  var api = null;
  for (var win = window; !api && win !== win.parent; win = win.parent) api = win.parent.API_1484_11;
  var names = { location: 'cmi.location', name: 'cmi.learner_name', entry: 'cmi.entry' };
  api.Initialize('');
  function get(name) { return api.GetValue(name); }
  function set(name, value) { api.SetValue(name, value); }
  function commit() { api.Commit(''); }
  function answer() {
    set('cmi.score.scaled', '0.9');
    set('cmi.completion_status', 'completed');
    set('cmi.session_time', 'PT2M5S');
  }
  function finish() { set('cmi.exit', 'suspend'); api.Terminate(''); }
</script>`);
