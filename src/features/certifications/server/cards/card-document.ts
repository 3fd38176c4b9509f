import { createHash } from 'node:crypto';
import { loadBrand } from '#platform/server/config/brand.ts';
import type { Services } from '#platform/server/http/context.ts';
import { renderPdfAndPng } from '#platform/server/documents/render-pdf.ts';
import type { MessageValues } from '#platform/server/i18n/messages.ts';
import { getTextDirection, formattingTag, type Locale } from '#platform/shared/locale.ts';
import { toTrainingFeet } from '#domain/training-lengths.ts';
import { type CardTone, getCardTone } from '#features/certifications/shared/card-tone.ts';
import { artHeight, artWidth, buildContours } from '#features/certifications/shared/contours.ts';
import { packCredential } from '#features/certifications/shared/credential.ts';
import { findLevel, type Level } from '#domain/certification-levels.ts';
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
  /** Which approved photo is on it. */
  photoId: string | null;
}

export interface CardDocument {
  locale: Locale;
  title: string;
  data: object;
  /** What the code on the back says. */
  url: string;
  backdrop: string;
  /** Of everything that is on the card and of how it is drawn; a file with another one is out of date. */
  digest: string;
}

type Translate = (key: string, values?: MessageValues) => string;
export interface CardFact {
  label: string;
  value: string;
}

/** To be raised when the card is drawn in another way, so that files made before are made anew. */
const designVersion = 1;
/** Eight a millimetre: sharp on a phone, and half the work of ten. */
const widthPx = 765;
/** The tokens of src/ui, the same by day and by night. */
const tones: Record<CardTone, string> = {
  '12': '#186973',
  '18': '#0C6772',
  '30': '#0A5260',
  '40': '#063742',
  gas: '#1D4F3C',
};

/** What a card says, in a language: its level, and what stands on the front and on the back. */
export function describeCardFacts(
  { env, messages }: Services,
  locale: Locale,
  level: Level,
  card: Facts,
): { level: string; front: CardFact[]; back: CardFact[] } {
  const say = createTranslator(messages, locale);
  const { shortName } = loadBrand(env.BRAND_FILE);
  return {
    level: formatLevelName(messages, locale, level),
    front: frontFacts(card, locale, say),
    back: backFacts(card, locale, say, { shortName, iso: level.iso }),
  };
}

export function getCardColor(level: Level): string {
  return tones[getCardTone(level)];
}

/** Everything on a card, in a language, but the photo itself. */
export function describeCard(services: Services, locale: Locale, card: DrawnCard): CardDocument {
  const level = findLevel(card.levelID);
  if (level === undefined) throw new Error(`nobody can name the level ${card.levelID}`);
  const { env, messages } = services;
  const { logo, shortName, tagline } = loadBrand(env.BRAND_FILE);
  const say = createTranslator(messages, locale);
  const facts = describeCardFacts(services, locale, level, card);
  const own = createBidiIsolator(locale);
  const ownFacts = (side: CardFact[]) => side.map(({ label, value }) => ({ label: own(label), value: own(value) }));
  const data = {
    level: own(facts.level),
    front: ownFacts(facts.front),
    back: ownFacts(facts.back),
    issuer: [shortName, tagline].filter((line) => line !== '').map(own),
    limit: describeLimit(level, say).map(own),
    mark: toSvg(32, 32, `<path fill="#fff" d="${logo[0]}"/><path fill="#fff" opacity=".55" d="${logo[1]}"/>`),
    qrText: say('qr'),
    hasPhoto: card.photoId !== null,
    photoText: say('photo', { name: card.name }),
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

/** A text keeps its own direction between others. Where all run the same way nothing is added: it would be set, too. */
function createBidiIsolator(locale: Locale): (text: string) => string {
  const isOther = getTextDirection(locale) === 'rtl' ? () => true : (text: string) => /[\u0590-\u08ff]/.test(text);
  return (text) => (isOther(text) ? `\u2068${text}\u2069` : text);
}

function createTranslator(messages: Services['messages'], locale: Locale): Translate {
  return (key, values) => messages.format(locale, `certifications.card.${key}`, values);
}

/** The card as PDF and PNG: one layout for both. */
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

/** How deep, in both units, because it is read everywhere; else what kind of card it is. */
function describeLimit({ name, kind, maxDepthM }: Level, say: Translate): string[] {
  if (name === 'enriched_air') return [say('mixes')];
  if (kind === 'professional') return [say('professional')];
  if (maxDepthM === null) return [say('specialty')];
  return [say('limit', { depth: maxDepthM }), say('limit_feet', { depth: toTrainingFeet(maxDepthM) })];
}

type Facts = Omit<DrawnCard, 'credential' | 'photoId'>;

function frontFacts(card: Facts, locale: Locale, say: Translate): CardFact[] {
  const facts = [
    { label: say('diver'), value: card.name },
    { label: say('certified'), value: formatDay(locale, card.certDate, 'short') },
    { label: say('diver_number'), value: String(card.affiliateId) },
    { label: say('instructor'), value: card.instructorName },
  ];
  return facts.filter(({ value }) => value !== '');
}

function backFacts(
  card: Facts,
  locale: Locale,
  say: Translate,
  { shortName, iso }: { shortName: string; iso: string | null },
): CardFact[] {
  const numbered = (key: string, number: number | null): string =>
    number === null ? say(key) : say(`${key}_number`, { number: String(number) });
  const facts = [
    { label: say('born'), value: card.birthdate === null ? '' : formatDay(locale, card.birthdate, 'long') },
    { label: numbered('instructor', card.instructorNumber), value: card.instructorName },
    { label: numbered('store', card.storeNumber), value: card.storeName },
    { label: say('equivalent'), value: iso ?? '' },
    { label: say('issued_by'), value: [shortName, card.office].filter((part) => part !== '').join(', ') },
    { label: say('code'), value: card.code },
  ];
  return facts.filter(({ value }) => value !== '');
}

const days = new Map<string, Intl.DateTimeFormat>();

function formatDay(locale: Locale, isoDay: string, month: 'short' | 'long'): string {
  const key = `${locale} ${month}`;
  const options = { day: 'numeric', month, year: 'numeric', timeZone: 'UTC' } as const;
  const format = days.get(key) ?? new Intl.DateTimeFormat(formattingTag(locale), options);
  days.set(key, format);
  return format.format(new Date(isoDay));
}

function toSvg(width: number, height: number, body: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${body}</svg>`;
}

function buildQrCode(text: string): { svg: string; modules: number } {
  const { path, size } = qrPath(text);
  return { svg: toSvg(size, size, `<path fill="#06232B" fill-rule="evenodd" d="${path}"/>`), modules: size };
}

const backdrops = new Map<number, string>();

/** Both sides one above the other, ten units a millimetre: the ground, the sea floor of the level, the white back. */
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

/** Every third point of a line: on a card nobody sees the difference, and Typst takes half as long. */
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
