import { Package, Trash2 } from '#ui/icons/icons.ts';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router';
import { formatDay } from '#platform/shared/format-day.ts';
import type { MessageId } from '#platform/shared/message-id.ts';
import { ApiError } from '#platform/web/client/client.ts';
import { getErrorMessageId } from '#platform/web/client/api-errors.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Callout } from '#ui/feedback/callout.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { Disc, Row } from '#ui/lists/row.tsx';
import type { ScormPackage } from '#features/learning/shared/scorm-contract.ts';
import { scormClient } from '#features/learning/web/client.ts';
import { coursePath } from '#features/learning/shared/player-paths.ts';

interface DeskPackageProps {
  course: ScormPackage;
  onRemoved: () => void;
}

export function DeskPackage({ course, onRemoved }: DeskPackageProps) {
  const intl = useIntl();
  const [isConfirming, setIsConfirming] = useState(false);
  const { packageId, title, version, items, bytes, uploadedDate } = course;
  return (
    <>
      <Row
        start={
          <Disc>
            <Package size={20} />
          </Disc>
        }
        title={
          <Link to={coursePath(packageId)} dir="auto">
            {title}
          </Link>
        }
        text={
          <FormattedMessage
            id="learning.desk.facts"
            values={{
              id: <bdi dir="ltr">{packageId}</bdi>,
              version,
              parts: items.length,
              size: intl.formatNumber(Math.max(0.1, bytes / 1_000_000), {
                style: 'unit',
                unit: 'megabyte',
                maximumFractionDigits: 1,
              }),
              date: formatDay(intl, uploadedDate, 'medium'),
            }}
          />
        }
        end={
          <IconButton
            label={intl.formatMessage({ id: 'learning.desk.remove' }, { title })}
            aria-haspopup="dialog"
            onClick={() => setIsConfirming(true)}
          >
            <Trash2 size={20} aria-hidden="true" />
          </IconButton>
        }
      />
      {isConfirming && <RemoveDialog course={course} onRemoved={onRemoved} onClose={() => setIsConfirming(false)} />}
    </>
  );
}

function RemoveDialog({ course, onRemoved, onClose }: DeskPackageProps & { onClose: () => void }) {
  const [problem, setProblem] = useState<MessageId | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const remove = async () => {
    setIsBusy(true);
    try {
      await scormClient('DELETE scorm/packages/{packageId}', { params: { packageId: course.packageId } });
      onClose();
      onRemoved();
    } catch (error) {
      setIsBusy(false);
      if (!(error instanceof ApiError)) throw error;
      setProblem(getErrorMessageId(error));
    }
  };
  return (
    <Dialog
      isOpen
      isAlert
      onOpenChange={onClose}
      title={<FormattedMessage id="learning.desk.remove_title" values={{ title: <bdi>{course.title}</bdi> }} />}
      actions={
        <>
          <Button kind="quiet" onClick={onClose}>
            <FormattedMessage id="learning.desk.keep" />
          </Button>
          <Button isBusy={isBusy} onClick={() => void remove()}>
            <FormattedMessage id="learning.desk.remove_yes" />
          </Button>
        </>
      }
    >
      <p>
        <FormattedMessage id="learning.desk.remove_text" />
      </p>
      <div role="alert" className="[&:not(:empty)]:mt-4">
        {problem !== null && (
          <Callout kind="alert">
            <FormattedMessage id={problem} />
          </Callout>
        )}
      </div>
    </Dialog>
  );
}
