import { FormattedMessage, useIntl } from 'react-intl';
import { Button } from '#ui/buttons/button.tsx';
import { AccountFrame, AccountHead } from './account-frame.tsx';
import { identityClient } from './client.ts';
import { FormAlert } from './form-alert.tsx';
import { useForm } from '#platform/web/hooks/use-form.ts';

/** Asks first, because any website could have sent the browser here. */
export function SignOutScreen() {
  const intl = useIntl();
  const { form, formProblem, failureCount, isBusy } = useForm<never>({
    check: () => ({}),
    send: async () => {
      const { redirectTo } = await identityClient('POST sign-out');
      location.assign(redirectTo);
      return 'leaving';
    },
  });
  return (
    <AccountFrame>
      <AccountHead
        title={intl.formatMessage({ id: 'identity.sign_out.title' })}
        text={<FormattedMessage id="identity.sign_out.text" />}
        takesFocus
      />
      <form {...form} className="mt-7">
        <FormAlert formProblem={formProblem} failureCount={failureCount} />
        <Button type="submit" size="lg" isWide isBusy={isBusy}>
          <FormattedMessage id="identity.sign_out.submit" />
        </Button>
      </form>
      <p className="mt-6 text-sm">
        <a href="/" className="py-[15px] font-strong">
          <FormattedMessage id="identity.sign_out.stay" />
        </a>
      </p>
    </AccountFrame>
  );
}
