import { clsx } from 'clsx';
import { List, X } from '#ui/icons/icons.ts';
import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { Link } from 'react-router';
import { IconButton, iconButtonClass } from '#ui/buttons/icon-button.tsx';
import { TaskBar } from '#ui/layout/task-bar.tsx';
import type { CourseView } from '#features/learning/shared/course-contract.ts';
import { useLocalProgress } from './local-progress.ts';
import { PlayerOutline, type OutlinePosition } from './player-outline.tsx';
import { coursePath } from '#features/learning/web/learner-paths.ts';
import { ProgressSaveStatus } from './progress-save-status.tsx';
import { ActionBar } from '#ui/layout/action-bar.tsx';

const loadDrawer = () => import('#ui/overlays/drawer.tsx');
const Drawer = lazy(async () => ({ default: (await loadDrawer()).Drawer }));

interface FrameProps {
  course: CourseView;
  current: OutlinePosition;
  title: ReactNode;
  /** Short description for the phone's header. */
  line?: ReactNode;
  /** Share from 0 to 1 for the progress line; defaults to the course's progress. */
  share?: number;
  /** A `PlayerPanel`. */
  aside?: ReactNode;
  /** The content fills the page instead of a column for reading. */
  isWide?: boolean;
  /** Shown in the phone's action bar. */
  actions?: ReactNode;
  children: ReactNode;
}

/** Three columns on a desktop, a full-screen task on a phone. */
export function PlayerFrame({
  course: stored,
  current,
  title,
  line,
  share,
  aside,
  isWide = false,
  actions,
  children,
}: FrameProps) {
  const intl = useIntl();
  const course = useLocalProgress(stored);
  const [isOpen, setIsOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  // The drawer isn't part of the first screen, but must also open after the network is lost.
  useEffect(() => void loadDrawer().catch(() => undefined), []);
  const done = share ?? (course.lessonsTotal === 0 ? 0 : course.lessonsDone / course.lessonsTotal);
  const contents = intl.formatMessage({ id: 'learning.player.contents' });
  const show = () => {
    setWasOpened(true);
    setIsOpen(true);
  };
  return (
    <>
      <TaskBar
        hasGutter={false}
        close={
          <Link
            className={iconButtonClass()}
            to={coursePath(course.packageId)}
            aria-label={intl.formatMessage({ id: 'learning.player.close' })}
          >
            <X size={24} aria-hidden="true" />
          </Link>
        }
        title={title}
        state={<ProgressSaveStatus line={line} />}
        end={
          <>
            <IconButton label={contents} aria-haspopup="dialog" onClick={show}>
              <List size={22} aria-hidden="true" />
            </IconButton>
            <span className="absolute inset-x-0 -bottom-px h-0.75 bg-sunken" aria-hidden="true">
              <i
                className="block h-full bg-accent transition-[inline-size] duration-move ease-in-water forced-colors:bg-[Highlight] forced-colors:forced-color-adjust-none"
                style={{ inlineSize: `${done * 100}%` }}
              />
            </span>
          </>
        }
      />
      <div
        data-bleed=""
        className={clsx(
          'lg:grid lg:min-h-[calc(100dvh-var(--header))] lg:grid-cols-[296px_minmax(0,1fr)]',
          aside && 'xl:grid-cols-[296px_minmax(0,1fr)_432px]',
        )}
      >
        <nav
          className="only-wide sticky top-header row-[1/3] h-[calc(100dvh-var(--header)-var(--tour))] self-start overflow-y-auto border-e border-line py-8 text-sm [--outline-row:40px] [--outline-start:var(--gutter)] xl:row-1"
          aria-label={contents}
        >
          <PlayerOutline course={course} current={current} />
        </nav>
        <div
          className={clsx(
            'mx-auto w-full min-w-0 lg:px-12 lg:pt-8 lg:pb-10',
            !isWide && 'max-w-[calc(680px+2*var(--gutter))] px-gutter pt-5 lg:max-w-194',
            aside ? 'max-lg:pb-6' : 'max-lg:pb-[calc(var(--tour)+120px)] xl:mx-0',
          )}
          data-part="content"
        >
          {children}
        </div>
        {aside}
      </div>
      {actions && <ActionBar className="only-phone">{actions}</ActionBar>}
      {wasOpened && (
        <Suspense>
          <Drawer
            isOpen={isOpen}
            onOpenChange={setIsOpen}
            title={contents}
            closeLabel={intl.formatMessage({ id: 'shell.close' })}
          >
            <nav
              className="pt-2 pb-8 text-sm [--outline-row:var(--tap)] [--outline-start:var(--s-5)]"
              aria-label={contents}
            >
              <PlayerOutline course={course} current={current} onGo={() => setIsOpen(false)} />
            </nav>
          </Drawer>
        </Suspense>
      )}
    </>
  );
}
