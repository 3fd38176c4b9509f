import { ReadinessPanel } from '#features/certifications/web/readiness/readiness-panel.tsx';
import { RecordScreen } from '#features/learning/web/record/record-screen.tsx';

const renderReadiness = (packageId: string) => <ReadinessPanel packageId={packageId} />;

export function OwnRecordPage() {
  return <RecordScreen readiness={renderReadiness} />;
}
