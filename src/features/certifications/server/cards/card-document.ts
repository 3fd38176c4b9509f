import { createHash } from 'node:crypto';
import { loadBrand } from '#platform/server/config/brand.ts';
import type { Services } from '#platform/server/http/context.ts';
import { renderPdfAndPng } from '#platform/server/documents/render-pdf.ts';
import type { MessageValues } from '#platform/server/i18n/messages.ts';
import type { Day } from '#platform/shared/dates.ts';
import { createDayFormatter, type DayFormat } from '#platform/shared/format-day.ts';
import { getTextDirection, type Locale } from '#platform/shared/locale.ts';
import { toTrainingFeet } from '#domain/training-lengths.ts';
import { type CardTone, getCardTone } from '#features/certifications/shared/card-tone.ts';
import { artHeight, artWidth, buildContours } from '#features/certifications/shared/contours.ts';
import { packCredential } from '#features/certifications/shared/credential.ts';
import { findLevel, type Level } from '#domain/certification-levels.ts';
import { youngDiverLimits } from '#domain/young-divers.ts';
import { qrPath } from './qr-path.ts';
import { formatLevelName } from '#features/certifications/server/card-info.ts';

export interface DrawnCard {
  affiliateId: number;
  levelID: number;
  certDate: string;
  name: string;
  birthdate: string | null;
  instructorName: string;
  instructorNumber: number | null;
  storeName: string;
  storeNumber: number | null;
  office: string;
  code: string;
  credential: string;
  /** The approved photo on the card. */
  photoId: string | null;
}

export interface CardDocument {
  locale: Locale;
  title: string;
  data: object;
  /** The text of the QR code on the back. */
  url: string;
  backdrop: string;
  /** Hash of the card's content and design; files with another hash are outdated. */
  digest: string;
}

type Translate = (key: string, values?: MessageValues) => string;
export interface CardFact {
  label: string;
  value: string;
}

/** Increase this when the design changes, so existing files are regenerated. */
const designVersion = 1;
/** Eight pixels per millimeter are sharp on a phone and take half the time of ten. */
const widthPx = 765;
/** The color tokens of src/ui, identical in light and dark mode. */
const tones: Record<CardTone, string> = {
  '12': '#186973',
  '18': '#0C6772',
  '30': '#0A5260',
  '40': '#063742',
  gas: '#1D4F3C',
};

/** The translated level and facts on the front and back of a card. */
export function describeCardFacts(
  { env, messages }: Services,
  locale: Locale,
  level: Level,
  card: Facts,
): { level: string; front: CardFact[]; back: CardFact[] } {
  const translate = createTranslator(messages, locale);
  const { shortName } = loadBrand(env.BRAND_FILE);
  return {
    level: formatLevelName(messages, locale, level),
    front: frontFacts(card, locale, translate),
    back: backFacts(card, locale, translate, { shortName, iso: level.iso }),
  };
}

export function getCardColor(level: Level): string {
  return tones[getCardTone(level)];
}

/** The translated content of a card, except the photo file. */
export function describeCard(services: Services, locale: Locale, card: DrawnCard): CardDocument {
  const level = findLevel(card.levelID);
  if (level === undefined) throw new Error(`unknown certification level ${card.levelID}`);
  const { env, messages } = services;
  const { logo, shortName, tagline } = loadBrand(env.BRAND_FILE);
  const translate = createTranslator(messages, locale);
  const facts = describeCardFacts(services, locale, level, card);
  const isolate = createBidiIsolator(locale);
  const ownFacts = (side: CardFact[]) =>
    side.map(({ label, value }) => ({ label: isolate(label), value: isolate(value) }));
  const data = {
    level: isolate(facts.level),
    front: ownFacts(facts.front),
    back: ownFacts(facts.back),
    issuer: [shortName, tagline].filter((line) => line !== '').map(isolate),
    limit: describeLimit(level, translate).map(isolate),
    mark: toSvg(32, 32, `<path fill="#fff" d="${logo[0]}"/><path fill="#fff" opacity=".55" d="${logo[1]}"/>`),
    qrText: translate('qr'),
    hasPhoto: card.photoId !== null,
    photoText: translate('photo', { name: card.name }),
  };
  const url = `${env.BASE_URL}/verify#${packCredential(card.credential)}`;
  const backdrop = buildBackdrop(level);
  const title = `${facts.level} – ${card.name}`;
  const all = JSON.stringify([
    designVersion,
    locale,
    title,
    data,
    url,
    getCardColor(level),
    level.levelID,
    card.photoId,
  ]);
  return { locale, title, data, url, backdrop, digest: createHash('sha256').update(all).digest('base64url') };
}

/**
 * Isolates text directions where they can mix. Purely left-to-right text gets no marks, because they would be rendered.
 */
function createBidiIsolator(locale: Locale): (text: string) => string {
  const isOther = getTextDirection(locale) === 'rtl' ? () => true : (text: string) => /[\u0590-\u08ff]/.test(text);
  return (text) => (isOther(text) ? `\u2068${text}\u2069` : text);
}

function createTranslator(messages: Services['messages'], locale: Locale): Translate {
  return (key, values) => messages.format(locale, `certifications.card.${key}`, values);
}

