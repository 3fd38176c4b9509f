import { useId } from 'react';
import { FormattedMessage } from 'react-intl';
import { Card } from '#ui/layout/card.tsx';
import { useNavigate } from 'react-router';
import { useForm } from '#platform/web/hooks/use-form.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Field } from '#ui/fields/field.tsx';
import { FormAlert } from '#ui/feedback/form-alert.tsx';
import { PageColumns } from '#ui/layout/page.tsx';
import type { Address, Checkout } from '#features/shop/shared/contract.ts';
import { findMissingFields, saveCheckoutDraft, type AddressField } from './checkout-draft.ts';
import { BuyerLine, CountryLine } from './checkout-buyer.tsx';
import { getStepPath } from './checkout-steps.tsx';
import { Totals } from '#features/shop/web/totals.tsx';
import { ActionBar } from '#ui/layout/action-bar.tsx';
import { TaskAside } from '#ui/layout/task-bar.tsx';
import { FieldRow } from '#ui/fields/field-row.tsx';

const autoComplete: Record<AddressField, string> = {
  name: 'shipping name',
  line1: 'shipping address-line1',
  line2: 'shipping address-line2',
  city: 'shipping address-level2',
  state: 'shipping address-level1',
  postalCode: 'shipping postal-code',
};
const optional = new Set<AddressField>(['line2', 'state', 'postalCode']);

/** The first checkout step: buyer and address. Input is saved as it is typed. */
export function CheckoutAddress({ checkout, address }: { checkout: Checkout; address: Address }) {
  const formId = useId();
  const navigate = useNavigate();
  const { country } = address;
  const { form, problems, formProblem, failureCount, showErrors } = useForm<AddressField>({
    check: findMissingFields,
    send: async (values) => {
      saveCheckoutDraft({ ...values, country });
      if (country === '') showErrors({ problems: {}, formProblem: 'shop.address.country_missing' });
      else await navigate(getStepPath('pay'));
    },
    onType: (values) => saveCheckoutDraft({ ...values, country }),
  });
  const field = (name: AddressField) => (
    <Field
      name={name}
      maxLength={name === 'postalCode' ? 20 : 100}
      autoComplete={autoComplete[name]}
      defaultValue={address[name]}
      dir="auto"
      label={<FormattedMessage id={`shop.address.${name}`} />}
      {...(optional.has(name) ? { optional: <FormattedMessage id="shop.address.optional" /> } : { required: true })}
      wrong={problems[name] !== undefined && <FormattedMessage id={problems[name]} />}
    />
  );
  return (
    <PageColumns>
      <form {...form} id={formId} className="card p-5 lg:p-6 grid gap-5">
        <BuyerLine buyer={checkout.buyer} />
        <FormAlert
          problem={formProblem !== null && <FormattedMessage id={formProblem} />}
          failureCount={failureCount}
        />
        <h2>
          <FormattedMessage id="shop.checkout.where" />
        </h2>
        {field('name')}
        {field('line1')}
        {field('line2')}
        <FieldRow>
          {field('city')}
          {field('postalCode')}
        </FieldRow>
        {field('state')}
        <CountryLine country={country} />
      </form>
      <TaskAside>
        <Card className="grid gap-4">
          <h2>
            <FormattedMessage id="shop.checkout.sum" values={{ count: checkout.basket.lines.length }} />
          </h2>
          <Totals sums={checkout.basket} />
        </Card>
        <ActionBar className="lg:grid">
          <Button type="submit" form={formId} size="lg" isWide>
            <FormattedMessage id="shop.checkout.next" />
          </Button>
        </ActionBar>
        <p className="text-sm text-ink-2">
          <FormattedMessage id="shop.checkout.nothing_yet" />
        </p>
      </TaskAside>
    </PageColumns>
  );
}
