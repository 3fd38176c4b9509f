import { BirthdatePrompt } from './birthdate-prompt.tsx';
import { CountryPrompt } from './country-prompt.tsx';

/** What has to be known before paying, one after the other: a minor is not asked for a country. */
export function BillingPrompt({ needsBirthdate, onGiven }: { needsBirthdate: boolean; onGiven: () => void }) {
  return needsBirthdate ? <BirthdatePrompt onGiven={onGiven} /> : <CountryPrompt onGiven={onGiven} />;
}
