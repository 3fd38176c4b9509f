import { useEffect, useRef, useState, type FormEvent } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { MessageId } from '#platform/shared/message-id.ts';
import { ApiError } from '#platform/web/client/client.ts';
import { LinkButton } from '#ui/buttons/button.tsx';
import { FormDialog } from '#ui/overlays/form-dialog.tsx';
import { Field } from '#ui/fields/field.tsx';
import { showToast } from '#ui/overlays/toast-store.ts';
import { emailCodeDigits } from '#features/identity/shared/rules.ts';
import { emailClient } from '#features/account/web/client.ts';

/** Messages of the shell, because the dialog opens over every page. */
const problemMessages: Readonly<Record<string, MessageId>> = {
  'identity.email_code_wrong': 'shell.verify.wrong',
  'identity.email_code_expired': 'shell.verify.expired',
  'identity.too_many_tries': 'error.rate.limited',
  'account.email_elsewhere': 'shell.verify.elsewhere',
};

function getProblemMessageId(error: unknown): MessageId {
  if (!(error instanceof ApiError)) throw error;
  if (error.status === 0) return 'error.network.failed';
  return problemMessages[error.code] ?? 'GeneralError';
}

type SendCodeResult = { email: string; isVerified: boolean } | { problem: MessageId };

async function sendCode(isAgain: boolean): Promise<SendCodeResult> {
  try {
    return await emailClient('POST email-verification/send', { body: { isAgain } });
  } catch (error) {
    return { problem: getProblemMessageId(error) };
  }
}

/** Asks for the code that was mailed at sign-up. A new one is sent if none is active. */
export function EmailCodeDialog({ onDone }: { onDone: (isVerified: boolean) => void }) {
  const intl = useIntl();
  const input = useRef<HTMLInputElement>(null);
  const [email, setEmail] = useState<string | null>(null);
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<MessageId | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [isResent, setIsResent] = useState(false);

  async function sendAgain(): Promise<void> {
    const sent = await sendCode(true);
    if ('problem' in sent) setProblem(sent.problem);
    else if (sent.isVerified) return onDone(true);
    else {
      setCode('');
      setProblem(null);
      setIsResent(true);
    }
    input.current?.focus();
  }

  async function submit(enteredCode: string): Promise<void> {
    if (isBusy) return;
    if (enteredCode.length < emailCodeDigits) {
      setProblem('shell.verify.short');
      return input.current?.focus();
    }
    setIsBusy(true);
    try {
      await emailClient('POST email-verification/code', { body: { code: enteredCode } });
      showToast({ text: intl.formatMessage({ id: 'shell.verify.done' }) });
      return onDone(true);
    } catch (error) {
      setProblem(getProblemMessageId(error));
      setIsBusy(false);
      input.current?.focus();
      input.current?.select();
    }
  }

  function type(text: string): void {
    const digits = text.replaceAll(/\D/g, '').slice(0, emailCodeDigits);
    setCode(digits);
    setProblem(null);
    if (digits.length === emailCodeDigits && digits !== code) void submit(digits);
  }

  useEffect(() => {
    let isOpen = true;
    const start = async () => {
      const sent = await sendCode(false);
      if (!isOpen) return;
      if ('problem' in sent) setProblem(sent.problem);
      else if (sent.isVerified) onDone(true);
      else setEmail(sent.email);
      input.current?.focus();
    };
    void start();
    return () => {
      isOpen = false;
    };
  }, [onDone]);

  return (
    <FormDialog
      title={<FormattedMessage id="shell.verify.title" />}
      form={{
        onSubmit: (event: FormEvent) => {
          event.preventDefault();
          void submit(code);
        },
      }}
      className="grid gap-4"
      cancelLabel={<FormattedMessage id="shell.verify.cancel" />}
      submitLabel={<FormattedMessage id="shell.verify.submit" />}
      isBusy={isBusy}
      onClose={() => onDone(false)}
    >
      <p aria-live="polite">
        {email === null ? (
          problem === null && <FormattedMessage id="shell.verify.sending" />
        ) : (
          <FormattedMessage
            id={isResent ? 'shell.verify.again.sent' : 'shell.verify.text'}
            values={{ email: <bdi className="font-strong wrap-anywhere">{email}</bdi> }}
          />
        )}
      </p>
      <Field
        ref={input}
        name="code"
        value={code}
        onChange={(event) => type(event.target.value)}
        inputMode="numeric"
        autoComplete="one-time-code"
        dir="ltr"
        required
        label={<FormattedMessage id="shell.verify.label" />}
        wrong={problem !== null && <FormattedMessage id={problem} />}
      />
      <p className="text-sm">
        <LinkButton onClick={() => void sendAgain()}>
          <FormattedMessage id="shell.verify.again" />
        </LinkButton>
      </p>
    </FormDialog>
  );
}
