import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { FormattedDay } from '#platform/web/i18n/formatted-day.tsx';
import { formatErrorMessage } from '#platform/web/client/error-message.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Callout } from '#ui/feedback/callout.tsx';
import { TextAreaField } from '#ui/fields/field.tsx';
import { showToast } from '#ui/overlays/toast-store.ts';
import type { OwnRemoval } from '#features/family/shared/contract.ts';
import { familyClient } from '#features/family/web/client.ts';
import { refreshFamily } from '#features/family/web/queries.ts';

/** Lets a former guardian ask for a review within 14 days. */
export function FormerGuardian({ removal }: { removal: OwnRemoval }) {
  const intl = useIntl();
  const [isAsking, setIsAsking] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [text, setText] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const { id, childName, removedDate, reviewUntil, review } = removal;
  const values = {
    child: <bdi>{childName}</bdi>,
    date: <FormattedDay value={removedDate} format="long" />,
    until: <FormattedDay value={reviewUntil} format="long" />,
  };
  async function send(): Promise<void> {
    if (text.trim() === '') return setIsMissing(true);
    setIsBusy(true);
    try {
      await familyClient('POST Removals/{id}/review', { params: { id }, body: { text: text.trim() } });
      showToast({ text: intl.formatMessage({ id: 'family.review.sent' }) });
    } catch (error) {
      showToast({ text: formatErrorMessage(intl, error) });
    }
    setIsBusy(false);
    await refreshFamily();
  }
  return (
    <Callout kind={review === 'none' ? 'alert' : 'wait'}>
      <b>
        <FormattedMessage id="family.review.title" values={values} />
      </b>
      <p>
        <FormattedMessage id={`family.review.${review}`} values={values} />
      </p>
      {review === 'none' &&
        (isAsking ? (
          <form
            className="mt-3 grid gap-3"
            noValidate
            onSubmit={(event) => {
              event.preventDefault();
              void send();
            }}
          >
            <TextAreaField
              required
              maxLength={1_000}
              value={text}
              onChange={(event) => {
                setText(event.target.value);
                setIsMissing(false);
              }}
              label={<FormattedMessage id="family.review.label" />}
              wrong={isMissing && <FormattedMessage id="family.review.missing" />}
            />
            <div>
              <Button type="submit" isBusy={isBusy}>
                <FormattedMessage id="family.review.send" />
              </Button>
            </div>
          </form>
        ) : (
          <Button kind="outlined" size="sm" className="mt-3" onClick={() => setIsAsking(true)}>
            <FormattedMessage id="family.review.action" />
          </Button>
        ))}
    </Callout>
  );
}