/** Renders PDF and PNG from one layout. */
export function drawCard(
  { locale, title, data, url, backdrop }: CardDocument,
  photo: Buffer | null,
  at: Date,
): Promise<{ pdf: Buffer; png: Buffer }> {
  return renderPdfAndPng({
    template: new URL('./card.typ', import.meta.url),
    data: { ...data, qr: buildQrCode(url) },
    locale,
    title,
    at,
    backdrop,
    files: photo === null ? {} : { 'photo.jpg': photo },
    widthPx,
  });
}

/** The depth limit in both units, because cards are read worldwide; otherwise the kind of card. */
function describeLimit({ name, kind, maxDepthM }: Level, translate: Translate): string[] {
  if (name === 'enriched_air') return [translate('mixes')];
  if (kind === 'professional') return [translate('professional')];
  if (maxDepthM === null) return [translate('specialty')];
  if (name === 'junior_open_water')
    return youngDiverLimits.map(({ fromAge: from, toAge: to, depthM: metres }) =>
      translate('limit_ages', { from, to, metres, feet: toTrainingFeet(metres) }),
    );
  return [translate('limit', { depth: maxDepthM }), translate('limit_feet', { depth: toTrainingFeet(maxDepthM) })];
}

type Facts = Omit<DrawnCard, 'credential' | 'photoId'>;

function frontFacts(card: Facts, locale: Locale, translate: Translate): CardFact[] {
  const facts = [
    { label: translate('diver'), value: card.name },
    { label: translate('certified'), value: formatDay(locale, card.certDate, 'medium') },
    { label: translate('diver_number'), value: String(card.affiliateId) },
    { label: translate('instructor'), value: card.instructorName },
  ];
  return facts.filter(({ value }) => value !== '');
}

function backFacts(
  card: Facts,
  locale: Locale,
  translate: Translate,
  { shortName, iso }: { shortName: string; iso: string | null },
): CardFact[] {
  const numbered = (key: string, number: number | null): string =>
    number === null ? translate(key) : translate(`${key}_number`, { number: String(number) });
  const facts = [
    { label: translate('born'), value: card.birthdate === null ? '' : formatDay(locale, card.birthdate, 'long') },
    { label: numbered('instructor', card.instructorNumber), value: card.instructorName },
    { label: numbered('store', card.storeNumber), value: card.storeName },
    { label: translate('equivalent'), value: iso ?? '' },
    { label: translate('issued_by'), value: [shortName, card.office].filter((part) => part !== '').join(', ') },
    { label: translate('code'), value: card.code },
  ];
  return facts.filter(({ value }) => value !== '');
}

const dayFormatters = new Map<string, (day: Day) => string>();

function formatDay(locale: Locale, day: Day, format: DayFormat): string {
  const key = `${locale} ${format}`;
  const write = dayFormatters.get(key) ?? createDayFormatter(locale, format);
  dayFormatters.set(key, write);
  return write(day);
}

function toSvg(width: number, height: number, body: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${body}</svg>`;
}

function buildQrCode(text: string): { svg: string; modules: number } {
  const { path, size } = qrPath(text);
  return { svg: toSvg(size, size, `<path fill="#06232B" fill-rule="evenodd" d="${path}"/>`), modules: size };
}

const backdrops = new Map<number, string>();

/** Both sides in one drawing, at ten units per millimeter: background, depth contours, white back. */
function buildBackdrop(level: Level): string {
  const { levelID } = level;
  const known = backdrops.get(levelID);
  if (known !== undefined) return known;
  const side = (y: number) => `x="50" y="${y}" width="856" height="540" rx="32"`;
  const art = buildContours(levelID).map((path) => `<path d="${simplifyPath(path)}"/>`);
  const drawn = toSvg(
    956,
    1230,
    `<rect width="956" height="1230" fill="#F4F6F6"/>` +
      `<clipPath id="front"><rect ${side(50)}/></clipPath><rect ${side(50)} fill="${getCardColor(level)}"/>` +
      `<g clip-path="url(#front)"><g transform="translate(50 50) scale(${856 / artWidth} ${540 / artHeight})"` +
      ` fill="#001218" fill-opacity=".07" fill-rule="evenodd" stroke="#fff" stroke-opacity=".16">${art.join('')}</g></g>` +
      `<rect ${side(640)} fill="#fff" stroke="#D8E1E1" stroke-width="2"/>`,
  );
  backdrops.set(levelID, drawn);
  return drawn;
}

/** Keeps every third point. The difference is invisible on a card, and Typst renders twice as fast. */
function simplifyPath(path: string): string {
  const loops = path.split('M').slice(1);
  return loops.map(simplifyLoop).join('');
}

function simplifyLoop(loop: string): string {
  const points = [...loop.matchAll(/Q(-?\d+) (-?\d+)/g)]
    .map(([, x, y]) => [Number(x), Number(y)] as const)
    .filter((_, index) => index % 3 === 0);
  const middles = points.map(([x, y], index) => {
    const [nextX, nextY] = points[(index + 1) % points.length] ?? [x, y];
    return `${(x + nextX) / 2} ${(y + nextY) / 2}`;
  });
  return `M${middles.at(-1)}${points.map(([x, y], index) => `Q${x} ${y} ${middles[index]}`).join('')}Z`;
}
