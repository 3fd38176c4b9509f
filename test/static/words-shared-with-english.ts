import type { Locale } from '#platform/shared/locale.ts';
import type { SharedWords } from './message-checks.ts';

/**
 * Words that a translation may share with English, in lower case and without placeholders. The check reports any other
 * text that equals the English one as untranslated, and entries that are no longer used.
 */
const splitWords = (words: string) => words.trim().split(/,\s+/);

/** Names, units, gases, training levels, and words that nearly all languages have adopted. */
const wordsSharedByAll = splitWords(`
  advanced, adventure diver, alarm, buddy, cns, divemaster, eanx 22, eanx32, eanx36, eanx40, ecard, ecards,
  email, ft, gas, h, harbour gully, helium, hh, junior open water, kelder rock, learner-record, link, m, menu,
  min, mm, ok, open water, portal, po₂, quiz, rebreather, rescue, setpoint, shorty, status, the nave, trimix,
  zoom
`);

/** Words that a language shares with English. */
const wordsByLocale: Partial<Record<Locale, readonly string[]>> = {
  'nl-NL': splitWords(`
    account, beginner, browser, camera, club, code, codes, contact, details, is 18, passkeys, peak buoyancy,
    privacy, professional, reel, score, specialty, support, tip, transcript, water
  `),
  'fr-FR': splitWords(`
    action, active, administration, air, certification, certifications, club, code, codes, conditions,
    confirmation, contact, correct, date, documents, europe, latitude, longitude, newsletters, note, notes,
    notifications, package, photo, photos, points, promotions, questions, score, section, signature, signatures,
    total, type, version
  `),
  'de-DE': splitWords(`
    a, browser, club, code, codes, desktop, details, imperial, name, name a, name z, navigation, optional,
    passkeys, reel, region, shop, support, system, version, z
  `),
  'it-IT': splitWords(`
    account, browser, club, home, logbook, moderate, no, password, privacy, staff
  `),
  'es-ES': splitWords(`
    club, general, instructor, no, subtotal, total
  `),
  'cs-CZ': splitWords(`
    data, logbook, region, role, student, tip
  `),
  'da-DK': splitWords(`
    administration, browser, data, find, for, imperial, log, navigation, note, region, score, send invitation,
    send link, start, start elearning, subtotal, support, system, tip, type, version
  `),
  'in-ID': splitWords(`
    adventure dive, bottom time, browser, buddy check, checkout, data, deep, desktop, discover scuba diving,
    dive center, dry suit, edit, filter, hood, ice, imperial, logbook, night, nitrogen, peak buoyancy, reel,
    safety stop, semi-dry, slate, subtotal, surge, total, wreck
  `),
  'no-NO': splitWords(`
    data, filter, for, nitrogen, region, start, support, system
  `),
  'pl-PL': splitWords(`
    logbook, region, system
  `),
  'pt-PT': splitWords(`
    latitude, longitude, newsletters, subtotal, total
  `),
  'sv-SE': splitWords(`
    administration, data, navigation, region, salt, support, system, version
  `),
  'th-TH': splitWords(`
    deep, discover scuba diving, dry suit, ice, instructor, night, peak buoyancy, wreck
  `),
  'tr-TR': splitWords(`
    form
  `),
  'ms-MY': splitWords(`
    data, deep, discover scuba diving, dry suit, edit, ice, imperial, import, item, night, nitrogen,
    peak buoyancy, reel, semi-dry, slate, surge, wreck
  `),
  'tl-PH': splitWords(`
    account, adaptive support dive, address, advanced certification, adventure dive, affiliate id, agency,
    altitude dive, altitude dive planning, aluminum, anti-silting kicks, attachment, audit log,
    authenticator app, available, boat dive, boots, bottom time, browser, buddy check, camera,
    camera lanyard, caption, captions, card, cart, cavern dive, certification, cesa, checkout, club, code, compass,
    confined water, contact, controlled emergency swimming ascent, correlation id, cpr face shield,
    cramp release, dashboard, data export, debris cleanup dive, deep, deep dive, desk, digital imaging dive,
    discover scuba diving, dive, dive computer, dive light, dive planning, dive site, dive team,
    dive visualization, divemaster candidate, divemaster certification, diver, diver no, dpv, dpv check,
    dpv failure drill, draft, drift dive, dry suit, dry suit dive, dsmb dive, emergency weight drop, europe, fee,
    feet-up recovery, field, filter, fin pivot, final exam, five-point descent, form, full-face mask dive,
    gas analysis, gear, gift membership, group entry, guardian, home, hood, horizontal trim, ice, ice dive,
    imperial, instructor, intermediate, ip address, item, knowledge review, lift bag recovery, logbook,
    mailing address, mask, medical, medical questionnaire, metric, natural navigation, navigation,
    navigation dive, neutral buoyancy, night, night dive, nitrogen, non-binary, open water dive, oral inflation,
    order, oxygen, package, password, peak buoyancy, peak buoyancy dive, pending, postal code, power inflator,
    po₂ monitoring, predive loop check, predive safety check, prerequisite, preview,
    printed card, privacy, profile, progress, promo code, quarry, rebreather dive, reciprocal compass heading,
    record id, recreational, recreational dive, reef slate, reel, renewal, rescue certification, resort diving,
    safety stop, save-a-dive kit, search and recovery dive, search pattern, self-reliant dive, semi-dry,
    shark conservation dive, shop, sidemount dive, skill, slate, smb, specialty, staff, subtotal, suit,
    surface interval, surface marker buoy, surge, system, tip, tired diver tow, training, training dive,
    transcript, underwater naturalist dive, underwater scooter, valid, visibility, weighting, welcome, wreck,
    wreck dive, wrist compass
  `),
};

export const wordsSharedWithEnglish: SharedWords = { everywhere: wordsSharedByAll, in: wordsByLocale };
