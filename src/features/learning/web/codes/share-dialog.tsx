import { useEffect, useId } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useForm } from '../../../../platform/web/form.ts';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { Field } from '../../../../ui/field.tsx';
import { FormAlert } from '../../../../ui/form-alert.tsx';
import { showToast } from '../../../../ui/toast-store.ts';
import type { AccessCode } from '../../shared/codes-contract.ts';
import { codes } from '../client.ts';
import { refreshLearning } from '../queries.ts';
import { messageOfCode } from './code-failure.ts';

type Shared = Pick<AccessCode, 'couponCode' | 'certificationName'>;

/** Gives a code away: whoever has the address gets a mail and takes it after signing in. */
export function ShareDialog({ code, onClose }: { code: Shared; onClose: () => void }) {
  const intl = useIntl();
  const formId = useId();
  const { couponCode, certificationName } = code;
  const { form, problems, formProblem, refusals, isBusy, refuse } = useForm<'email'>({
    retryField: 'email',
    check: ({ email = '' }) => (/^\S+@\S+\.\S+$/.test(email.trim()) ? {} : { email: 'learning.share.email_missing' }),
    send: async ({ email = '' }) => {
      const body = { email: email.trim(), certificationName };
      await codes('POST codes/{code}/share', { params: { code: couponCode }, body });
      refreshLearning();
      showToast({ text: intl.formatMessage({ id: 'learning.share.sent' }, { email: body.email }) });
      onClose();
    },
    onFailure: (error) => {
      const isEmail = error.code === 'learning.share_to_self' || error.entries[0]?.path === 'email';
      const id = error.code === 'request.invalid' ? 'learning.share.email_missing' : messageOfCode(error);
      refuse(isEmail ? { problems: { email: id }, formProblem: null } : { problems: {}, formProblem: id });
      return true;
    },
  });
  useEffect(() => {
    form.ref.current?.querySelector('input')?.focus();
  }, [form.ref]);
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={<FormattedMessage id="learning.share.title" />}
      actions={
        <>
          <Button kind="quiet" onClick={onClose}>
            <FormattedMessage id="learning.cancel" />
          </Button>
          <Button type="submit" form={formId} isBusy={isBusy}>
            <FormattedMessage id="learning.share.send" />
          </Button>
        </>
      }
    >
      <form {...form} id={formId}>
        <FormAlert problem={formProblem !== null && <FormattedMessage id={formProblem} />} refusals={refusals} />
        <p className="mb-4 text-sm text-ink-2">
          <FormattedMessage id="learning.share.text" values={{ course: <b dir="auto">{certificationName}</b> }} />
        </p>
        <Field
          name="email"
          type="email"
          dir="ltr"
          required
          maxLength={254}
          autoComplete="off"
          label={<FormattedMessage id="learning.share.email" />}
          wrong={problems.email && <FormattedMessage id={problems.email} />}
        />
      </form>
    </Dialog>
  );
}
