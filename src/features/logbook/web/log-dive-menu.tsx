import { useEffect, type RefObject } from 'react';
import { useIntl, type IntlShape } from 'react-intl';
import { useNavigate } from 'react-router';
import { GraduationCap, Waves } from '#ui/icons/icons.ts';
import { currentLocale } from '#platform/web/i18n/i18n.tsx';
import { MenuPopover, type MenuPopoverProps } from '#ui/overlays/menu.tsx';
import type { InstructorInfo } from '#features/logbook/shared/contract.ts';
import { instructorName } from '#features/logbook/shared/instructor-name.ts';
import { useOpenTrainingDives } from './queries.ts';
import { getOpenDivePath } from '#features/logbook/shared/training-form-path.ts';

const recreationalPath = '/logbook/log-dive/recreational/create';

interface LogDiveMenuProps extends Pick<MenuPopoverProps, 'placement'> {
  triggerRef: RefObject<HTMLElement | null>;
  /** Opens the recreational form right away if there is no training dive to offer. */
  isSkippedWithoutCourse?: boolean;
  onClose: () => void;
}

/** The next training dive of each open course, a recreational dive, and the list of all training dives. */
export function LogDiveMenu({ triggerRef, isSkippedWithoutCourse = false, onClose, ...look }: LogDiveMenuProps) {
  const intl = useIntl();
  const navigate = useNavigate();
  const { data: openDives = [], isPending } = useOpenTrainingDives();
  // A failed lookup counts as none, because it must not keep anyone from logging a dive.
  const isSkipped = isSkippedWithoutCourse && !isPending && openDives.length === 0;
  useEffect(() => {
    if (!isSkipped) return;
    onClose();
    void navigate(recreationalPath);
  }, [isSkipped, navigate, onClose]);
  const icon = { size: 20, 'aria-hidden': true } as const;
  return (
    <MenuPopover
      {...look}
      label={intl.formatMessage({ id: 'shell.thumb.logDive' })}
      triggerRef={triggerRef}
      isOpen={!isPending && !isSkipped}
      onOpenChange={onClose}
      navigate={(href) => void navigate(href)}
      items={[
        ...openDives.map((dive) => ({
          id: `${dive.log_course}-${dive.log_number}`,
          label: formatOpenDive(intl, dive),
          icon: <GraduationCap {...icon} />,
          href: getOpenDivePath(dive),
        })),
        {
          id: 'recreational',
          label: intl.formatMessage({ id: 'shell.log.recreational' }),
          icon: <Waves {...icon} />,
          href: recreationalPath,
        },
        {
          id: 'training',
          label: intl.formatMessage({ id: openDives.length > 0 ? 'shell.log.other_training' : 'shell.log.training' }),
          icon: <GraduationCap {...icon} />,
          href: '/logbook/log-dive/select-course',
        },
      ]}
    />
  );
}

function formatOpenDive(
  intl: IntlShape,
  { log_number: number, instructor }: { log_number: number; instructor: InstructorInfo | null },
): string {
  if (instructor === null) return intl.formatMessage({ id: 'shell.log.next' }, { number });
  const name = instructorName(instructor, currentLocale());
  return intl.formatMessage({ id: 'shell.log.next_with' }, { number, name });
}
