import { FormattedMessage, useIntl } from 'react-intl';
import { CoursePath, type CoursePoint } from '#ui/dive/course-path.tsx';

const steps = ['affiliation', 'forms', 'elearning', 'dive'] as const;

/** Down, along the bottom, and up again; each step in the middle of its quarter, above its words. */
const depths = [0.46, 0.9, 0.74, 0.32] as const;

/** What comes, as a dive that ends at the surface, and the same in words. */
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
