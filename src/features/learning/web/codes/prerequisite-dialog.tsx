import { FormattedMessage } from 'react-intl';
import { Link } from 'react-router';
import { SentenceSpace } from '#platform/web/i18n/sentence-space.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { coursePath } from '#features/learning/shared/player-paths.ts';
import type { MissingPrerequisite } from './missing-prerequisite.ts';

/** Explains which certification the code's course requires, and how to get it. */
export function PrerequisiteDialog({ level, course, onClose }: MissingPrerequisite & { onClose: () => void }) {
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={<FormattedMessage id="learning.code.not_yet" />}
      actions={
        <Button onClick={onClose}>
          <FormattedMessage id="shell.close" />
        </Button>
      }
    >
      <p>
        <FormattedMessage id="learning.code.needs" values={{ level: <b>{level}</b> }} />
        <SentenceSpace />
        <FormattedMessage id="learning.code.kept" />
      </p>
      <p className="mt-3 grid justify-items-start gap-2">
        {course !== undefined && (
          <Link to={coursePath(course)}>
            <FormattedMessage id="learning.code.needs_course" values={{ level }} />
          </Link>
        )}
        <Link to="/certifications/list">
          <FormattedMessage id="learning.code.needs_card" />
        </Link>
      </p>
    </Dialog>
  );
}
