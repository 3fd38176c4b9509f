import { readFileSync } from 'node:fs';
import { importPKCS8, SignJWT } from 'jose';
import * as z from 'zod';
import { loadBrand } from '#platform/server/config/brand.ts';
import type { Context, Services } from '#platform/server/http/context.ts';
import type { Env } from '#platform/server/config/env.ts';
import { FileReply } from '#platform/server/http/file-reply.ts';
import { intlTag, type Locale } from '#platform/shared/locale.ts';
import { fail, type ECard } from '#features/certifications/shared/contract.ts';
import { packCredential } from '#features/certifications/shared/credential.ts';
import { findLevel } from '#domain/certification-levels.ts';
import { type CardFact, describeCardFacts, type DrawnCard, getCardColor } from './card-document.ts';
import { pickCulture } from '#features/certifications/server/card-info.ts';

type WalletKind = ECard['wallets'][number];
type WalletCard = Omit<DrawnCard, 'photoId'> & { licenseID: number; language: string };

/** The wallets with configured keys. */
export function listWallets(env: Env): WalletKind[] {
  return [
    ...(env.APPLE_PASS_TYPE === undefined ? [] : ['apple' as const]),
    ...(env.GOOGLE_WALLET_ISSUER === undefined ? [] : ['google' as const]),
  ];
}

/** Returns a pass file for Apple; for Google, the URL that adds the card. */
export async function makePass(ctx: Context, kind: WalletKind, card: WalletCard, culture: Locale | undefined) {
  const { services, now } = ctx;
  if (!listWallets(services.env).includes(kind)) throw fail('certifications.no_wallet');
  const pass = buildPass(services, card, pickCulture(culture, card.language));
  if (kind === 'google') return { url: await createGoogleUrl(services.env, pass, now) };
  return new FileReply(await createApplePass(services.env, pass), 'application/vnd.apple.pkpass', {
    'content-disposition': `attachment; filename="ecard-${card.licenseID}.pkpass"`,
  });
}

interface Pass {
  id: string;
  language: string;
  issuer: string;
  mark: readonly [string, string];
  ground: string;
  level: string;
  front: CardFact[];
  back: CardFact[];
  url: string;
  /** Shown for readers who can't scan. */
  code: string;
}

function buildPass(services: Services, card: WalletCard, locale: Locale): Pass {
  const { name, logo } = loadBrand(services.env.BRAND_FILE);
  const level = findLevel(card.levelID);
  if (level === undefined) throw fail('certifications.no_card');
  return {
    id: `card-${card.licenseID}`,
    language: intlTag(locale),
    issuer: name,
    mark: logo,
    ground: getCardColor(level),
    // Passes are shown to anyone and stored by the phone vendor, so the birthdate is omitted.
    ...describeCardFacts(services, locale, level, { ...card, birthdate: null }),
    url: `${services.env.BASE_URL}/verify#${packCredential(card.credential)}`,
    code: card.code,
  };
}

async function createApplePass(env: Env, { id, issuer, mark, ground, level, front, back, url }: Pass): Promise<Buffer> {
  const { PKPass } = await import('passkit-generator');
  const pass = new PKPass(
    await drawIcons(mark, ground),
    {
      wwdr: readFileSync(env.APPLE_WWDR_CERTIFICATE_FILE ?? ''),
      signerCert: readFileSync(env.APPLE_PASS_CERTIFICATE_FILE ?? ''),
      signerKey: readFileSync(env.APPLE_PASS_KEY_FILE ?? ''),
      ...(env.APPLE_PASS_KEY_SECRET !== undefined && { signerKeyPassphrase: env.APPLE_PASS_KEY_SECRET }),
    },
    {
      serialNumber: id,
      passTypeIdentifier: env.APPLE_PASS_TYPE ?? '',
      teamIdentifier: env.APPLE_PASS_TEAM ?? '',
      organizationName: issuer,
      description: level,
      logoText: issuer,
      backgroundColor: `rgb(${parseColor(ground).join(', ')})`,
      foregroundColor: 'rgb(255, 255, 255)',
      labelColor: 'rgb(207, 230, 229)',
    },
  );
  pass.type = 'generic';
  pass.primaryFields.push({ key: 'level', value: level });
  const field =
    (side: string) =>
    ({ label, value }: CardFact, index: number) => ({ key: `${side}${index}`, label, value });
  pass.secondaryFields.push(...front.slice(0, 2).map(field('front')));
  pass.auxiliaryFields.push(...front.slice(2).map(field('more')));
  pass.backFields.push(...back.map(field('back')));
  pass.setBarcodes({ format: 'PKBarcodeFormatQR', message: url, messageEncoding: 'iso-8859-1' });
  return pass.getAsBuffer();
}

/** The brand mark on the card's color, in the sizes Apple requires. */
async function drawIcons([upper, lower]: Pass['mark'], ground: string): Promise<Record<string, Buffer>> {
  const { default: sharp } = await import('sharp');
  const draw = (side: number, background: string): Promise<Buffer> =>
    sharp(
      Buffer.from(
        `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-4 -4 40 40" width="${side}" height="${side}">` +
          `<rect x="-4" y="-4" width="40" height="40" fill="${background}"/>` +
          `<path fill="#fff" d="${upper}"/><path fill="#fff" opacity=".55" d="${lower}"/></svg>`,
      ),
    )
      .png()
      .toBuffer();
  return {
    'icon.png': await draw(29, ground),
    'icon@2x.png': await draw(58, ground),
    'icon@3x.png': await draw(87, ground),
    'logo.png': await draw(50, 'none'),
    'logo@2x.png': await draw(100, 'none'),
  };
}

function parseColor(color: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
}

const ServiceAccount = z.object({ client_email: z.string(), private_key: z.string() });

async function createGoogleUrl(env: Env, pass: Pass, now: Date): Promise<string> {
  const account = ServiceAccount.parse(JSON.parse(readFileSync(env.GOOGLE_WALLET_KEY_FILE ?? '', 'utf8')));
  const toLocalized = (value: string) => ({ defaultValue: { language: pass.language, value } });
  const issuer = env.GOOGLE_WALLET_ISSUER;
  const classId = `${issuer}.ecard`;
  const card = {
    id: `${issuer}.${pass.id}`,
    classId,
    hexBackgroundColor: pass.ground,
    cardTitle: toLocalized(pass.issuer),
    header: toLocalized(pass.level),
    ...(pass.front[0] && { subheader: toLocalized(pass.front[0].value) }),
    barcode: { type: 'QR_CODE', value: pass.url, alternateText: pass.code },
    // The URL contains everything, and some browsers truncate it after 1800 characters; the QR code leads to the rest.
    textModulesData: pass.front.slice(1).map(({ label, value }) => ({ header: label, body: value })),
  };
  const jwt = await new SignJWT({
    typ: 'savetowallet',
    payload: { genericClasses: [{ id: classId }], genericObjects: [card] },
  })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
    .setIssuer(account.client_email)
    .setAudience('google')
    .setIssuedAt(now)
    .sign(await importPKCS8(account.private_key, 'RS256'));
  return `https://pay.google.com/gp/v/save/${jwt}`;
}
