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
    <div className="dsd-steps">
      <CoursePath label={intl.formatMessage({ id: 'dsd.step.path' })} points={points} progress={0} />
      <ol>
        {steps.map((step, index) => (
          <li key={step}>
            <span className="disc" aria-hidden="true">
              <span className="num">{index + 1}</span>
            </span>
            <div>
              <h2>
                <FormattedMessage id={`dsd.step.${step}`} />
              </h2>
              <p>
                <FormattedMessage id={`dsd.step.${step}_text`} />
              </p>
            </div>
          </li>
        ))}
      </ol>
    </div>
  );
}
