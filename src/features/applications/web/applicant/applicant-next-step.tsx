import { ArrowRight, CreditCard } from '#ui/icons/icons.ts';
import { useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link, useNavigate } from 'react-router';
import { formatMoney } from '#platform/web/i18n/format-money.ts';
import { Button, buttonClass } from '#ui/buttons/button.tsx';
import { Callout } from '#ui/feedback/callout.tsx';
import { Stat } from '#ui/display/stat.tsx';
import type { Application } from '#features/applications/shared/application.ts';
import { canTakeStep } from '#features/applications/shared/policy.ts';
import type { BillingPromptType } from './applicant-props.ts';
import { applicationClient } from '#features/applications/web/client.ts';
import { formatFee } from '#features/applications/web/fee-text.ts';
import { applicationPath, ecardPath } from '#features/applications/web/paths.ts';
import { cacheApplication, refreshApplications } from '#features/applications/web/queries.ts';

interface NextStepProps {
  application: Application;
  /** Runs the work and shows its error. */
  onTry: (work: () => Promise<void>) => Promise<void>;
}

/** The action available to the applicant in the current state. */
export function NextStep({ application, BillingPrompt, onTry }: NextStepProps & { BillingPrompt: BillingPromptType }) {
  const { state, licenseID, steps } = application;
  if (state === 'PaymentDue')
    return <PaymentPanel application={application} BillingPrompt={BillingPrompt} onTry={onTry} />;
  if (state === 'Rejected') return <ReapplyPanel application={application} onTry={onTry} />;
  if (state === 'Completed' && licenseID !== null)
    return (
      <div className="flex flex-wrap gap-3 mt-3">
        <Link className={buttonClass()} to={ecardPath(licenseID)}>
          <CreditCard size={20} aria-hidden="true" />
          <FormattedMessage id="applications.status.see_card" />
        </Link>
      </div>
    );
  return canTakeStep('withdraw', 'applicant', state) ? (
    <WithdrawPanel key={steps.length} application={application} onTry={onTry} />
  ) : null;
}

function useBusy(onTry: NextStepProps['onTry']) {
  const [isBusy, setIsBusy] = useState(false);
  const run = async (work: () => Promise<void>) => {
    setIsBusy(true);
    await onTry(work);
    setIsBusy(false);
  };
  return { isBusy, run };
}

function WithdrawPanel({ application: { id }, onTry }: NextStepProps) {
  const { isBusy, run } = useBusy(onTry);
  // Retries use the same key and take one step.
  const key = useRef(crypto.randomUUID());
  const withdraw = () =>
    run(async () => {
      const body = { key: key.current };
      cacheApplication(await applicationClient('POST Applications/{id}/withdraw', { params: { id }, body }));
      await refreshApplications();
      requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-page-title]')?.focus());
    });
  return (
    <div className="flex flex-wrap gap-3 mt-3">
      <Button kind="outlined" isBusy={isBusy} onClick={() => void withdraw()}>
        <FormattedMessage id="applications.status.withdraw" />
      </Button>
    </div>
  );
}

function PaymentPanel({
  application: { id, fee, applicant },
  BillingPrompt,
  onTry,
}: NextStepProps & { BillingPrompt: BillingPromptType }) {
  const intl = useIntl();
  const { isBusy, run } = useBusy(onTry);
  const pay = () =>
    run(async () => {
      const { payUrl } = await applicationClient('POST Applications/{id}/pay', { params: { id }, body: {} });
      if (payUrl === null) await refreshApplications();
      else location.assign(payUrl);
    });
  const { needsBirthdate, needsCountry } = fee;
  if (needsBirthdate || needsCountry)
    return <BillingPrompt needsBirthdate={needsBirthdate} onSaved={() => void refreshApplications()} />;
  return (
    <section className="card p-5 lg:p-6 grid gap-4 content-start">
      <Stat size="lg" value={formatFee(intl, fee)} label={<FormattedMessage id="applications.status.fee" />} />
      {fee.taxMinor > 0 && (
        <p className="text-sm text-ink-2">
          <FormattedMessage
            id="applications.status.fee_tax"
            values={{ tax: formatMoney(intl, { minor: fee.taxMinor, currency: fee.currency }) }}
          />
        </p>
      )}
      <Button size="lg" isBusy={isBusy} onClick={() => void pay()}>
        <FormattedMessage id="applications.status.pay" />
        <ArrowRight className="flip" size={20} aria-hidden="true" />
      </Button>
      <p className="text-sm text-ink-2">
        <FormattedMessage id="applications.status.mailed" values={{ email: <bdi>{applicant.email}</bdi> }} />
      </p>
    </section>
  );
}

function ReapplyPanel({ application: { types, steps }, onTry }: NextStepProps) {
  const { isBusy, run } = useBusy(onTry);
  const navigate = useNavigate();
  const why = steps.findLast(({ action }) => action === 'reject')?.note ?? '';
  const typeId = types[0]?.id ?? 0;
  const begin = () =>
    run(async () => {
      const { id } = await applicationClient('POST Applications', { body: { typeId } });
      await refreshApplications();
      await navigate(applicationPath(id));
    });
  return (
    <>
      {why !== '' && (
        <Callout kind="alert">
          <b className="text-md">
            <FormattedMessage id="applications.status.why" />
          </b>
          <p dir="auto">{why}</p>
        </Callout>
      )}
      <div className="flex flex-wrap gap-3 mt-3">
        <Button isBusy={isBusy} onClick={() => void begin()}>
          <FormattedMessage id="applications.status.start_new" />
        </Button>
      </div>
    </>
  );
}
