import { FormattedMessage, useIntl } from 'react-intl';
import { LinkButton } from '../../../ui/button.tsx';
import { Callout } from '../../../ui/callout.tsx';
import { ComboBox } from '../../../ui/combo-box.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import type { Country } from '../shared/profile-contract.ts';
import { ConflictChoice, fieldId, ProfileField, wrongAt } from './profile-field.tsx';
import type { ProfileForm } from './profile-form-state.ts';
import { ProfileSection } from './profile-section.tsx';
import { useStates } from './queries.ts';

interface AddressProps {
  form: ProfileForm;
  countries: readonly Country[];
}

export function AddressSection({ form, countries }: AddressProps) {
  const country = countries.find(({ id }) => id === form.values.countryId);
  return (
    <ProfileSection title="account.address.title" text="account.address.text">
      <CountryField form={form} countries={countries} />
      <ProfileField form={form} field="addressLine1" label="account.address.line1" autoComplete="address-line1" />
      <ProfileField
        form={form}
        field="addressLine2"
        label="account.address.line2"
        autoComplete="address-line2"
        isOptional
      />
      <div className="two">
        <ProfileField form={form} field="city" label="account.address.city" autoComplete="address-level2" />
        <ProfileField
          form={form}
          field="postalCode"
          label="account.address.postal_code"
          autoComplete="postal-code"
          isOptional={country?.postalCodeRequired === false}
          hint={
            country?.postalCodeExample && (
              <FormattedMessage
                id="account.address.postal_code_example"
                values={{ example: <bdi className="num whitespace-nowrap">{country.postalCodeExample}</bdi> }}
              />
            )
          }
        />
      </div>
      {country?.hasStates && <StateField key={country.id} form={form} country={country} />}
    </ProfileSection>
  );
}

function CountryField({ form, countries }: AddressProps) {
  const intl = useIntl();
  const now = countries.find(({ id }) => id === form.edit.base.countryId)?.name;
  return (
    <div>
      <ComboBox
        // Names in another language are another list.
        key={intl.locale}
        id={fieldId('countryId')}
        label={<FormattedMessage id="account.address.country" />}
        choices={countries.map(({ id, name }) => ({ id, label: name }))}
        value={form.values.countryId || null}
        onChange={(id) => form.type('countryId', id ?? '')}
        placeholder={intl.formatMessage({ id: 'account.address.country_search' })}
        empty={<FormattedMessage id="account.address.no_match" />}
        openLabel={intl.formatMessage({ id: 'account.address.open_list' })}
        wrong={wrongAt(form, 'countryId', 'countryId', now)}
      />
      <ConflictChoice form={form} field="countryId" />
    </div>
  );
}

/** By the country's own list; a country without one asks for none. */
function StateField({ form, country }: { form: ProfileForm; country: Country }) {
  const intl = useIntl();
  const { data: states, error, isFetching, refetch } = useStates(country.id);
  if (states === undefined)
    return error !== null ? (
      <div role="alert">
        <Callout kind="alert">
          <FormattedMessage id="account.address.states_failed" />{' '}
          <LinkButton className="-my-3 py-3" aria-disabled={isFetching} onClick={() => void refetch()}>
            <FormattedMessage id="account.address.states_retry" />
          </LinkButton>
        </Callout>
      </div>
    ) : (
      <div aria-busy="true">
        <Skeleton height={80} />
      </div>
    );
  const now = states.find(({ stateId }) => stateId === form.edit.base.stateId)?.name;
  return (
    <div>
      <ComboBox
        key={intl.locale}
        id={fieldId('stateId')}
        label={<FormattedMessage id="account.address.state" />}
        {...(!country.stateRequired && { optional: <FormattedMessage id="account.optional" /> })}
        choices={states.map(({ stateId, name }) => ({ id: stateId, label: name }))}
        value={form.values.stateId || null}
        onChange={(id) => form.type('stateId', id ?? '')}
        placeholder={intl.formatMessage({ id: 'account.address.state_search' })}
        empty={<FormattedMessage id="account.address.no_match" />}
        openLabel={intl.formatMessage({ id: 'account.address.open_list' })}
        wrong={wrongAt(form, 'stateId', 'stateId', now)}
      />
      <ConflictChoice form={form} field="stateId" />
    </div>
  );
}
