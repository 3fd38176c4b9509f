/** A phrase that reads as translated, and the usual English for it. */
export interface BannedPhrase {
  pattern: RegExp;
  use: string;
}

/** Phrases that English texts must not contain. Patterns match whole words in any case. */
export const bannedPhrases: readonly BannedPhrase[] = [
  { pattern: /\bmend(s|ed|ing)?\b/i, use: 'change, correct or fix' },
  { pattern: /\banew\b/i, use: 'again' },
  { pattern: /\bwho(ever|mever|soever)\b/i, use: 'the person who, or a role' },
  { pattern: /\bthr(ow|ows|own|ew|owing)( \w+){0,2} away\b/i, use: 'delete or discard' },
  { pattern: /\b(waits|awaits?|wait for|waiting for (you|us|them|him|her))\b/i, use: 'to verify, to sign, pending …' },
  { pattern: /\bst(ands?|ood) (on|in|at|there|here|under|above|below)\b/i, use: 'is on, or shows' },
  { pattern: /\b(go|goes|going|went) on\b/i, use: 'continue' },
  { pattern: /\b(by|of) (itself|themselves)\b/i, use: 'automatically' },
  { pattern: /\b(saves?|renews?|ends?|updates?|deletes?) itself\b/i, use: 'is saved automatically' },
  { pattern: /\bat once\b/i, use: 'immediately or right away' },
  { pattern: /\bmeanwhile\b/i, use: 'since then, or nothing' },
  { pattern: /\b(no|any) such\b/i, use: 'we couldn’t find that …' },
  { pattern: /\bso that\b(?!’)/i, use: 'so' },
  { pattern: /\b(is|are|was|were|be|been|being) (told|said)\b/i, use: 'we’ll let you know' },
  { pattern: /\b(some|any|every|no)body\b/i, use: 'a noun, someone or no one' },
  { pattern: /\b(a|an|the|any) \w+ of (yours|theirs|ours)\b/i, use: 'your …' },
  { pattern: /\bwritten down\b/i, use: 'logged or saved' },
  { pattern: /\bbec(a|o)me of\b/i, use: 'status or history' },
  { pattern: /\bdeeds?\b/i, use: 'action' },
  { pattern: /\b(give|gives|given|gave) (it |them |the \w+ )?up\b/i, use: 'cancel' },
  { pattern: /\blook(s|ed|ing)? (it|them|this|everything) over\b/i, use: 'review' },
  { pattern: /\bknows? (no|of no)\b/i, use: 'no … matches' },
  { pattern: /\bstill to come\b/i, use: 'in the future' },
  { pattern: /\bwants? (another|a new)\b/i, use: 'try again, or retake …' },
  { pattern: /\ball that (is|was|were)\b/i, use: 'a noun, such as details' },
  { pattern: /\bas far as (I|we|you) know\b/i, use: 'to the best of my knowledge' },
  { pattern: /\bno longer with us\b/i, use: 'this account has been closed' },
  { pattern: /\be-mail/i, use: 'email' },
  { pattern: /[\d…]\s%/, use: '75%, without a space' },
];

/** Messages that use a banned phrase in its ordinary sense, reviewed one by one. The value is the phrase as written. */
export const reviewedExceptions: Readonly<Record<string, string>> = {};

/** The same for content and for what commands print, by file. */
export const reviewedFileExceptions: Readonly<Record<string, string>> = {
  // The right that a release gives up is legal English.
  'content/forms/liability-release/v2/en-US.json': 'give up',
  // What an analyzer displays, in a video for all languages.
  'content/enriched-air/media/fill-and-analyse.scene.svg': '9 %',
  // The user account of Unix.
  'src/platform/server/postgres/account.ts': 'nobody',
};
