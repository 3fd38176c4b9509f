import './quantity-stepper.css';
import { Minus, Plus } from 'lucide-react';
import { Button, Group, Input, Label, NumberField } from 'react-aria-components/NumberField';
import { AriaLocaleProvider } from '#ui/accessibility/aria-locale-provider.tsx';
import { classNames } from '#ui/styles/class-names.ts';

type QuantityStepperProps = {
  label: string;
  isLabelHidden?: boolean;
  lessLabel: string;
  moreLabel: string;
  value: number;
  max: number;
  onChange: (value: number) => void;
};

/** Latin digits in every language, as on dive computers. */
const latinDigits = { numberingSystem: 'latn' } as const;

/** A quantity from 1, with buttons and a text input. */
export function QuantityStepper({
  label,
  isLabelHidden = false,
  lessLabel,
  moreLabel,
  value,
  max,
  onChange,
}: QuantityStepperProps) {
  return (
    <AriaLocaleProvider>
      <NumberField
        className="stepper"
        value={value}
        minValue={1}
        maxValue={max}
        formatOptions={latinDigits}
        onChange={(next) => onChange(Number.isNaN(next) ? 1 : next)}
      >
        <Label className={classNames(isLabelHidden ? 'vh' : 'lab')}>{label}</Label>
        <Group>
          <Button slot="decrement" aria-label={lessLabel}>
            <Minus size={18} aria-hidden="true" />
          </Button>
          <Input />
          <Button slot="increment" aria-label={moreLabel}>
            <Plus size={18} aria-hidden="true" />
          </Button>
        </Group>
      </NumberField>
    </AriaLocaleProvider>
  );
}
