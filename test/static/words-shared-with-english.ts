import type { Locale } from '#platform/shared/locale.ts';
import type { SharedWords } from './message-checks.ts';

/**
 * Words that a translation may share with English, in lower case and without placeholders. The check reports any other
 * text that equals the English one as untranslated, and entries that are no longer used.
 */
const splitWords = (words: string) => words.trim().split(/,\s+/);

/** Names, units, gases, training levels, and words that nearly all languages have adopted. */
const wordsSharedByAll = splitWords(`
  advanced, adventure diver, buddy, divemaster, e-mail, eanx 22, eanx32, eanx36, eanx40, ecard, ecards, ft,
  gas, h, harbour gully, helium, hh, junior open water, kelder rock, learner-record, link, m, menu, min, mm,
  ok, open water, portal, quiz, rebreather, rescue, resort, shorty, status, the nave, trimix, zoom
`);

/** Words that a language shares with English. */
const wordsByLocale: Partial<Record<Locale, readonly string[]>> = {
  'nl-NL': splitWords(`
    account, beginner, browser, camera, club, code, codes, contact, details, mail, mails, open, passkeys,
    peak buoyancy, privacy, professional, reel, score, specialty, support, tip, variant, water
  `),
  'fr-FR': splitWords(`
    active, air, association, certification, certifications, club, code, codes, conditions, confirmation,
    contact, date, europe, messages, newsletters, note, notes, notifications, photo, photos, points,
    promotions, questions, score, section, signature, signatures, surface, total, version, versions
  `),
  'de-DE': splitWords(`
    a, browser, club, code, codes, desktop, details, imperial, mails, name, name a, name z, navigation,
    optional, passkeys, reel, region, shop, support, system, version, z
  `),
  'it-IT': splitWords(`
    account, browser, club, home, logbook, moderate, no, password, picture in picture, privacy, staff
  `),
  'es-ES': splitWords(`
    club, general, instructor, no, subtotal, total
  `),
  'cs-CZ': splitWords(`
    data, logbook, role, student, tip
  `),
  'da-DK': splitWords(`
    browser, data, find, for, imperial, log, mail, mails, navigation, note, region, scan, score, send,
    send invitation, start, subtotal, support, system, tip, variant, version
  `),
  'in-ID': splitWords(`
    adventure dive, bottom time, browser, checkout, data, deep, desktop, dive center, dry suit, edit, gender,
    hood, ice, imperial, logbook, night, nitrogen, no, peak buoyancy, reel, safety stop, semi-dry, slate,
    subtotal, surge, total, wreck
  `),
  'no-NO': splitWords(`
    best, data, for, nitrogen, region, salt, send, start, support, system, variant
  `),
  'pl-PL': splitWords(`
    logbook, region, start
  `),
  'pt-PT': splitWords(`
    newsletters, subtotal, total
  `),
  'sv-SE': splitWords(`
    data, navigation, region, salt, start, support, system, variant, version
  `),
  'th-TH': splitWords(`
    deep, dry suit, ice, instructor, night, peak buoyancy, wreck
  `),
  'tr-TR': splitWords(`
    form, no
  `),
  'ms-MY': splitWords(`
    data, deep, desktop, dry suit, edit, ice, imperial, night, nitrogen, no, peak buoyancy, reel, semi-dry,
    slate, surge, wreck
  `),
  'tl-PH': splitWords(`
    access, access code, account, adaptive support dive, address, advanced card, adventure dive, agency,
    altitude dive, aluminum, audit log, basket, boat dive, boots, bottom time, browser, camera, caption,
    captions, card, cavern dive, certification, checkout, club, code, compass, confined water, congratulations,
    contact, content, dashboard, deep, deep dive, desk, digital imaging dive, discover scuba diving, dive,
    dive computer, dive operator, dive site, divemaster candidate, divemaster card, diver, diver no, draft,
    drift dive, dry suit, dry suit dive, europe, exam, fee, field, final exam, form, full-face mask dive, gear,
    guardian, home, hood, ice, ice dive, imperial, instructor, instructor no, intermediate, item,
    knowledge review, logbook, mailing address, mask, medical, medical form, medical questionnaire, metric,
    naturalist dive, navigation, navigation dive, network address, neutral buoyancy, night, night dive,
    nitrogen, no, non-binary, open water dive, order, oxygen, package, password, peak buoyancy,
    peak buoyancy dive, performance, picture in picture, postal code, preview, privacy, profile, quarry,
    rebreather dive, recreational, recreational dive, reef slate, reel, renewal, rescue breathing shield,
    rescue card, resort diving, review, safety stop, search and recovery dive, self-reliant dive, semi-dry,
    shark conservation dive, shop, sidemount dive, skill, slate, specialty, staff, subtotal, suit, surge,
    system, tip, training, training dive, underwater scooter dive, valid, visibility, welcome, wreck,
    wreck dive, wrist compass
  `),
};

export const wordsSharedWithEnglish: SharedWords = { everywhere: wordsSharedByAll, in: wordsByLocale };
