import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { MessageId } from '#platform/shared/message-id.ts';
import { LinkButton } from '#ui/buttons/button.tsx';
import { Callout } from '#ui/feedback/callout.tsx';
import { ComboBox } from '#ui/fields/combo-box.tsx';
import { Field } from '#ui/fields/field.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import type { Country } from '#features/account/shared/profile-contract.ts';
import { useStates } from './profile-queries.ts';
import { FieldRow } from '#ui/fields/field-row.tsx';

export type AddressField = 'countryId' | 'addressLine1' | 'addressLine2' | 'city' | 'postalCode' | 'stateId';

export interface AddressFieldsProps {
  countries: readonly Country[];
  values: Readonly<Record<AddressField, string>>;
  onType: (field: AddressField, value: string) => void;
  idOf: (field: AddressField) => string;
  /** The error of a field; `nameOf` translates an id to its name. */
  wrong: (field: AddressField, nameOf?: (id: string) => string | undefined) => ReactNode;
  below?: (field: AddressField) => ReactNode;
}

/** Address fields for any country, which determines the states and the postal code's format. */
export function AddressFields(props: AddressFieldsProps) {
  const { countries, values } = props;
  const country = countries.find(({ id }) => id === values.countryId);
  return (
    <>
      <CountryField {...props} />
      <TextField {...props} field="addressLine1" label="account.address.line1" autoComplete="address-line1" />
      <TextField
        {...props}
        field="addressLine2"
        label="account.address.line2"
        autoComplete="address-line2"
        isOptional
      />
      <FieldRow>
        <TextField {...props} field="city" label="account.address.city" autoComplete="address-level2" />
        <TextField
          {...props}
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
      </FieldRow>
      {country?.hasStates && <StateField key={country.id} {...props} country={country} />}
    </>
  );
}

interface TextFieldProps extends AddressFieldsProps {
  field: AddressField;
  label: MessageId;
  autoComplete: string;
  isOptional?: boolean;
  hint?: ReactNode;
}

function TextField({ field, label, autoComplete, isOptional = false, hint, ...props }: TextFieldProps) {
  const { values, onType, idOf, wrong, below } = props;
  return (
    <div>
      <Field
        className="[&_input]:own-direction"
        id={idOf(field)}
        name={field}
        value={values[field]}
        onChange={(event) => onType(field, event.target.value)}
        autoComplete={autoComplete}
        label={<FormattedMessage id={label} />}
        hint={hint}
        {...(isOptional ? { optional: <FormattedMessage id="account.optional" /> } : { required: true })}
        wrong={wrong(field)}
      />
      {below?.(field)}
    </div>
  );
}

function CountryField({ countries, values, onType, idOf, wrong, below }: AddressFieldsProps) {
  const intl = useIntl();
  return (
    <div>
      <ComboBox
        // A new language has a new list of names.
        key={intl.locale}
        id={idOf('countryId')}
        label={<FormattedMessage id="account.address.country" />}
        choices={countries.map(({ id, name }) => ({ id, label: name }))}
        value={values.countryId || null}
        onChange={(id) => onType('countryId', id ?? '')}
        placeholder={intl.formatMessage({ id: 'account.address.country_search' })}
        empty={<FormattedMessage id="account.address.no_match" />}
        openLabel={intl.formatMessage({ id: 'account.address.open_list' })}
        wrong={wrong('countryId', (id) => countries.find((country) => country.id === id)?.name)}
      />
      {below?.('countryId')}
    </div>
  );
}

/** Shown only for countries with a list of states. */
function StateField({ country, values, onType, idOf, wrong, below }: AddressFieldsProps & { country: Country }) {
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
  return (
    <div>
      <ComboBox
        key={intl.locale}
        id={idOf('stateId')}
        label={<FormattedMessage id="account.address.state" />}
        {...(!country.stateRequired && { optional: <FormattedMessage id="account.optional" /> })}
        choices={states.map(({ stateId, name }) => ({ id: stateId, label: name }))}
        value={values.stateId || null}
        onChange={(id) => onType('stateId', id ?? '')}
        placeholder={intl.formatMessage({ id: 'account.address.state_search' })}
        empty={<FormattedMessage id="account.address.no_match" />}
        openLabel={intl.formatMessage({ id: 'account.address.open_list' })}
        wrong={wrong('stateId', (id) => states.find(({ stateId }) => stateId === id)?.name)}
      />
      {below?.('stateId')}
    </div>
  );
}
