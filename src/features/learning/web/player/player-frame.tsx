import { List, X } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { Link } from 'react-router';
import { Drawer } from '#ui/overlays/drawer.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { TaskBar } from '#ui/layout/task-bar.tsx';
import type { CourseView } from '#features/learning/shared/course-contract.ts';
import { useLocalProgress } from './local-progress.ts';
import { PlayerOutline, type OutlinePosition } from './player-outline.tsx';
import { coursePath } from '#features/learning/web/learner-paths.ts';
import { SaveStatus } from './save-status.tsx';

interface FrameProps {
  course: CourseView;
  current: OutlinePosition;
  title: ReactNode;
  /** Short description for the phone's header. */
  line?: ReactNode;
  /** Share from 0 to 1 for the progress line; defaults to the course's progress. */
  share?: number;
  /** Next to the content from 1280 px, below it otherwise. */
  aside?: ReactNode;
  /** Shown in the phone's action bar. */
  actions?: ReactNode;
  children: ReactNode;
}

/** Three columns on a desktop, a full-screen task on a phone. */
export function PlayerFrame({ course: stored, current, title, line, share, aside, actions, children }: FrameProps) {
  const intl = useIntl();
  const course = useLocalProgress(stored);
  const [isOpen, setIsOpen] = useState(false);
  const done = share ?? (course.lessonsTotal === 0 ? 0 : course.lessonsDone / course.lessonsTotal);
  const contents = intl.formatMessage({ id: 'learning.player.contents' });
  return (
    <>
      <TaskBar
        close={
          <Link
            className="icon-btn"
            to={coursePath(course.packageId)}
            aria-label={intl.formatMessage({ id: 'learning.player.close' })}
          >
            <X size={24} aria-hidden="true" />
          </Link>
        }
        title={title}
        state={<SaveStatus line={line} />}
        end={
          <>
            <IconButton label={contents} aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
              <List size={22} aria-hidden="true" />
            </IconButton>
            <span className="player-line" aria-hidden="true">
              <i style={{ inlineSize: `${done * 100}%` }} />
            </span>
          </>
        }
      />
      <div className="player">
        <nav className="course-outline only-wide" aria-label={contents}>
          <PlayerOutline course={course} current={current} />
        </nav>
        <div className="read">{children}</div>
        {aside}
      </div>
      {actions && <div className="action-bar only-phone">{actions}</div>}
      <Drawer
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        title={contents}
        closeLabel={intl.formatMessage({ id: 'shell.close' })}
      >
        <nav className="course-outline" aria-label={contents}>
          <PlayerOutline course={course} current={current} onGo={() => setIsOpen(false)} />
        </nav>
      </Drawer>
    </>
  );
}
