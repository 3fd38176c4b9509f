import { useLocale } from './i18n.tsx';

/** The space between two sentences. Chinese and Japanese have none after their full-width punctuation. */
export function SentenceSpace() {
  return /^(ja|zh)/.test(useLocale()) ? null : ' ';
}
