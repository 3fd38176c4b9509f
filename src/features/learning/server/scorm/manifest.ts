import { failScorm } from '#features/learning/shared/scorm-contract.ts';
import { getChildren, findElement, getElementText, parseXml, type XmlElement } from './xml.ts';

export type ScormVersion = '1.2' | '2004';

/** An item that can be launched. */
export interface ManifestItem {
  /** Identifier from the manifest if it is valid in a URL; otherwise numbered. */
  id: string;
  title: string;
  /** URL relative to the package. */
  href: string;
  /** Assets report nothing, so they count as done once opened. */
  isAsset: boolean;
  /** Initial data model: the passing score and the author's launch data. */
  cmi: Readonly<Record<string, unknown>>;
}

export interface Manifest {
  version: ScormVersion;
  title: string;
  items: ManifestItem[];
}

const maxItems = 500;
const maxTitle = 300;

export function readManifest(bytes: Buffer, paths: readonly string[]): Manifest {
  try {
    return toManifest(parseXml(bytes), new Set(paths));
  } catch (error) {
    throw failScorm('scorm.bad_manifest', { message: (error as Error).message.slice(0, 200), cause: error });
  }
}

function toManifest(root: XmlElement, paths: ReadonlySet<string>): Manifest {
  if (root.name !== 'manifest') throw new Error('the root element is not <manifest>');
  const version = detectVersion(root);
  const list = getChildren(findElement(root, 'organizations'), 'organization');
  const wanted = findElement(root, 'organizations')?.attributes.get('default');
  const organization = list.find(({ attributes }) => attributes.get('identifier') === wanted) ?? list[0];
  const items = listItems(root, organization, version, paths);
  if (items.length === 0) throw new Error('the manifest has no launchable items');
  if (items.length > maxItems) throw new Error('the manifest has too many items');
  return { version, title: getTitle(organization), items };
}

/** Reads the declared schema version; if it is missing, the version is derived from the namespaces. */
function detectVersion(root: XmlElement): ScormVersion {
  const written = getElementText(findElement(root, 'metadata', 'schemaversion'));
  if (/^1\.2\b/.test(written)) return '1.2';
  if (/2004|^CAM 1\.3/i.test(written)) return '2004';
  if (written !== '') throw new Error(`unknown SCORM version: ${written.slice(0, 40)}`);
  const namespaces = new Set<string>();
  const pending = [root];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    namespaces.add(next.namespace);
    pending.push(...next.children);
  }
  const all = [...namespaces].join(' ');
  if (/imscp_v1p1|adlcp_v1p3/.test(all)) return '2004';
  if (/imscp_rootv1p1p2|adlcp_rootv1p2/.test(all)) return '1.2';
  throw new Error('the manifest declares no SCORM version');
}

const getTitle = (element: XmlElement | undefined) => getElementText(findElement(element, 'title')).slice(0, maxTitle);

/** Lists items in document order. Items without a resource only group others and are skipped. */
function listItems(
  root: XmlElement,
  organization: XmlElement | undefined,
  version: ScormVersion,
  paths: ReadonlySet<string>,
): ManifestItem[] {
  const resources = new Map(
    getChildren(findElement(root, 'resources'), 'resource').map((element) => [
      element.attributes.get('identifier'),
      element,
    ]),
  );
  const bases = [root, findElement(root, 'resources')].map((element) => element?.attributes.get('xml:base') ?? '');
  const ids = new Set<string>();
  const found: ManifestItem[] = [];
  const add = (element: XmlElement) => {
    const resource = resources.get(element.attributes.get('identifierref'));
    const href = resource?.attributes.get('href');
    if (resource !== undefined && href !== undefined && href !== '') {
      const base = [...bases, resource.attributes.get('xml:base') ?? ''];
      const identifier = element.attributes.get('identifier') ?? '';
      const id = /^[\w.-]{1,100}$/.test(identifier) && !ids.has(identifier) ? identifier : `item-${found.length + 1}`;
      ids.add(id);
      found.push({
        id,
        title: getTitle(element) || identifier.slice(0, maxTitle) || id,
        href: resolveHref(base, href, element.attributes.get('parameters') ?? '', paths),
        isAsset: resource.attributes.get('scormtype')?.toLowerCase() === 'asset',
        cmi: version === '1.2' ? buildInitialCmi12(element) : buildInitialCmi2004(element),
      });
    }
    for (const child of getChildren(element, 'item')) add(child);
  };
  for (const item of getChildren(organization, 'item')) add(item);
  return found;
}

/** Accepts only files inside the package. */
function resolveHref(bases: readonly string[], href: string, parameters: string, paths: ReadonlySet<string>): string {
  const home = 'http://package.invalid/';
  const url = [...bases, href].reduce(
    (base, step) => new URL(step.trim().replaceAll('\\', '%5C'), base),
    new URL(home),
  );
  const path = decodeURIComponent(url.pathname.slice(1)).normalize('NFC');
  // `URL` clamps paths that climb above the root, so they are detected by `leavesPackage`.
  const isOutside = url.origin !== new URL(home).origin || [...bases, href].some((step) => step.trim().startsWith('/'));
  if (isOutside || leavesPackage([...bases, href].join('')) || !paths.has(path))
    throw new Error(`file not found in package: ${href.slice(0, 100)}`);
  const [, more = '', mark = ''] = /^[?&]?([^#]*)(#.*)?$/.exec(parameters.trim()) ?? [];
  const query = [url.search.slice(1), more].filter((part) => part !== '').join('&');
  const place = path.split('/').map(encodeURIComponent).join('/');
  return `${place}${query === '' ? '' : `?${query}`}${mark || url.hash}`;
}

function leavesPackage(href: string): boolean {
  let depth = 0;
  for (const step of decodeURIComponent(/^[^?#]*/.exec(href)?.[0] ?? '').split('/')) {
    depth += step === '..' ? -1 : step === '.' || step === '' ? 0 : 1;
    if (depth < 0) return true;
  }
  return false;
}

const toNumberInRange = (text: string, from: number, to: number) =>
  text !== '' && Number(text) >= from && Number(text) <= to ? text : '';
const timeActions = ['exit,message', 'exit,no message', 'continue,message', 'continue,no message'];
const getTimeLimitAction = (element: XmlElement | undefined) =>
  timeActions.find((action) => action === getElementText(element)) ?? '';

function buildInitialCmi12(item: XmlElement): Record<string, unknown> {
  return {
    launch_data: findElement(item, 'datafromlms')?.text.trim().slice(0, 4_096) ?? '',
    student_data: {
      mastery_score: toNumberInRange(getElementText(findElement(item, 'masteryscore')), 0, 100),
      time_limit_action: getTimeLimitAction(findElement(item, 'timelimitaction')),
    },
  };
}

function buildInitialCmi2004(item: XmlElement): Record<string, unknown> {
  const objective = findElement(item, 'sequencing', 'objectives', 'primaryobjective');
  const isMeasured = objective?.attributes.get('satisfiedbymeasure') === 'true';
  const threshold = findElement(item, 'completionthreshold');
  return {
    launch_data: findElement(item, 'datafromlms')?.text.trim().slice(0, 4_000) ?? '',
    scaled_passing_score: isMeasured
      ? toNumberInRange(getElementText(findElement(objective, 'minnormalizedmeasure')) || '1', -1, 1)
      : '',
    completion_threshold: toNumberInRange(
      threshold?.attributes.get('minprogressmeasure') ?? getElementText(threshold),
      0,
      1,
    ),
    time_limit_action: getTimeLimitAction(findElement(item, 'timelimitaction')),
  };
}
