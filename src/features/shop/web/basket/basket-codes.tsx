import { clsx } from 'clsx';
import { LifeBuoy, Tag, X } from '#ui/icons/icons.ts';
import { FormattedMessage, useIntl } from 'react-intl';
import type { MessageId } from '#platform/shared/message-id.ts';
import type { ApiError } from '#platform/web/client/client.ts';
import { getErrorMessageId } from '#platform/web/client/api-errors.ts';
import { useForm } from '#platform/web/hooks/use-form.ts';
import { formatMoney } from '#platform/web/i18n/format-money.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Field } from '#ui/fields/field.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { SuggestionButton } from '#ui/buttons/suggestion-button.tsx';
import { showToast } from '#ui/overlays/toast-store.ts';
import type { Basket } from '#features/shop/shared/contract.ts';
import { useAddCode, useRemoveCode } from './basket-mutations.ts';
import { useClubBenefits } from '#features/shop/web/queries.ts';

type Code = Basket['codes'][number];
const maxCodeLength = 40;

/** The applied codes, a field for another one, and the club's own code as a suggestion. */
export function BasketCodes({ basket }: { basket: Basket }) {
  const intl = useIntl();
  const { mutateAsync: addCode } = useAddCode();
  const use = async (code: string) => {
    const { codes, currency } = await addCode(code);
    const added = codes.at(-1);
    if (added === undefined) return;
    const amount = formatMoney(intl, { minor: added.savedMinor, currency });
    showToast({ text: intl.formatMessage({ id: 'shop.basket.code_added' }, { code: added.code, amount }) });
  };
  const { form, problems, isBusy, showErrors } = useForm<'code'>({
    retryField: 'code',
    check: ({ code = '' }) => (/[a-z0-9]/i.test(code) ? {} : { code: 'shop.basket.code_missing' }),
    send: async ({ code = '' }) => {
      await use(code);
      form.ref.current?.reset();
    },
    onFailure: (error) => {
      showErrors({ problems: { code: getCodeError(error) }, formProblem: null });
      return true;
    },
  });
  const remove = useRemoveCode();
  // The pressed button disappears, so the focus moves to the code field.
  const focusField = () => form.ref.current?.querySelector('input')?.focus();
  const takeClubCode = (code: string) => {
    focusField();
    return use(code).catch((error: ApiError) =>
      showErrors({ problems: { code: getCodeError(error) }, formProblem: null }),
    );
  };
  return (
    <section className="grid gap-3">
      {basket.codes.length > 0 && (
        <ul>
          {basket.codes.map((code) => (
            <AppliedCode
              key={code.code}
              code={code}
              currency={basket.currency}
              onRemove={() => {
                focusField();
                remove(code.code);
              }}
            />
          ))}
        </ul>
      )}
      <form {...form}>
        <Field
          name="code"
          dir="ltr"
          label={<FormattedMessage id="shop.basket.code" />}
          wrong={problems.code && <FormattedMessage id={problems.code} />}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={maxCodeLength}
          end={
            <Button kind="quiet" type="submit" isBusy={isBusy}>
              <FormattedMessage id="shop.basket.code_apply" />
            </Button>
          }
        />
      </form>
      {basket.codes.length === 0 && <ClubCode onTake={(code) => void takeClubCode(code)} />}
    </section>
  );
}

/** A code in an impossible format is reported as unknown. */
function getCodeError(error: ApiError): MessageId {
  return error.code === 'request.invalid' ? 'error.shop.unknown_code' : getErrorMessageId(error);
}

interface AppliedCodeProps {
  code: Code;
  currency: string;
  onRemove: () => void;
}

function AppliedCode({ code: { code, isClub, savedMinor, problem }, currency, onRemove }: AppliedCodeProps) {
  const intl = useIntl();
  const Icon = isClub ? LifeBuoy : Tag;
  return (
    <li
      className={clsx(
        'flex text-sm items-center gap-3 ps-4 min-h-14 rounded-box not-first:mt-2',
        problem === null ? 'bg-accent-soft' : 'bg-coral-soft',
      )}
    >
      <Icon size={18} aria-hidden="true" />
      <span className="grid justify-items-start flex-1 min-w-0 py-2">
        <bdi className="font-strong num whitespace-nowrap iso">{code}</bdi>
        <span>
          {problem === null ? (
            <FormattedMessage
              id={isClub ? 'shop.basket.club_saved' : 'shop.basket.code_saved'}
              values={{ amount: formatMoney(intl, { minor: savedMinor, currency }) }}
            />
          ) : (
            <FormattedMessage id={`error.${problem}`} />
          )}
        </span>
      </span>
      <IconButton label={intl.formatMessage({ id: 'shop.basket.code_remove' }, { code })} onClick={onRemove}>
        <X size={18} aria-hidden="true" />
      </IconButton>
    </li>
  );
}

function ClubCode({ onTake }: { onTake: (code: string) => void }) {
  const { data } = useClubBenefits();
  const code = data?.discountCode ?? null;
  if (code === null) return null;
  return (
    <SuggestionButton icon={<LifeBuoy size={18} aria-hidden="true" />} onTake={() => onTake(code)}>
      <b>
        <FormattedMessage id="shop.basket.club_offer" />
      </b>
    </SuggestionButton>
  );
}
