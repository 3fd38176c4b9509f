import { Upload } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../button.tsx';
import { Chip } from '../chip.tsx';
import { Segmented } from '../segmented.tsx';
import { Switch } from '../switch.tsx';
import { Block } from './block.tsx';

export function Buttons() {
  return (
    <Block title="Buttons">
      <div className="flow">
        <Button>Log Dive</Button>
        <Button kind="outlined">Save to Drafts</Button>
        <Button kind="quiet">
          <Upload size={18} aria-hidden="true" />
          Import
        </Button>
        <Button isBusy>Sending…</Button>
        <Button size="fine">On the desk</Button>
        <Button size="tall" kind="outlined">
          In a bar
        </Button>
      </div>
    </Block>
  );
}

export function Statuses() {
  const [units, setUnits] = useState<'metric' | 'imperial'>('metric');
  return (
    <Block title="Status: word, shape, then colour">
      <div className="flow">
        <Chip status="draft">Draft</Chip>
        <Chip status="pending">Pending</Chip>
        <Chip status="verified">Verified</Chip>
        <Chip status="returned">Returned</Chip>
        <Chip status="logged">Logged</Chip>
        <Chip>64 waiting</Chip>
      </div>
      <div className="flow" style={{ marginBlockStart: 16 }}>
        <Segmented
          label="Units"
          isLabelHidden
          value={units}
          onChange={setUnits}
          options={[
            { value: 'metric', label: 'Metric' },
            { value: 'imperial', label: 'Imperial' },
          ]}
        />
        <Switch label="On" isLabelHidden defaultChecked />
        <Switch label="Off" isLabelHidden />
      </div>
    </Block>
  );
}
