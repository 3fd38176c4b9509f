import { BirthdatePrompt } from './birthdate-prompt.tsx';
import { CountryPrompt } from './country-prompt.tsx';

/** Asks for the birthdate first, because a minor does not need to provide a country. */
export function BillingPrompt({ needsBirthdate, onSaved }: { needsBirthdate: boolean; onSaved: () => void }) {
  return needsBirthdate ? <BirthdatePrompt onSaved={onSaved} /> : <CountryPrompt onSaved={onSaved} />;
}
