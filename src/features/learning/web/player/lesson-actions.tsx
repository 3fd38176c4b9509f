import { ArrowLeft, ArrowRight } from '#ui/icons/icons.ts';
import { FormattedMessage, useIntl } from 'react-intl';
import { barIconButton } from './player-layout.tsx';
import { Link } from 'react-router';
import { Button, buttonClass, type ButtonLook } from '#ui/buttons/button.tsx';
import { clsx } from 'clsx';
import type { LessonView, NextStep } from '#features/learning/shared/course-contract.ts';
import { coursePath, stepPath } from '#features/learning/web/learner-paths.ts';
import { isAnsweredByPress } from '#features/learning/web/questions/control.ts';
import type { Checks } from './use-checks.ts';

interface ActionsProps {
  lesson: LessonView;
  checks: Checks | null;
  /** Only the arrow fits in the phone's action bar. */
  isBar?: boolean;
}

export function LessonActions({ lesson, checks, isBar = false }: ActionsProps) {
  const look: ButtonLook = isBar ? { size: 'lg' } : {};
  return (
    <>
      <BackAction lesson={lesson} checks={checks} isBar={isBar} look={look} />
      <NextAction lesson={lesson} checks={checks} look={look} />
    </>
  );
}

const backIcon = <ArrowLeft className="flip" size={20} aria-hidden="true" />;
const nextIcon = <ArrowRight className="flip" size={18} aria-hidden="true" />;

function BackAction({ lesson, checks, isBar, look }: ActionsProps & { look: ButtonLook }) {
  const intl = useIntl();
  const label = intl.formatMessage({ id: 'learning.player.back' });
  const content = (
    <>
      {backIcon}
      <span className={clsx(isBar && 'vh')}>{label}</span>
    </>
  );
  const className = clsx(isBar && barIconButton);
  if (checks !== null && checks.index > 0)
    return (
      <Button {...look} className={className} kind="outlined" onClick={() => checks.go(checks.index - 1)}>
        {content}
      </Button>
    );
  const to = lesson.previous === null ? coursePath(lesson.packageId) : stepPath(lesson.packageId, lesson.previous);
  return (
    <Link className={clsx(buttonClass({ ...look, kind: 'outlined' }), className)} to={to}>
      {content}
    </Link>
  );
}

function NextAction({ lesson, checks, look }: ActionsProps & { look: ButtonLook }) {
  if (checks === null) return <NextLink lesson={lesson} look={look} isFilled />;
  const { index, total, tries, open, canCheck, draft, check } = checks;
  if (tries.right === null && !isAnsweredByPress(check.question))
    return (
      <Button {...look} disabled={!canCheck} onClick={() => checks.answer([...draft])}>
        <FormattedMessage id="learning.player.check_answer" />
      </Button>
    );
  const isAnswered = tries.right !== null;
  if (index < total - 1)
    return (
      <Button {...look} kind={isAnswered ? 'filled' : 'outlined'} onClick={() => checks.go(index + 1)}>
        <FormattedMessage id={isAnswered ? 'learning.player.next_question' : 'learning.player.skip'} />
        {nextIcon}
      </Button>
    );
  if (isAnswered && open !== null)
    return (
      <Button {...look} onClick={() => checks.go(open)}>
        <FormattedMessage id="learning.player.open_question" />
      </Button>
    );
  return <NextLink lesson={lesson} look={look} isFilled={isAnswered} />;
}

function NextLink({ lesson, look, isFilled }: { lesson: LessonView; look: ButtonLook; isFilled: boolean }) {
  const { packageId, next } = lesson;
  const kind = isFilled ? 'filled' : 'outlined';
  return (
    <Link
      className={buttonClass({ ...look, kind })}
      to={next === null ? coursePath(packageId) : stepPath(packageId, next)}
    >
      <NextLabel next={next} />
      {nextIcon}
    </Link>
  );
}

export function NextLabel({ next }: { next: Pick<NextStep, 'kind'> | null }) {
  return <FormattedMessage id={`learning.player.next.${next?.kind ?? 'course'}`} />;
}
