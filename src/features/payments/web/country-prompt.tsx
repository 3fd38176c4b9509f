import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { ApiError, createClient } from '#platform/web/client/client.ts';
import { getErrorMessageId } from '#platform/web/client/api-errors.ts';
import { useLocale } from '#platform/web/i18n/i18n.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { ComboBox } from '#ui/fields/combo-box.tsx';
import type { profileEndpoints } from '#features/account/shared/profile-contract.ts';
import { paymentClient } from './client.ts';

const profileClient = createClient<typeof profileEndpoints>('/api/global');

/** Asks for a missing country, because it decides currency and tax. */
export function CountryPrompt({ onSaved }: { onSaved: () => void }) {
  const intl = useIntl();
  const culture = useLocale();
  const [country, setCountry] = useState<string | null>(null);
  const [isMissing, setIsMissing] = useState(false);
  const { data: countries = [] } = useQuery({
    queryKey: ['account', 'countries', culture],
    queryFn: () => profileClient('GET Countries', { query: { culture } }),
    staleTime: Infinity,
  });
  const { mutate, isPending, error } = useMutation({
    mutationFn: (chosen: string) => paymentClient('PUT billing/country', { body: { country: chosen } }),
    onSuccess: onSaved,
  });
  const refused = error instanceof ApiError ? getErrorMessageId(error) : error === null ? null : 'GeneralError';
  const wrong = refused ?? (isMissing && country === null ? 'error.payments.unknown_country' : null);
  return (
    <form
      className="card p-5 lg:p-6 grid max-w-[680px] gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        setIsMissing(true);
        if (country !== null && !isPending) mutate(country);
      }}
    >
      <h2>
        <FormattedMessage id="payments.country.title" />
      </h2>
      <p className="text-sm text-ink-2">
        <FormattedMessage id="payments.country.text" />
      </p>
      <ComboBox
        key={intl.locale}
        label={<FormattedMessage id="payments.country.label" />}
        choices={countries.map(({ id, name }) => ({ id, label: name }))}
        value={country}
        onChange={setCountry}
        placeholder={intl.formatMessage({ id: 'payments.country.search' })}
        empty={<FormattedMessage id="payments.country.none" />}
        openLabel={intl.formatMessage({ id: 'payments.country.open' })}
        wrong={wrong !== null && <FormattedMessage id={wrong} />}
      />
      <Button type="submit" className="justify-self-start max-sm:justify-self-stretch" isBusy={isPending}>
        <FormattedMessage id="payments.country.save" />
      </Button>
    </form>
  );
}
