import { Compass } from '#ui/icons/icons.ts';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useNavigate } from 'react-router';
import type { MessageId } from '#platform/shared/message-id.ts';
import { ApiError } from '#platform/web/client/client.ts';
import { getErrorMessageId } from '#platform/web/client/api-errors.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Disc, Row } from '#ui/lists/row.tsx';
import type { ApplicationType } from '#features/applications/shared/application.ts';
import { applicationClient } from '#features/applications/web/client.ts';
import { applicationPath } from '#features/applications/web/paths.ts';
import { refreshApplications } from '#features/applications/web/queries.ts';

/** A level one can apply for; shows why if the application can't start. */
export function ApplyRow({ type: { id: typeId, name } }: { type: ApplicationType }) {
  const intl = useIntl();
  const navigate = useNavigate();
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<MessageId | null>(null);
  const level = intl.formatMessage({ id: `certifications.level.${name}` as MessageId });

  async function begin(): Promise<void> {
    setIsBusy(true);
    setProblem(null);
    try {
      const { id } = await applicationClient('POST Applications', { body: { typeId } });
      void refreshApplications();
      await navigate(applicationPath(id));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(getErrorMessageId(error));
      setIsBusy(false);
    }
  }

  return (
    <Row
      wrapsOnPhone
      start={
        <Disc>
          <Compass size={20} />
        </Disc>
      }
      title={<FormattedMessage id="applications.own.apply" values={{ level }} />}
      text={
        <>
          <FormattedMessage id={`applications.own.about.${name}` as MessageId} />
          <span role="alert" className="block text-coral">
            {problem && <FormattedMessage id={problem} />}
          </span>
        </>
      }
      end={
        <Button kind="outlined" isBusy={isBusy} onClick={() => void begin()}>
          <FormattedMessage id="applications.own.begin" />
        </Button>
      }
    />
  );
}
