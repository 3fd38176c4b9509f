import { FormattedMessage, useIntl } from 'react-intl';
import { CoursePath, type CoursePoint } from '#ui/dive/course-path.tsx';

const steps = ['affiliation', 'forms', 'elearning', 'dive'] as const;

/** Depths of the descent, the bottom and the ascent; each stop is centered above its text. */
const depths = [0.46, 0.9, 0.74, 0.32] as const;

/** The steps of the program, drawn as a dive and listed as text. */
export function ProgramSteps() {
  const intl = useIntl();
  const points: CoursePoint[] = steps.map((step, index) => ({
    at: (index + 0.5) / steps.length,
    depth: depths[index] ?? 0,
    stop: {
      state: 'next',
      icon: <span className="num">{index + 1}</span>,
      label: intl.formatMessage({ id: `dsd.step.${step}` }),
      isLabelHidden: true,
    },
  }));
  return (
    <div className="[&>.path]:mb-0 [&_.stop]:size-7 [&_.stop]:text-(length:--t-xs) [&_.stop]:font-strong">
      <CoursePath label={intl.formatMessage({ id: 'dsd.step.path' })} points={points} progress={0} />
      <ol className="grid gap-5 mt-8 lg:grid-cols-4 lg:text-center">
        {steps.map((step, index) => (
          <li className="flex gap-4 lg:block" key={step}>
            <span
              className="grid size-11 flex-none place-items-center rounded-full bg-sunken text-ink-2 forced-colors:border lg:hidden"
              aria-hidden="true"
            >
              <span className="num">{index + 1}</span>
            </span>
            <div>
              <h2 className="text-md">
                <FormattedMessage id={`dsd.step.${step}`} />
              </h2>
              <p className="text-sm text-ink-2">
                <FormattedMessage id={`dsd.step.${step}_text`} />
              </p>
            </div>
          </li>
        ))}
      </ol>
    </div>
  );
}
