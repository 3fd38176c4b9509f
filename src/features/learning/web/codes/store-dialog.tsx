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

/** Says with which store a code will be used; its name comes back and is shown. */
export function StoreDialog({ code, onClose }: { code: AccessCode; onClose: () => void }) {
  const intl = useIntl();
  const formId = useId();
  const { form, problems, formProblem, refusals, isBusy, refuse } = useForm<'storeNumber'>({
    retryField: 'storeNumber',
    check: ({ storeNumber = '' }) =>
      /^\s*[1-9]\d{0,8}\s*$/.test(storeNumber) ? {} : { storeNumber: 'learning.store.missing' },
    send: async ({ storeNumber = '' }) => {
      const { name } = await codes('POST codes/{code}/affiliate', {
        params: { code: code.couponCode },
        body: { storeNumber: Number(storeNumber) },
      });
      refreshLearning();
      showToast({ text: intl.formatMessage({ id: 'learning.store.named' }, { name }) });
      onClose();
    },
    onFailure: (error) => {
      const id = messageOfCode(error);
      const isNumber = error.code === 'learning.unknown_store';
      refuse(isNumber ? { problems: { storeNumber: id }, formProblem: null } : { problems: {}, formProblem: id });
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
      title={<FormattedMessage id="learning.store.title" />}
      actions={
        <>
          <Button kind="quiet" onClick={onClose}>
            <FormattedMessage id="learning.cancel" />
          </Button>
          <Button type="submit" form={formId} isBusy={isBusy}>
            <FormattedMessage id="learning.store.save" />
          </Button>
        </>
      }
    >
      <form {...form} id={formId}>
        <FormAlert problem={formProblem !== null && <FormattedMessage id={formProblem} />} refusals={refusals} />
        <p className="mb-4 text-sm text-ink-2">
          <FormattedMessage id="learning.store.text" />
        </p>
        <Field
          name="storeNumber"
          className="num"
          inputMode="numeric"
          required
          maxLength={9}
          autoComplete="off"
          label={<FormattedMessage id="learning.store.number" />}
          wrong={problems.storeNumber && <FormattedMessage id={problems.storeNumber} />}
        />
      </form>
    </Dialog>
  );
}
